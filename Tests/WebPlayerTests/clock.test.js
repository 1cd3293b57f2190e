// Runs the cases that the player of Sources/StreamPlayback runs too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PlaybackClock } from "../../Sources/WebPlayer/Assets/clock.js";
import { SoundContinuity } from "../../Sources/WebPlayer/Assets/continuity.js";
import { PictureQueue } from "../../Sources/WebPlayer/Assets/pictures.js";

const table = JSON.parse(readFileSync(new URL("../Fixtures/playback-clock.json", import.meta.url), "utf8"));
const interval = 33_333;
const decoding = 2000;
const measuring = 20_000;
/** The arrival of the first frame. */
const start = 1e12;

const local = (time) => time === null ? null : time - start;
const near = (value, { is, within = 0 }) => is === null || value === null
  ? assert.equal(value, is) : assert.ok(Math.abs(value - is) <= within, `${value} is not ${is}`);
const stream = ({ newest, arrivedAt, shownAt, isJoining }) =>
  ({ newest, arrivedAt: start + arrivedAt, shownAt: start + shownAt, isJoining });

/** @param {PlaybackClock} clock */
function frames(clock, { first, count, late, together, burst, soundLag, ahead = [0], decoding: took = decoding }) {
  for (let index = 0; index < count; index++) {
    const place = together ? first + count - 1 : burst ? first : first + index;
    const media = (first + index) * interval;
    const at = start + place * interval + late[index % late.length];
    clock.arrived(media, media - ahead[index % ahead.length], at, false);
    if (took >= 0) clock.isReady("video", media, at + took);
    if (soundLag !== undefined) {
      clock.arrived(media - soundLag, media - soundLag, at, true);
      if (clock.canBeHeard(media - soundLag, at)) clock.isReady("audio", media - soundLag, at + took);
    }
    clock.advance(at + Math.max(0, took));
  }
}

/** A device whose samples are heard as long as it says, and that does what the clock says. */
function playSound(clock, { from, seconds, late, partsPerMillion }) {
  let [media, stretch, jumps] = [from - late, 0, 0];
  for (let passed = 0; passed < seconds * 1e6; passed += measuring) {
    const at = start + from + passed;
    const correction = clock.soundHeard(media, at);
    if (correction.jump !== undefined) {
      jumps += 1;
      media = at - correction.jump;
    }
    stretch = correction.stretch ?? 0;
    media += measuring * (1 + partsPerMillion / 1e6) * (1 + stretch);
    clock.advance(at);
  }
  return jumps;
}

function heard(clock, step) {
  const correction = clock.soundHeard(step.media, start + step.at);
  if (step.stretch !== undefined) near(correction.stretch, { is: step.stretch, within: 1e-6 });
  if (step.jump !== undefined) near(local(correction.jump), { is: step.jump, within: 1 });
}

for (const { name, target = 0, steps } of table.clock) {
  test(name, () => {
    const clock = new PlaybackClock(target);
    let jumps = 0;
    const run = {
      began: (step) => clock.began(step.media, start + step.at, step.age, step.rewind),
      frames: (step) => frames(clock, step),
      received: (step) => assert.equal(clock.received(
        { track: step.track, presentationTime: step.media, decodeTime: step.decode }, Number(step.isDiscontinuity),
        start + step.at, step, false), step.isJump),
      heard: (step) => heard(clock, step),
      playSound: (step) => { jumps += playSound(clock, step); },
      soundStopped: () => clock.soundStopped(),
      advance: (step) => clock.advance(start + step.now),
      restart: () => clock.restart(),
      due: (step) => near(local(clock.due(step.media)), step),
      wanted: (step) => near(local(clock.wanted), step),
      showAt: (step) => near(local(clock.showAt(step.media, start + step.now, stream(step))), { is: step.is, within: 1 }),
      isOvertaken: (step) => assert.equal(clock.isOvertaken(step.media, start + step.now), step.is),
      canBeHeard: (step) => assert.equal(clock.canBeHeard(step.media, start + step.now), step.is),
      soundIsClock: (step) => assert.equal(clock.soundIsClock, step.is),
      jumps: (step) => assert.equal(jumps, step.is),
    };
    for (const step of steps) run[step.do ?? step.expect](step);
  });
}

for (const { name, steps } of table.pictures) {
  test(name, () => {
    const clock = new PlaybackClock(0);
    const queue = new PictureQueue(clock);
    const run = {
      began: (step) => clock.began(step.media, start + step.at, step.age, step.rewind),
      heard: (step) => heard(clock, step),
      join: (step) => {
        queue.clear();
        queue.join(start + step.now);
      },
      arrived: (step) => queue.arrived(step.decode, start + step.now),
      offer: (step) => queue.offer({ media: step.media }, step.media, start + step.now),
      next: (step) => {
        const { shown, discarded, wakeAt } = queue.next(start + step.now);
        assert.deepEqual([shown?.media ?? null, discarded.map(({ media }) => media)], [step.shown, step.discarded]);
        near(local(wakeAt), { is: step.wakeAt, within: 1 });
      },
      counts: (step) => assert.deepEqual([queue.shown, queue.dropped], [step.shown, step.dropped]),
      mayDecode: (step) => assert.equal(queue.mayDecode, step.is),
    };
    for (const step of steps) run[step.do ?? step.expect](step);
  });
}

for (const { name, steps } of table.sound) {
  test(name, () => {
    const sound = new SoundContinuity();
    const run = {
      began: (step) => sound.began(start + step.at),
      played: (step) => assert.equal(sound.played(step.isWhole, start + step.now), step.plays),
      playWhole: ({ from, seconds }) => {
        for (let passed = 0; passed < seconds * 1e6; passed += measuring) sound.played(true, start + from + passed);
      },
      margin: (step) => near(sound.margin, step),
      interruptions: (step) => assert.equal(sound.interruptions, step.is),
    };
    for (const step of steps) run[step.do ?? step.expect](step);
  });
}
