import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Speaker } from "../../Sources/WebPlayer/Assets/speaker.js";

/** A context that runs as soon as it is resumed. */
class FakeContext {
  static made = [];

  constructor() {
    Object.assign(this, { state: "suspended", currentTime: 0, sampleRate: 48_000, outputLatency: 0, baseLatency: 0 });
    this.audioWorklet = { addModule: async () => {} };
    FakeContext.made.push(this);
  }

  async resume() { this.become("running"); }
  async close() { this.become("closed"); }
  getOutputTimestamp() { return { contextTime: 0, performanceTime: 0 }; }

  become(state) {
    this.state = state;
    this.onstatechange?.();
  }
}

const { resume } = FakeContext.prototype;
const names = ["AudioContext", "AudioWorkletNode", "GainNode", "navigator", "window"];
let posted;
let speaker;

beforeEach(() => {
  FakeContext.made = [];
  globalThis.AudioContext = FakeContext;
  globalThis.AudioWorkletNode = class { port = { postMessage() {} }; connect(next) { return next; } };
  globalThis.GainNode = class { connect(next) { return next; } };
  globalThis.navigator = {};
  globalThis.window = globalThis;
  posted = [];
  speaker = new Speaker({ post: (message) => posted.push(message), isPlaying: () => true, changed() {} });
});

afterEach(() => {
  FakeContext.prototype.resume = resume;
  speaker.stop();
  for (const { sound } of posted) sound?.close();
  for (const name of names) delete globalThis[name];
});

/** Sounds that the worker has got, and their ends. */
const sounds = () => posted.filter(({ sound }) => sound !== undefined).map(({ sound }) => sound !== null);
const until = async (condition) => {
  for (let waited = 0; !condition(); waited++) {
    assert.ok(waited < 5000);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

test("sound begins anew when its device has failed", async () => {
  speaker.trackChanged(48_000);
  await until(() => sounds().length === 1);
  FakeContext.made[0].become("suspended");
  assert.deepEqual(sounds(), [true, false]);
  await until(() => sounds().length === 3);
  assert.deepEqual([FakeContext.made.length, FakeContext.made[0].state, speaker.muted], [2, "closed", false]);
});

test("a device that is slow to come back is no browser that allows no sound", async ({ mock }) => {
  speaker.trackChanged(48_000);
  await until(() => sounds().length === 1);
  FakeContext.prototype.resume = async () => {};
  mock.timers.enable({ apis: ["setTimeout"] });
  FakeContext.made[0].become("suspended");
  mock.timers.tick(500);
  mock.timers.tick(4999);
  await new Promise(setImmediate);
  assert.deepEqual([FakeContext.made.length, speaker.isBlocked], [2, false]);
  mock.timers.tick(1);
  await new Promise(setImmediate);
  FakeContext.prototype.resume = resume;
  mock.timers.tick(500);
  await new Promise(setImmediate);
  assert.deepEqual([FakeContext.made.length, FakeContext.made[2].state, speaker.isBlocked], [3, "running", false]);
});

test("a sound that was turned off stays off when its device fails", async ({ mock }) => {
  speaker.trackChanged(48_000);
  await until(() => sounds().length === 1);
  mock.timers.enable({ apis: ["setTimeout"] });
  speaker.mute(true);
  FakeContext.made[0].become("suspended");
  mock.timers.tick(60_000);
  assert.deepEqual([sounds(), FakeContext.made.length], [[true, false], 1]);
});
