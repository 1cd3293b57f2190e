import assert from "node:assert/strict";
import { test } from "node:test";
import { isLoopback, endpointOf, readAddress, readSecurity, serverName } from "../address.js";
import { Reconnection } from "../reconnection.js";
import { ListSession } from "../lister.js";
import { ViewerSession } from "../viewer.js";

const welcome = (fields = {}) => ({ type: "welcome", epoch: 1, instance: 7n, maximumFrameLength: 1000, pingInterval: 5000, maximumLatency: 0,
  state: 1, relayName: "", historyGranted: null, ...fields });
const table = (epoch, kinds = [1]) => ({ type: "tracks", epoch, tracks: kinds.map((kind, track) =>
  ({ track, kind, codec: kind === 1 ? "H264" : "mp4a", generation: 0, configuration: new Uint8Array(0) })) });
const frame = (epoch, sequence, fields = {}) => ({ type: "frame", flags: 1, track: 0, generation: 0, epoch, sequence: BigInt(sequence), decodeTime: 0,
  presentationTime: 0, captureTime: 0, payload: new Uint8Array(52), ...fields });
const gap = (epoch, first, count, reason = 1) => ({ type: "gap", track: 0, reason, epoch, first: BigInt(first), count: BigInt(count) });

function watching(...messages) {
  const seen = { frames: [], states: [], tables: [] };
  const session = new ViewerSession({ instance: new Uint8Array(16) }, {
    frame: ({ epoch, sequence }) => seen.frames.push(`${epoch}.${sequence}`), state: (state) => seen.states.push(state),
    tracks: (_, epoch) => seen.tables.push(epoch),
  }, () => 0.5);
  const bring = (at, ...list) => list.flatMap((message) => (message.type === "welcome" ? session.welcomed(message, at) ?? [] : session.handle(message, at)));
  bring(0, welcome(), ...messages);
  return { session, seen, bring };
}

/** The five numbers of a receiver report. */
function report(bytes) {
  const body = Buffer.from(bytes).subarray(8);
  return [0, 8, 16].map((at) => Number(body.readBigUInt64BE(at))).concat([24, 28].map((at) => body.readUInt32BE(at)));
}

test("frames of a track or an epoch that the table does not have are ignored", () => {
  const { seen } = watching(frame(1, 0), table(1), frame(1, 0), frame(2, 0), frame(1, 1, { track: 3 }), frame(1, 1));
  assert.deepEqual(seen.frames, ["1.0", "1.1"]);
});

test("after a reconnection, only what is new counts, of epochs too", () => {
  const { session, seen, bring } = watching(table(1), frame(1, 0), table(2), frame(2, 0), frame(2, 1));
  session.lost();
  bring(0, welcome({ epoch: 2 }), table(1), frame(1, 0), frame(1, 1), table(2), gap(2, 0, 1), frame(2, 1), frame(2, 4));
  assert.deepEqual(seen.frames, ["1.0", "2.0", "2.1", "2.4"]);
  assert.deepEqual([session.ledger.received, session.ledger.repeated, session.ledger.missed[6]], [4, 3, 2]);
});

test("another stream instance makes all numbers new", () => {
  const { seen, bring } = watching(table(5), frame(5, 9));
  bring(0, welcome({ instance: 8n }), table(1), frame(1, 0));
  assert.deepEqual(seen.frames, ["5.9", "1.0"]);
});

test("epochs that go back on a connection, and epoch 0, are faults", () => {
  for (const tables of [[table(2), table(1)], [table(0)]]) assert.throws(() => watching(...tables), { name: "malformed-message" });
});

test("states are reported when they change", () => {
  const { seen, bring } = watching();
  bring(0, { type: "streamState", state: 1 }, { type: "streamState", state: 2 }, { type: "streamState", state: 2 });
  assert.deepEqual(seen.states, [1, 2]);
});

test("a report comes every five seconds, and counts since the welcome", () => {
  const { session, bring } = watching(table(1), frame(1, 0), gap(1, 1, 3), gap(1, 4, 2, 4), frame(1, 6));
  assert.equal(session.due(4_999_999).length, 1);
  const [message] = session.due(5_000_000);
  assert.deepEqual(report(message), [2, 3, 200, 0, 0]);
  bring(6_000_000, welcome(), table(1), frame(1, 6), frame(1, 9));
  assert.deepEqual(report(session.report()), [1, 0, 100, 0, 0]);
});

test("the latency of the document's example", () => {
  const { session, bring } = watching(table(1));
  const start = 1e15;
  bring(start, { type: "clockOffset", offset: -120_000, errorBound: 800 });
  const sent = start + 1_997_800;
  session.pingAt = 0;
  session.due(sent);
  bring(start + 2e6, { type: "pong", sent, received: sent + 251_000, answered: sent + 251_200 });
  bring(start + 3e6, frame(1, 0, { captureTime: start + 3e6 + 83_000 }));
  assert.equal(session.latency?.latency, 47_000);
  assert.ok(Math.abs((session.latency?.errorBound ?? 0) - 2621.24) < 0.01, String(session.latency?.errorBound));
  assert.deepEqual(report(session.report()).slice(3), [47_000, 47_000]);
  bring(start + 3e6, table(2), frame(2, 0, { captureTime: start + 3e6 }));
  assert.deepEqual(report(session.report()).slice(3), [0, 0]);
});

test("a key frame is requested of the video track, every two seconds at most", () => {
  const { session } = watching();
  assert.deepEqual(session.requestKeyFrame(0), []);
  session.table(table(1, [2, 1]));
  assert.deepEqual([...session.requestKeyFrame(1)[0].subarray(8)], [0, 1, 0, 0]);
  assert.deepEqual(session.requestKeyFrame(1_999_999), []);
  assert.equal(session.requestKeyFrame(2_000_001).length, 1);
});

test("a list is complete with the message after which nothing more follows", () => {
  const lists = [];
  const session = new ListSession({ instance: new Uint8Array(16) }, (streams) => lists.push(streams.map(({ name }) => name).join()));
  const streams = (isNew, moreFollows, ...names) => ({ type: "streams", isNew, moreFollows, streams: names.map((name) =>
    ({ name: name.replace("-", ""), state: name.startsWith("-") ? 255 : 1, kinds: 1 })) });
  for (const message of [streams(true, true, "b"), streams(false, false, "a"), streams(false, false, "-b", "c"), streams(true, false)]) session.handle(message, 0);
  assert.deepEqual(lists, ["a,b", "a,c", ""]);
});

test("waits grow from a quarter of a second to ten, and begin anew after a connection that lasted", () => {
  const connection = new Reconnection({ secure: false, host: "a:1", stream: "live" }, () => 1);
  const waits = [];
  let now = 0;
  connection.start(0);
  for (let count = 0; count < 9; count++) {
    const action = connection.closed(now);
    waits.push(action.until - now);
    now = action.until;
    assert.equal(connection.tick(now).kind, "connect");
  }
  assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
  connection.welcomed(5000, now);
  assert.equal(connection.closed(now + 9_999).until, now + 19_999);
  connection.start(now + 20_000);
  connection.welcomed(5000, now + 20_000);
  assert.equal(connection.closed(now + 30_000).until, now + 30_250);
});

test("a silent relay is lost after three ping intervals", () => {
  const connection = new Reconnection({ secure: false, host: "a:1", stream: "live" }, () => 1);
  connection.start(0);
  connection.welcomed(20_000, 0);
  connection.received(10_000);
  assert.deepEqual([connection.isSilent(69_999), connection.isSilent(70_000)], [false, true]);
});

test("after a fault of the relay, a client that was never welcomed stops", () => {
  const fault = { type: "end", name: "malformed-message", code: 0x0102, retryable: false, retryAfter: 0, reason: "", redirect: "" };
  const connection = new Reconnection({ secure: false, host: "a:1", stream: "live" }, () => 1);
  connection.start(0);
  assert.equal(connection.faulted(fault, 1).kind, "stop");
  connection.start(0);
  connection.welcomed(1000, 1);
  assert.equal(connection.faulted(fault, 1).kind, "wait");
});

test("addresses are those of the document", () => {
  const read = (text, isSecure = false, stream = "live") => readAddress(text, isSecure, stream);
  assert.deepEqual(read("relay"), { secure: false, host: "relay:7450", stream: "live" });
  assert.deepEqual(read("tls://relay:1/a/b"), { secure: true, host: "relay:1", stream: "a/b" });
  assert.deepEqual(read("[::1]:8/x", true), { secure: true, host: "[::1]:8", stream: "x" });
  assert.deepEqual(read("relay:9", false, ""), { secure: false, host: "relay:9", stream: "" });
  assert.deepEqual(endpointOf(read("[fe80::1]:8")), { host: "fe80::1", port: 8 });
  for (const text of ["", "a b", "relay:0", "relay:70000", "relay/ä", "relay//", "http://relay"]) assert.throws(() => read(text), { status: 64 }, text);
  assert.throws(() => read("streamd://relay", true), { status: 64 });
});

test("a token, pins and the names for SNI", () => {
  const digits = "ab".repeat(32);
  assert.deepEqual(readSecurity({ pin: [`sha256:${digits.toUpperCase()}`] }, { STREAMD_TOKEN: "s3cret" }),
    { pins: [digits], authorities: undefined, token: "s3cret", allowsClearToken: false });
  assert.throws(() => readSecurity({ pin: ["sha256:12"] }, {}), { status: 64 });
  assert.throws(() => readSecurity({}, { STREAMD_TOKEN: "a b" }), { status: 64 });
  assert.throws(() => readSecurity({ ca: "/does/not/exist" }, {}), { status: 66 });
  assert.deepEqual([serverName("relay.example"), serverName("127.0.0.1"), serverName("::1")], ["relay.example", undefined, undefined]);
  assert.deepEqual(["127.0.0.1", "::1", "::ffff:127.0.0.9", "10.0.0.1", undefined].map(isLoopback), [true, true, true, false, false]);
});
