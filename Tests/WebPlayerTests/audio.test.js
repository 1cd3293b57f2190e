import assert from "node:assert/strict";
import { test } from "node:test";
import { AudioDecoding } from "../../Sources/WebPlayer/Assets/audio.js";

test("missing samples make the margin longer, and whole sound makes it shorter again", () => {
  let now = 0;
  const clock = { soundHeard: () => ({ stretch: 0 }), soundStopped() {} };
  const audio = new AudioDecoding(clock, () => now, () => {});
  audio.connect({ postMessage() {} });
  audio.output = { frame: 0, at: 0, rate: 48_000, latency: 0 };
  audio.hasBegun = true;
  const report = (isWhole) => {
    now += 43_000;
    audio.heard({ frame: now * 0.048, media: now, isWhole, level: 0 });
  };
  const first = audio.continuity.margin;
  for (const isWhole of [true, false, true, false]) report(isWhole);
  assert.deepEqual([audio.continuity.margin > first + 7000, audio.interruptions], [true, 2]);
  for (let count = 0; count < 1000; count++) report(true);
  assert.equal(audio.continuity.margin, first);
});

test("samples have the time of their chunk, although the decoder counts them from its first chunk on", () => {
  const written = [];
  const clock = {
    wanted: null, due: () => 0, canBeHeard: (media) => media !== 42_000, isReady() {}, soundStopped() {},
  };
  globalThis.EncodedAudioChunk = class { constructor({ timestamp }) { this.timestamp = timestamp; } };
  globalThis.AudioDecoder = class {
    constructor({ output }) { Object.assign(this, { output, state: "configured" }); }
    configure() {}
    close() {}
    decode({ timestamp }) {
      // The first chunk only prepares the decoder.
      if (this.count === undefined) {
        this.count = 0;
        return;
      }
      this.first ??= timestamp;
      this.output({
        timestamp: this.first + 21_333 * this.count++, numberOfFrames: 1024, numberOfChannels: 1, sampleRate: 48_000,
        copyTo() {}, close() {},
      });
    }
  };
  const audio = new AudioDecoding(clock, () => 0, () => {});
  audio.connect({ postMessage: ({ media }) => media !== undefined && written.push(media) });
  audio.output = { frame: 0, at: 0, rate: 48_000, latency: 0 };
  const track = { configuration: new Uint8Array([0x11, 0x88]) };
  for (const presentationTime of [0, 21_000, 42_000, 64_000, 85_000]) {
    audio.add({ presentationTime, payload: new Uint8Array(9) }, track);
  }
  assert.deepEqual(written, [21_000, 64_000, 85_000]);
  delete globalThis.AudioDecoder;
  delete globalThis.EncodedAudioChunk;
});
