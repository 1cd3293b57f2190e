import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRedirect, parseSource, webSocketURL } from "../../Sources/WebPlayer/Assets/address.js";
import { Connection } from "../../Sources/WebPlayer/Assets/connection.js";

const home = { secure: false, host: "relay:7450", stream: "live" };
const end = (fields) => ({ type: "end", name: "", code: 0, retryable: false, retryAfter: 0, reason: "", redirect: "", ...fields });
const make = () => new Connection(home, () => 0.5);

test("lost connections are tried again after times that grow up to half a second, and to ten when a relay stays away", () => {
  const connection = make();
  const waits = [];
  let now = 0;
  connection.start(now);
  for (let attempt = 0; attempt < 122; attempt++) {
    const action = connection.closed(now);
    waits.push(action.until - now);
    now = action.until;
    assert.deepEqual(connection.tick(now - 1), null);
    assert.deepEqual(connection.tick(now), { kind: "connect", address: home });
  }
  assert.deepEqual(waits.slice(0, 5), [125, 250, 250, 250, 250]);
  assert.deepEqual(waits.slice(119), [250, 5000, 5000]);
});

test("a connection that has lasted begins the times anew, and one that is closed at once does not", () => {
  const connection = make();
  connection.start(0);
  connection.closed(0);
  connection.start(125);
  connection.welcomed(5000, 130);
  assert.equal(connection.closed(1000).until, 1250);
  connection.start(1250);
  connection.welcomed(5000, 1300);
  assert.equal(connection.closed(11_300).until, 11_425);
});

test("a wait ends when the browser has a network again", () => {
  const connection = make();
  assert.equal(connection.online(0), null);
  connection.start(0);
  assert.equal(connection.online(10), null);
  connection.closed(20);
  assert.deepEqual(connection.online(30), { kind: "connect", address: home });
});

test("the relay's own time is kept", () => {
  const connection = make();
  connection.start(0);
  assert.equal(connection.ended(end({ retryable: true, retryAfter: 700 }), 10).until, 710);
});

test("an error that is not retryable stops", () => {
  const connection = make();
  connection.start(0);
  assert.equal(connection.ended(end({ name: "unauthorized" }), 10).kind, "stop");
  assert.equal(connection.closed(20), null);
  assert.equal(connection.tick(1e9), null);
});

test("the end of the stream and a replacement stop, whatever their flag says", () => {
  for (const name of ["end-of-stream", "replaced"]) {
    const connection = make();
    connection.start(0);
    assert.equal(connection.ended(end({ name, retryable: true }), 10).kind, "stop");
  }
});

test("three ping intervals without a byte lose the connection", () => {
  const connection = make();
  connection.start(0);
  connection.welcomed(1000, 0);
  connection.received(2500);
  assert.equal(connection.tick(5499), null);
  assert.equal(connection.tick(5500).kind, "wait");
});

test("a connection is lost if it does not come within ten seconds, or brings no welcome within five", () => {
  const connection = make();
  connection.start(0);
  assert.equal(connection.tick(9999), null);
  assert.equal(connection.tick(10_000).kind, "wait");
  connection.start(20_000);
  connection.opened(21_000);
  connection.received(22_000);
  assert.equal(connection.tick(25_999), null);
  assert.equal(connection.tick(26_000).kind, "wait");
});

test("a relay cannot have the page wait for longer than ten seconds", () => {
  const connection = make();
  connection.start(0);
  connection.opened(0);
  connection.welcomed(2 ** 32 - 1, 0);
  assert.equal(connection.tick(9999), null);
  assert.equal(connection.tick(10_000).kind, "wait");
});

test("a relay whose connections bring nothing is tried less and less often, until one lasts", () => {
  const connection = make();
  const waits = [];
  let now = 0;
  const silent = (isWelcomed) => {
    connection.start(now);
    connection.opened(now);
    if (isWelcomed) connection.welcomed(5000, now);
    now = connection.deadline;
    const { until } = connection.tick(now);
    waits.push(until - now);
    now = until;
  };
  for (const isWelcomed of [false, true, false, true, false, true]) silent(isWelcomed);
  assert.deepEqual(waits, [125, 7500, 15_000, 30_000, 45_000, 45_000]);
  connection.start(now);
  connection.opened(now);
  connection.welcomed(5000, now);
  connection.received(now + 9000);
  connection.received(now += 10_000);
  waits.length = 0;
  silent(false);
  assert.deepEqual(waits, [125]);
});

test("a redirect is followed at once, five times", () => {
  const connection = make();
  connection.start(0);
  for (let hop = 1; hop <= 5; hop++) {
    assert.deepEqual(connection.ended(end({ name: "redirect", redirect: `b${hop}:1/x` }), hop),
      { kind: "connect", address: { secure: false, host: `b${hop}:1`, stream: "x" } });
  }
  assert.equal(connection.ended(end({ name: "redirect", redirect: "b6:1" }), 6).kind, "stop");
});

test("after a failure, the first address is tried again", () => {
  const connection = make();
  connection.start(0);
  connection.ended(end({ name: "redirect", redirect: "b:1" }), 0);
  connection.closed(0);
  assert.deepEqual(connection.start(1).address, home);
});

test("relays that welcome and redirect in turns are followed with waits, until a connection lasts", () => {
  const connection = make();
  connection.start(0);
  connection.welcomed(1000, 0);
  const redirect = end({ name: "redirect", redirect: "b:1" });
  assert.equal(connection.ended(redirect, 0)?.kind, "connect");
  connection.welcomed(1000, 0);
  const action = connection.ended(redirect, 0);
  assert.equal(action?.kind, "wait");
  assert.equal(connection.address.host, "b:1");
  connection.start(1000);
  connection.welcomed(1000, 1000);
  connection.received(11_000);
  assert.equal(connection.ended(redirect, 11_000)?.kind, "connect");
});

test("redirects keep their encryption", () => {
  const secure = { ...home, secure: true };
  assert.equal(parseRedirect("streamd://b:1/x", secure), null);
  assert.equal(parseRedirect("b:1", secure).secure, true);
  assert.equal(parseRedirect("tls://b", home).host, "b:7450");
  assert.equal(parseRedirect("[::1]:80/a/b", home).stream, "a/b");
  assert.deepEqual(parseRedirect("b:1", { ...home, stream: "" }), { secure: false, host: "b:1", stream: "" });
  for (const text of ["", "javascript:alert(1)", "b:99999", "b:0", "b/..", "http://b", "b:1/a b", "b@c"]) {
    assert.equal(parseRedirect(text, home), null, text);
  }
});

test("sources", () => {
  const base = "https://relay:7450/@/1/player.js";
  assert.equal(webSocketURL(parseSource("/studio/cam", base)), "wss://relay:7450/studio/cam");
  assert.equal(webSocketURL(parseSource("http://b:1/live", base)), "ws://b:1/live");
  assert.equal(webSocketURL(parseSource("streamd://b/live", base)), "ws://b:7450/live");
  assert.equal(webSocketURL(parseSource("tls://b:1/live", base)), "wss://b:1/live");
  assert.equal(parseSource("/a//b", base), null);
  assert.equal(parseSource("javascript:1", base), null);
});
