import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { preface } from "../../Sources/WebPlayer/Assets/protocol.js";
import { Session } from "../../Sources/WebPlayer/Assets/session.js";
import { example } from "./vectors.js";

class FakeSocket {
  static OPEN = 1;
  static made = [];

  constructor(url, protocols) {
    Object.assign(this, { url, protocols, readyState: 0, sent: [], isClosed: false });
    FakeSocket.made.push(this);
  }

  send(bytes) { this.sent.push(Uint8Array.from(bytes)); }
  close() { this.isClosed = true; }
  open() { this.readyState = 1; this.onopen(); }

  /** @param {...(string | Uint8Array)} parts  names of examples, or bytes */
  bring(...parts) {
    for (const part of parts) {
      const bytes = Uint8Array.from(typeof part === "string" ? example(part) : part);
      this.onmessage?.({ data: bytes.buffer });
    }
  }
}

const settings = {
  address: { secure: true, host: "relay:7450", stream: "live" }, token: "s3cret", kinds: 3, latency: 0, isPreview: false,
};
let posts;
let output;
let session;

beforeEach(() => {
  FakeSocket.made = [];
  globalThis.WebSocket = FakeSocket;
  posts = [];
  output = {
    frames: [], restarts: 0, add(frame) { this.frames.push(frame.sequence); }, restart() { this.restarts += 1; },
    tick() {}, close() {}, statistics: {},
  };
  session = new Session({ ...settings }, (message) => posts.push(message));
  session.open(output);
});

afterEach(() => {
  session.close();
  delete globalThis.WebSocket;
});

/** A connection on which the stream of the document is watched. */
function watching() {
  const socket = FakeSocket.made.at(-1);
  socket.open();
  socket.bring(preface, "session-welcome-viewer", "session-tracks", "session-clock-offset-aged", "session-frame-first");
  return socket;
}

test("the token is in the hello, and not in the address", () => {
  const [socket] = FakeSocket.made;
  socket.open();
  assert.deepEqual([socket.url, socket.protocols], ["wss://relay:7450/live", "streamd"]);
  assert.deepEqual(socket.sent[0], preface);
  const hello = Buffer.from(socket.sent[1]);
  assert.ok(hello.includes("s3cret"));
  assert.equal(hello.subarray(28, 32).toString(), "live");
});

test("frames come to the player, and the account is complete", () => {
  const socket = watching();
  socket.bring("session-gap", "session-frame-second");
  assert.deepEqual(output.frames, [0n, 2n]);
  assert.deepEqual([session.account.received, session.account.missed[3], session.bytes > 200], [2, 1, true]);
});

test("a ping is answered at once", () => {
  const socket = watching();
  socket.bring("ping");
  const pong = socket.sent.at(-1);
  assert.equal(pong[5], 0x0a);
  assert.deepEqual(pong.subarray(8, 16), example("ping").subarray(8, 16));
});

test("a relay that sends pings and reads no answers loses the connection", () => {
  const socket = watching();
  socket.bufferedAmount = 1_000_000;
  const before = socket.sent.length;
  socket.bring("ping");
  assert.equal(socket.sent.slice(before).filter((message) => message[5] === 0x0a).length, 0);
  assert.ok(socket.isClosed);
  assert.equal(posts.at(-1).connection, "wait");
});

test("garbage ends the connection with an error, and the player stops", () => {
  const socket = watching();
  socket.bring(Uint8Array.of(0, 0, 0, 1, 0, 0x0b, 0, 0, 9));
  assert.deepEqual([...socket.sent.at(-1).subarray(4, 10)], [0, 0x0d, 0, 0, 1, 2]);
  assert.ok(socket.isClosed);
  assert.equal(posts.at(-1).connection, "stop");
  assert.equal(posts.at(-1).end.name, "malformed-message");
  assert.equal(FakeSocket.made.length, 1);
});

test("nothing is read behind a goodbye", () => {
  const socket = watching();
  socket.bring(Buffer.concat([example("session-goodbye-viewer"), example("session-frame-second")]));
  assert.deepEqual(output.frames, [0n]);
  assert.equal(posts.at(-1).end.name, "end-of-stream");
});

test("a lost connection is made anew, and repeated frames are decoded again", () => {
  watching().onclose();
  assert.equal(posts.at(-1).connection, "wait");
  session.perform(session.connection.tick(Infinity));
  const socket = watching();
  socket.bring("session-frame-second");
  assert.deepEqual(output.frames, [0n, 0n, 2n]);
  assert.deepEqual([session.account.repeated, session.account.received, output.restarts], [1, 2, 2]);
});

test("a report counts the frames and gaps of its connection", () => {
  const report = (socket) => {
    session.report();
    const view = new DataView(socket.sent.at(-1).buffer);
    return [8, 16, 24].map((at) => Number(view.getBigUint64(at)));
  };
  const bytes = ["session-frame-first", "session-frame-second"].map((name) => example(name).length);
  const socket = watching();
  socket.bring("gap-not-requested", "session-gap", "session-frame-second");
  assert.deepEqual(report(socket), [2, 1, bytes[0] + bytes[1]]);
  socket.onclose();
  session.perform(session.connection.tick(Infinity));
  assert.deepEqual(report(watching()), [1, 0, bytes[0]]);
});

test("a report has the latency of pictures, and without pictures that of sound", () => {
  const socket = watching();
  const latencies = () => {
    session.report();
    const view = new DataView(socket.sent.at(-1).buffer);
    return [32, 36].map((at) => view.getUint32(at));
  };
  let sequence = 100n;
  const receive = (track, latency) => {
    session.meter.of = () => ({ latency, errorBound: 0 });
    session.frame({ track, epoch: 1, sequence: sequence++, captureTime: 0, payload: new Uint8Array(1) }, 0);
  };
  latencies();
  session.tracks = new Map([[0, { kind: 1 }], [1, { kind: 2 }]]);
  for (let count = 0; count < 5; count++) receive(1, 80_000);
  receive(0, 3_000);
  assert.deepEqual(latencies(), [3_000, 3_000]);
  session.tracks = new Map([[1, { kind: 2 }]]);
  receive(1, 70_000);
  assert.deepEqual(latencies(), [70_000, 70_000]);
});

test("a new epoch restarts the player", () => {
  const socket = watching();
  const table = example("session-tracks").slice();
  table[11] = 2;
  socket.bring(table);
  assert.equal(output.restarts, 2);
  assert.equal(session.meter.publisher, null);
});

test("a table that says the same goes to the page once, and again when the stream's state has changed", () => {
  const socket = watching();
  const table = example("session-tracks").slice();
  const told = () => posts.filter((post) => post.tracks).length;
  table[11] = 2;
  socket.bring(table);
  assert.equal(told(), 1);
  session.changeState(2);
  session.changeState(1);
  table[11] = 3;
  socket.bring(table);
  assert.equal(told(), 2);
});

test("a redirect is followed with the same hello", () => {
  const [socket] = FakeSocket.made;
  socket.open();
  socket.bring(preface, "goodbye-redirect");
  assert.equal(FakeSocket.made[1].url, "wss://b.example:7450/live");
  FakeSocket.made[1].open();
  assert.deepEqual(FakeSocket.made[1].sent, socket.sent.slice(0, 2));
});

test("a key frame is asked for once in two seconds", () => {
  const socket = watching();
  const before = socket.sent.length;
  session.requestKeyFrame();
  session.requestKeyFrame();
  assert.deepEqual(socket.sent.slice(before), [example("key-frame-request")]);
});

test("only what can be decoded is given to the player", () => {
  const socket = FakeSocket.made[0];
  socket.open();
  const table = example("session-tracks").slice();
  table.set(Buffer.from("xvid"), 20);
  socket.bring(preface, "session-welcome-viewer", table, "session-frame-first");
  assert.deepEqual(output.frames, []);
  assert.equal(posts.find((post) => post.tracks).tracks[0].codec, "xvid");
});
