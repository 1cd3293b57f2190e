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
