import assert from "node:assert/strict";
import { test } from "node:test";
import { FrameAccount, notRequested } from "../../Sources/WebPlayer/Assets/account.js";
import { LatencyMeter } from "../../Sources/WebPlayer/Assets/latency.js";

const frame = (sequence, track = 0) => ({ type: "frame", track, sequence: BigInt(sequence) });
const gap = (first, count, reason = 1, epoch = 1) =>
  ({ type: "gap", track: 0, reason, epoch, first: BigInt(first), count: BigInt(count) });

/** All frames that were left out although the viewer asked for them. */
const lost = ({ missed }) => missed.reduce((sum, count, reason) => reason === notRequested ? sum : sum + count, 0);

function joined() {
  const account = new FrameAccount();
  account.welcomed(7n);
  account.began(1);
  return account;
}

test("frames and gaps are all frames", () => {
  const account = joined();
  for (const sequence of [5, 6]) account.frame(frame(sequence));
  account.gap(gap(7, 3));
  account.frame(frame(10));
  account.frame(frame(3, 1));
  account.gap(gap(11, 2, 99));
  assert.deepEqual([account.received, lost(account), account.repeated], [4, 5, 0]);
  assert.deepEqual(account.missed, [2, 3, 0, 0, 0, 0, 0]);
});

test("frames that no gap names are counted", () => {
  const account = joined();
  account.frame(frame(0));
  account.frame(frame(4));
  assert.equal(account.missed[6], 3);
});

test("a reconnection to the same stream continues the account", () => {
  const account = joined();
  account.frame(frame(0));
  account.frame(frame(1));
  account.welcomed(7n);
  account.began(1);
  account.frame(frame(1));
  account.frame(frame(4));
  assert.deepEqual([account.repeated, account.missed[5], account.missed[6]], [1, 0, 2]);
});

test("another stream begins anew", () => {
  const account = joined();
  account.frame(frame(9));
  account.welcomed(8n);
  account.began(1);
  account.frame(frame(3));
  assert.equal(lost(account), 0);
});

test("a later epoch counts from 0", () => {
  const account = joined();
  account.frame(frame(9));
  account.began(2);
  account.gap(gap(10, 2, 1, 1));
  account.gap(gap(0, 4, 3, 2));
  account.frame(frame(4));
  assert.deepEqual([account.received, lost(account)], [2, 6]);
});

test("frames that were not asked for are not lost", () => {
  const account = joined();
  account.frame(frame(0));
  account.gap(gap(1, 59, 4));
  assert.deepEqual([lost(account), account.missed[4]], [0, 59]);
});

test("the latency of the document's example", () => {
  const meter = new LatencyMeter();
  const start = 1e15;
  meter.clockOffset({ offset: -120_000, errorBound: 800 }, start);
  meter.pingSent(start + 1_997_800);
  meter.pong({ sent: start + 1_997_800, received: start + 2_248_800, answered: start + 2_249_000 }, start + 2e6);
  const { latency, errorBound } = meter.of(start + 3e6 + 83_000, start + 3e6);
  assert.equal(latency, 47_000);
  assert.ok(Math.abs(errorBound - (800 + 1000 + 800 + 18.8 + 1000)) < 1, String(errorBound));
});

test("the latency is not known without a pong, an offset or a capture time", () => {
  const meter = new LatencyMeter();
  meter.clockOffset({ offset: 0, errorBound: 1 }, 0);
  assert.equal(meter.of(5, 10), null);
  meter.pong({ sent: 1, received: 1, answered: 1 }, 2);
  assert.equal(meter.of(5, 10), null);
  meter.pingSent(1);
  meter.pong({ sent: 1, received: 1, answered: 1 }, 2);
  assert.ok(meter.of(5, 10));
  assert.equal(meter.of(0, 10), null);
  meter.dropPublisher();
  assert.equal(meter.of(5, 10), null);
});

test("the bound of a pong has the drift since its ping, and the step of the clock", () => {
  const meter = new LatencyMeter(2);
  meter.pingSent(0);
  meter.pong({ sent: 0, received: 5e6, answered: 15e6 }, 20e6);
  assert.equal(meter.relay.errorBound, 5e6 + 2 + 4000);
});

test("the pong with the smallest bound counts, until it is a minute old", () => {
  const meter = new LatencyMeter();
  const ask = (now, trip, offset) => {
    meter.pingSent(now);
    meter.pong({ sent: now, received: now + trip / 2 + offset, answered: now + trip / 2 + offset }, now + trip);
  };
  ask(0, 2000, 100);
  ask(1e6, 9000, 500);
  assert.equal(meter.relay.offset, 100);
  ask(62e6, 9000, 500);
  assert.equal(meter.relay.offset, 500);
});
