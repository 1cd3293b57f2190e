// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let galleryJS = PlayerFile(name: "gallery.js", text: ##"""
import { Kind, State, endSentence, httpOrigin, isStreamName, isToken, make, parseRedirect, parseSource, tokenErrors, webSocketURL } from "./player.js";
const maximumRedirects = 5;
const welcomeTimeout = 10_000;
const shortestWait = 250;
const longWait = 1000;
const longestWait = 10_000;
const manyFailures = 30;
const isFinal = (end) => end.name === "end-of-stream" || end.name === "replaced";
class Connection {
constructor(address, random) {
this.home = address;
this.address = address;
this.random = random;
this.state = "idle";
this.failures = 0;
this.redirects = 0;
this.deadline = Infinity;
this.silence = welcomeTimeout;
}
start(now) {
this.state = "connecting";
this.silence = welcomeTimeout;
this.deadline = now + welcomeTimeout;
return { kind: "connect", address: this.address };
}
welcomed(pingInterval, now) {
this.state = "open";
this.failures = 0;
this.redirects = 0;
this.silence = 3 * pingInterval;
this.deadline = now + this.silence;
}
received(now) {
if (this.state === "open") this.deadline = now + this.silence;
}
ended(end, now) {
if (this.state !== "connecting" && this.state !== "open") return null;
if (end.name === "redirect" && end.redirect) return this.redirected(end, now);
if (!end.retryable || isFinal(end)) {
this.state = "stopped";
return { kind: "stop", end };
}
return this.wait(end, now);
}
closed(now) {
return this.state === "connecting" || this.state === "open" ? this.wait(null, now) : null;
}
close() {
this.state = "idle";
this.deadline = Infinity;
return { kind: "close" };
}
tick(now) {
if (now < this.deadline) return null;
if (this.state === "waiting") return this.start(now);
return this.closed(now);
}
wait(end, now) {
const span = this.failures < manyFailures ? Math.min(longWait, shortestWait * 2 ** this.failures) : longestWait;
this.failures += 1;
this.redirects = 0;
this.address = this.home;
this.state = "waiting";
this.deadline = now + (end?.retryAfter || this.random() * span);
return { kind: "wait", until: this.deadline, end };
}
redirected(end, now) {
const address = parseRedirect(end.redirect, this.address);
this.redirects += 1;
if (!address || this.redirects > maximumRedirects) {
this.state = "stopped";
return { kind: "stop", end };
}
this.address = address;
return this.start(now);
}
}
class ProtocolError extends Error {
constructor(name) {
super(`The relay's bytes break the protocol: ${name}.`);
this.name = name;
}
}
const malformed = () => new ProtocolError("malformed-message");
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const maximumOptions = 32;
class ByteReader {
constructor(bytes) {
this.bytes = bytes;
this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
this.at = 0;
}
get left() {
return this.bytes.length - this.at;
}
skip(count) {
if (count > this.left) throw malformed();
this.at += count;
return this.at - count;
}
u8() { return this.view.getUint8(this.skip(1)); }
u16() { return this.view.getUint16(this.skip(2)); }
u32() { return this.view.getUint32(this.skip(4)); }
u64() { return this.view.getBigUint64(this.skip(8)); }
i64() { return Number(this.view.getBigInt64(this.skip(8))); }
take(count) {
const start = this.skip(count);
return this.bytes.subarray(start, start + count);
}
text(count, limit) {
if (count > limit) throw malformed();
const bytes = this.take(count);
try {
return decoder.decode(bytes).replace(/[\u0000-\u001F\u007F-\u009F]/g, "\uFFFD");
} catch {
throw malformed();
}
}
end() {
if (this.left) throw malformed();
}
options(known = {}) {
const seen = new Set();
while (this.left) {
const option = this.u16();
const value = new ByteReader(this.take(this.u16()));
if (seen.has(option) || seen.size === maximumOptions) throw malformed();
seen.add(option);
if (Object.hasOwn(known, option)) {
known[option](value);
value.end();
} else if (option >= 0x8000) {
throw new ProtocolError("unknown-critical");
}
}
}
}
class ByteWriter {
constructor(type, capacity) {
this.bytes = new Uint8Array(8 + capacity);
this.view = new DataView(this.bytes.buffer);
this.view.setUint16(4, type);
this.at = 8;
}
u8(value) { this.view.setUint8(this.at, value); this.at += 1; return this; }
u16(value) { this.view.setUint16(this.at, value); this.at += 2; return this; }
u32(value) { this.view.setUint32(this.at, value); this.at += 4; return this; }
u64(value) { this.view.setBigInt64(this.at, BigInt(value)); this.at += 8; return this; }
put(value) { this.bytes.set(value, this.at); this.at += value.length; return this; }
option(option, value) { return this.u16(option).u16(value.length).put(value); }
message() {
this.view.setUint32(0, this.at - 8);
return this.bytes.subarray(0, this.at);
}
}
const utf8 = (text) => encoder.encode(text);
const u32Bytes = (value) => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);
const Type = Object.freeze({
hello: 0x01, welcome: 0x02, tracks: 0x03, frame: 0x04, gap: 0x05, keyFrameRequest: 0x06, receiverReport: 0x07,
viewerCount: 0x08, ping: 0x09, pong: 0x0a, streamState: 0x0b, clockOffset: 0x0c, error: 0x0d, goodbye: 0x0e,
streams: 0x0f,
});
const Role = Object.freeze({ subscribe: 2, list: 4 });
const Limit = Object.freeze({ tracks: 65536, message: 4096, frame: 8388608 });
const errorNames = Object.freeze({
0x0001: "end-of-stream", 0x0002: "draining", 0x0003: "redirect", 0x0004: "replaced",
0x0100: "not-this-protocol", 0x0101: "unsupported-version", 0x0102: "malformed-message", 0x0103: "message-too-long", 0x0104: "unexpected-message",
0x0105: "unknown-critical", 0x0200: "invalid-stream-name", 0x0201: "unauthorized", 0x0202: "forbidden",
0x0205: "role-not-served", 0x0206: "dismissed", 0x0207: "encryption-required", 0x0208: "relay-loop",
0x0302: "too-many-viewers", 0x0304: "too-slow",
});
const preface = new Uint8Array([0x8f, 0x73, 0x74, 0x72, 0x6d, 0x64, 0x0d, 0x0a, 0, 1, 0, 1]);
function encodeHello(hello) {
const name = utf8(hello.name);
const writer = new ByteWriter(Type.hello, 8192);
writer.u8(hello.role).u8(name.length).u16(0).put(hello.instance).put(name);
if (hello.token) writer.option(0x8001, utf8(hello.token));
if (hello.client) writer.option(0x0002, utf8(hello.client));
if (hello.maximumLatency !== undefined) writer.option(0x0004, u32Bytes(hello.maximumLatency));
if (hello.kinds !== undefined) writer.option(0x0005, new Uint8Array([hello.kinds]));
if (hello.history !== undefined) writer.option(0x0008, u32Bytes(hello.history));
if (hello.randomAccessOnly) writer.option(0x0009, new Uint8Array(0));
return writer.message();
}
const encodePing = (sent) => new ByteWriter(Type.ping, 8).u64(sent).message();
const encodePong = (sent, now) => new ByteWriter(Type.pong, 24).put(sent).u64(now).u64(now).message();
const encodeKeyFrameRequest = (track) => new ByteWriter(Type.keyFrameRequest, 4).u16(track).u16(0).message();
function encodeError(error) {
const code = Number(Object.keys(errorNames).find((code) => errorNames[Number(code)] === error) ?? 0x0102);
return new ByteWriter(Type.error, 10).u16(code).u16(0).u32(0).u16(0).message();
}
const encodeGoodbye = () => new ByteWriter(Type.goodbye, 10).u16(0).u16(0).u32(0).u16(0).message();
function encodeReceiverReport(report) {
return new ByteWriter(Type.receiverReport, 32).u64(report.received).u64(report.missed).u64(report.bytes)
.u32(report.median).u32(report.high).message();
}
const Flag = Object.freeze({ randomAccess: 1, discardable: 2, discontinuity: 4, gradual: 8, recovered: 16 });
function require(condition) {
if (!condition) throw new ProtocolError("malformed-message");
}
function path(value) {
require(value.left > 0 && value.left % 16 === 0);
if (value.left > 4 * 16) throw new ProtocolError("relay-loop");
value.skip(value.left);
}
function welcome(reader) {
const message = ({
type: "welcome", epoch: reader.u32(), instance: reader.u64(), maximumFrameLength: reader.u32(),
pingInterval: reader.u32(), maximumLatency: reader.u32(), state: reader.u32() >>> 24,
relayName: "", historyGranted: null,
});
require(message.pingInterval > 0);
reader.options({
0x0001: (value) => { message.relayName = value.text(value.left, 128); },
0x0002: (value) => { message.historyGranted = value.u32(); },
0x0003: path,
});
return message;
}
function track(reader) {
const number = reader.u16();
const kind = reader.u16() >>> 8;
const codec = String.fromCharCode(...reader.take(4));
const generation = reader.u16();
const configurationLength = reader.u16();
const optionsLength = reader.u16();
reader.u16();
require(number < 16 && kind >= 1 && kind <= 3 && configurationLength <= 3072);
const result = { track: number, kind, codec, generation, configuration: reader.take(configurationLength).slice() };
new ByteReader(reader.take(optionsLength)).options({
0x0001: (value) => { result.width = value.u16(); result.height = value.u16(); },
0x0002: (value) => { result.frameRate = value.u32() / value.u32() || undefined; },
0x0003: (value) => { result.sampleRate = value.u32(); },
0x0004: (value) => { result.channels = value.u8(); },
0x0005: (value) => { value.text(value.left, 128); },
});
return result;
}
function tracks(reader) {
const epoch = reader.u32();
const count = reader.u16();
reader.u16();
require(count >= 1 && count <= 16);
const list = Array.from({ length: count }, () => track(reader));
require(new Set(list.map((entry) => entry.track)).size === count);
reader.end();
return { type: "tracks", epoch, tracks: list };
}
function frame(reader, flags) {
const number = reader.u16();
require(number < 16);
return {
type: "frame", flags, track: number, generation: reader.u16(), epoch: reader.u32(), sequence: reader.u64(),
decodeTime: reader.i64(), presentationTime: reader.i64(), captureTime: reader.i64(),
payload: reader.take(reader.left),
};
}
function gap(reader) {
const message = ({
type: "gap", track: reader.u16(), reason: reader.u16() >>> 8, epoch: reader.u32(), first: reader.u64(),
count: reader.u64(),
});
require(message.track < 16 && message.count > 0n && message.first + message.count < 1n << 64n);
reader.end();
return message;
}
function end(reader) {
const code = reader.u16();
const flags = reader.u16() >>> 8;
const retryAfter = reader.u32();
const reason = reader.text(reader.u16(), 512);
const message = ({
type: "end", name: errorNames[code] ?? "", code, retryable: (flags & 1) !== 0, retryAfter, reason, redirect: "",
});
reader.options({ 0x0001: (value) => { message.redirect = value.text(value.left, 512); } });
return message;
}
function streams(reader) {
const count = reader.u16();
const flags = reader.u16() >>> 8;
const message = { type: "streams", isNew: (flags & 1) !== 0, moreFollows: (flags & 2) !== 0, streams: [] };
for (let index = 0; index < count; index++) {
const length = reader.u8();
const state = reader.u8();
const kinds = reader.u16() >>> 8;
const name = reader.text(length, 255);
require(isStreamName(name));
message.streams.push({ name, state, kinds });
}
reader.end();
return message;
}
function decodeMessage(type, flags, body) {
const reader = new ByteReader(body);
switch (type) {
case Type.welcome: return welcome(reader);
case Type.tracks: return tracks(reader);
case Type.frame: return frame(reader, flags);
case Type.gap: return gap(reader);
case Type.error: case Type.goodbye: return end(reader);
case Type.streams: return streams(reader);
}
const message = fixedMessage(type, reader);
if (message) reader.end();
return message;
}
function fixedMessage(type, reader) {
switch (type) {
case Type.ping: return { type: "ping", sent: reader.take(8).slice() };
case Type.pong: return { type: "pong", sent: reader.i64(), received: reader.i64(), answered: reader.i64() };
case Type.streamState: return { type: "streamState", state: reader.u32() >>> 24 };
case Type.clockOffset: return { type: "clockOffset", offset: reader.i64(), errorBound: reader.u32() };
default: return null;
}
}
const ownFrameLimit = 2 * Limit.frame;
const ends = [Type.error, Type.goodbye];
const allowed = {
[Role.subscribe]: [
Type.tracks, Type.frame, Type.gap, Type.streamState, Type.clockOffset, Type.ping, Type.pong, ...ends,
],
[Role.list]: [Type.streams, Type.ping, Type.pong, ...ends],
};
class MessageReader {
constructor(role) {
this.allowed = [Type.welcome, ...ends];
this.afterwards = allowed[role];
this.frameLimit = Limit.frame;
this.hasPreface = false;
this.chunks = [];
this.available = 0;
}
push(bytes) {
if (!bytes.length) return;
this.chunks.push(bytes);
this.available += bytes.length;
}
next() {
if (!this.hasPreface && !this.readPreface()) return null;
while (this.available >= 8) {
const head = this.peek(8);
const view = new DataView(head.buffer, head.byteOffset, 8);
const length = view.getUint32(0);
const type = view.getUint16(4);
this.check(type, length);
if (this.available < 8 + length) return null;
const body = this.peek(8 + length).subarray(8);
this.drop(8 + length);
const message = this.allowed.includes(type) ? decodeMessage(type, view.getUint16(6), body) : null;
if (!message) continue;
if (message.type === "welcome") {
this.allowed = this.afterwards;
this.frameLimit = Math.min(message.maximumFrameLength, ownFrameLimit);
}
return message;
}
return null;
}
readPreface() {
const bytes = this.peek(Math.min(this.available, preface.length));
if (bytes.subarray(0, 8).some((byte, index) => byte !== preface[index])) throw new ProtocolError("not-this-protocol");
if (bytes.length < preface.length) return false;
const lowest = bytes[8] << 8 | bytes[9];
const highest = bytes[10] << 8 | bytes[11];
if (lowest > highest) throw new ProtocolError("not-this-protocol");
if (lowest > 1 || highest < 1) throw new ProtocolError("unsupported-version");
this.drop(preface.length);
this.hasPreface = true;
return true;
}
check(type, length) {
const isKnown = type >= Type.hello && type <= Type.streams;
if (isKnown && !this.allowed.includes(type)) throw new ProtocolError("unexpected-message");
const limit = type === Type.frame ? this.frameLimit + 40 : type === Type.tracks ? Limit.tracks : Limit.message;
if (length > limit) throw new ProtocolError("message-too-long");
if (!isKnown && type >= 0x8000) throw new ProtocolError("unknown-critical");
}
peek(count) {
if (!count) return new Uint8Array(0);
if (this.chunks[0].length < count) {
const joined = new Uint8Array(this.available);
let at = 0;
for (const chunk of this.chunks) {
joined.set(chunk, at);
at += chunk.length;
}
this.chunks = [joined];
}
return this.chunks[0].subarray(0, count);
}
drop(count) {
this.available -= count;
const rest = this.chunks[0].subarray(count);
if (rest.length) this.chunks[0] = rest;
else this.chunks.shift();
}
}
const maximumStreams = 1000;
class StreamList {
constructor() {
this.streams = new Map();
}
apply(message) {
if (message.isNew) this.streams.clear();
for (const stream of message.streams) {
if (stream.state === State.gone) this.streams.delete(stream.name);
else if (this.streams.size < maximumStreams || this.streams.has(stream.name)) this.streams.set(stream.name, stream);
}
}
get sorted() {
return [...this.streams.values()].sort((a, b) => a.name < b.name ? -1 : 1);
}
}
function followList(address, token, events) {
const connection = new Connection(address, Math.random);
let socket = null;
const perform = (action) => {
if (!action) return;
if (socket) socket.onclose = socket.onmessage = null;
socket?.close();
if (action.kind === "connect") dial(action.address);
else if (action.kind !== "close") events.ended(action.end, action.kind === "stop");
};
const dial = (to) => {
const own = socket = new WebSocket(webSocketURL(to), "streamd");
const reader = new MessageReader(Role.list);
const list = new StreamList();
own.binaryType = "arraybuffer";
own.onopen = () => {
const instance = crypto.getRandomValues(new Uint8Array(16));
own.send(preface);
own.send(encodeHello({ role: Role.list, name: to.stream, instance, token: token || undefined, client: "streamd gallery" }));
};
own.onclose = () => perform(connection.closed(performance.now()));
own.onmessage = ({ data }) => {
connection.received(performance.now());
try {
reader.push(new Uint8Array(data));
for (let message = reader.next(); message && socket === own; message = reader.next()) {
if (message.type === "welcome") connection.welcomed(message.pingInterval, performance.now());
if (message.type === "ping") own.send(encodePong(message.sent, Math.round((performance.timeOrigin + performance.now()) * 1000)));
if (message.type === "end") perform(connection.ended(message, performance.now()));
if (message.type !== "streams") continue;
list.apply(message);
if (!message.moreFollows) events.changed(list.sorted);
}
} catch {
perform(connection.closed(performance.now()));
}
};
};
const timer = setInterval(() => perform(connection.tick(performance.now())), 250);
perform(connection.start(performance.now()));
return () => {
clearInterval(timer);
perform(connection.close());
};
}
const key = "streamd-token";
function takeToken() {
const given = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
if (location.hash.includes("token=")) history.replaceState(null, "", location.pathname + location.search);
try {
if (isToken(given)) sessionStorage.setItem(key, given);
return sessionStorage.getItem(key) ?? "";
} catch {
return isToken(given) ? given : "";
}
}
function keepToken(token) {
try {
sessionStorage.setItem(key, token);
} catch {
}
}
import "./player.js";
const detailsInterval = 5000;
const address = (parseSource("/", location.href));
let token = takeToken();
let stop = () => {};
const tiles = new Map();
const list = make("ul");
const status = make("p", { role: "status" });
const field = make("input", { type: "password", "aria-label": "Token", placeholder: "Token", autocomplete: "off" });
const form = make("form", { hidden: "" }, field, make("button", {}, "Show streams"));
document.body.append(make("main", {}, make("h1", {}, "Streams"), status, form, list));
function makeTile(stream) {
const details = make("span");
const preview = document.createElement("streamd-player");
const link = make("a", { href: `/${stream.name}` }, preview,
make("div", {}, make("strong", {}, stream.name), details));
for (const [key, value] of Object.entries({ src: `/${stream.name}`, preview: "", fit: "cover", "aria-hidden": "true" })) preview.setAttribute(key, value);
if (token) (preview).givenToken = token;
return { item: make("li", {}, link), details, preview };
}
function changed(streams) {
if (token) keepToken(token);
const shown = streams.filter(({ state, kinds }) => state !== State.waiting && (kinds & 1 << Kind.video - 1 || !kinds));
for (const [name, tile] of tiles) {
if (shown.some((stream) => stream.name === name)) continue;
tile.item.remove();
tiles.delete(name);
}
shown.forEach((stream, index) => {
let tile = tiles.get(stream.name);
if (!tile) tiles.set(stream.name, tile = makeTile(stream));
if (list.children[index] !== tile.item) list.insertBefore(tile.item, list.children[index] ?? null);
});
form.hidden = true;
status.textContent = shown.length ? "" : "No stream is live. This page shows streams as they begin.";
readDetails();
}
async function readDetails() {
if (document.hidden || !tiles.size) return;
const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
const answer = await fetch(`${httpOrigin(address)}/streams?limit=1000`, { headers }).catch(() => null);
const document_ = answer?.ok ? await answer.json().catch(() => null) : null;
for (const { name, viewers, state, tracks } of document_?.streams ?? []) {
const tile = tiles.get(name);
if (!tile) continue;
const video = tracks?.find((track) => track.kind === "video");
const size = /\d+ ?[x×] ?\d+/.exec(video?.summary ?? "")?.[0] ?? "";
tile.details.textContent = [state === "live" ? "" : state, size, `${viewers} watching`].filter(Boolean).join(" · ");
}
}
function follow() {
stop();
stop = followList(address, token, {
changed,
ended: (end, isFinal) => {
status.textContent = endSentence(end, address.secure, false, token !== "").replace("watch this stream", "see the streams");
form.hidden = !(isFinal && tokenErrors.includes(end?.name ?? ""));
},
});
}
form.addEventListener("submit", (event) => {
event.preventDefault();
token = field.value.trim();
field.value = "";
follow();
});
setInterval(readDetails, detailsInterval);
addEventListener("pagehide", () => stop());
addEventListener("pageshow", ({ persisted }) => { if (persisted) follow(); });
follow();

"""##, gzip: """
H4sIAAAAAAACA6U823bbOJLv+gqEpzdLdmhGsh23Wrbi0+nuzPbp60kyMw9unwlMQhLaFKkhQStqR9+xn7Lvuz+2py4AQYp2MrsviQmgCkCh7ihIrzdl
ZcS9+FEXWSzeGmlULFSRvVWFUUWqYrEyZvNrpZe6iIWu35pKyfUvcq3g6115q4pYrOWtisVGVrV6ozJdqdTw59uyqQCJgYHfV1VZ1bHYqpu3ZXqrzF/f
/CT2YlGVaxEkzze53Kkq+aMOzkdpWdRGrOUHvW7WFmct5uKF7duqPC3X6p1eq7IxYi4m43+Mx2PbXa/Kyqja/F1q6Dx+4Xryslhy68QDgOZ2fBfZWha7
11LnTaVgDSeuQ9evdSFzMRehKrJIzF8C7ZJCrpWYz+ciUEV2VC6OaqRaID5+7PVXapPLVGWw5VzWtfi2LAqVGl0W4p4mqZrUlFUos6xSdR2LShZZuY7E
/cisdJ2sSsAluPucGvnroJ1gxZyRcGsNpy7mItBZrgJuXLT7HVto7xxsW6ZklusCwH8oFrrQZmex6hwYSMx7R3U+2o9qIysTFuXWbcOtIWUCFMvgk4j6
KyjKrXh2MKpSpqkKcS9udZHN3AxBbIkzEx2i7WGFjCQLN7pY/lAYVd3JPBaDSy43qvgXydbu6UR8Kfw5HtqVDwYLrFSq9J3KLBX1QoT+suZ2YZH4PISq
yFQGbOx22UP5ZN49HvH0qeh384xM8qLJ83NE0+d6ogiigC7b4CA7hPOXReieEJCpdvImVyBWLIkohocnVJtys0Ep6zMD9ASo8ejc/fm3Uht/5v0ozcu6
Jbk/1qO6T6KPH8XgoYhLbwogExN9xjTjqcLDrfgyOih8B+wOiALandHprc8wwAkXXf4YOLz+DmDRsLvuabUyfd6hjEczFKwOUa2SE/VGFmIuujJ00dW8
l+JnaVbJWhehVeJxV9F/KY7Fl192sQBRPeXel9NnczF5RFBbTeq0bV9rWnI8JLmw20vi1m8WRlWOKUgJh5H4ErcfHZ4doA5i0RRG57PuOXV49lBOHGHb
DXTsc+iLXdxRgNEBOYhGKHgWnduDG/TywFz/f+TwITP2EMftUWTAgv5WlaZMyxy9DaE+GFVktaCvrkkFhQRrrJuNqsL371ZKVCqXu3+vxc3OqFrcVEre
CrNSYsNIZ+KLewDbJ+8tmUitCfiPl8E+Q74oq7XKwDlAz6BQ2+7iwsANOlqrupZLFUTWtchUWmaqAsxqK96pD+Y7agmDxiyOpkEs7sVCGgmMUTXgji2L
slKvfv2ZGsTe4VJFH9f31BJGPVfr1w24HujkHFuX5NXOqDdKAoIu/ZBI7pCJZHMiHdPmTqstz/qdNPJvWm0JKrlpFgtVxYK/dkb9uljUyvgtP6liaVaW
ztKQWO5HS2VErhYm7CthAs0RTBwxU5PDcas3YVo2hbGqDz/ESxoE2MBOVuW2PbjQm/nZXCBAlwGlEUe2fT9qprCgjk6E/SdLZf6qCzNlPQormUTRudiP
msnZoyCTMw/mmGFOjh+FOTn2YE4Z5uz0QZhXeglgZ6ce2JTAdBfsl2Z9o6qwD/3DITBCG3mrWpKzlgeJtbrUO5PzgWOsmxtZVXIXIlDMsM+EhdiPjPpg
CEEscr3WB2fLjQPnSsuxLIuzeus9H5lq1/IWi2JC/zPbJ+y6h8+vfm/G4/H4CP6bvIZ/v3qNH1+/vn6+jEXwe/P69evvQLT3IpUmXaHIHKxpT05Y2HG9
HuTM/agkWQ1vi3ILtvN+7xFaqYIF760yMH670rnqILVjCY8lA/KkJdCdzBvFeFo1ELb0akEids1g5mQl65DQRmApsK3Wf5L/0FU1g5tDAJllFgmh/vXm
D5UaQP7rtqBtx7x69Pmw5YoarkNce3Q+wv8TJCwcgMprJQAbb/vlXIw/TMfjceROZUBRNwUiP0orbXQq84DPqzU7QJ6/V9ocaEmz26hYpHIjU212B+oS
JkP18A0y+xQ43I59RIt6gkKq1B+c1E5/nMYCFtBRolPWVkQhcS8OAFlXSRMLJqPwNOHk3NckVpE9jM2qsQfQHR+iOzl+BJ3VcA+gOz1Ed3b6ALqu+gKE
1MLDu4inB4g3jekhZtWluN06VqaLiViS7NQBUuJLZk+7w57yBnoz4yeO9owwStplAT72LNpQokfLcewZs+njqnjsbcjzdRqzmIKbAwqZkyCkMel/arc6
pTk5fsW8b4nHzpEnBlekeV6+fCmOT5kI+DU587+m/HHtsL/bbUBhsapYVEr9qcL70UrleTkT4w/jSWwTBPh5HAtTyfS2xq+TWCwqyV2nsVjKDf75Iha3
avcaut6ofzaqNth8FgsOw6s3ChJp2PpVPAISq+pbMCbYNI0xxse/v47FpuS/JZg1SA1h4g2bbmKR5mV6S+4QNqWxUKCG8COLxbIss5sdDVfxiDDQBhbx
qHX73pT5AC1E3dzUaaVv1Ewcg+GEzZx63uJPYDUH4Cydzl68ODmLBfPVTJyOvz5zdJueTKdn46nvfMLSIWFYD5zL+MN4PJ7M+omyWGDH8UwEWSV1AeEV
t53MvPwBt53OvExaDEgn4/FMBEVpjoBfj6z7TgATnLEp6mYDh6ayoztV1bosbDfMe+iacycsgJuOTFkeQWxp+04Rr/qwwWishaQlvcDeniFByGNcri7u
ZK4zJsIRRBS2mxYsG7MqK/0n7JLaYaWLsrrRWaYKmucY56nKXB3B/mtV3bXjz4Ciul7rum4bv0L6p9UONcpRpf7Z6KrtniJ1c7k7yksI0mCSE5wZtg8R
+hHxe00QJ0gG6Kvzchv4HLmp1EKm6tDsXY0/TBcA/dUJ/nuK/x7Dv2cZ/ostY/wbxGYciwn9C7K/aArKmZLC+Q+Q9hBlvnVzOE4DXUVdGLm5pW3Jdre+
DhnzEBRKguNjMZ18fQyuFPYkjcUDtI7gExA6LQx6eUzKmIbpojaySBW18eTgiVA3psgjXkfCVgBdk0nsr5rGdUDTXCtws/uwIEIdWB7YAWZ37CcJ+f4d
pvGaIlMLXahsEOVp7HT4IIoueojv68/A+iI+4AkPwXUX6UrXpqw+Z7HTg8UybBchpWK+SVNV178W+W4Q19cHSxxHrb1kAGduz515JKb8TRdLsHk1HhWb
vD6jgZWIxTRKwGfBkT7CDrqyRccpn4dwloDz+JT4jpACeoBp/3hgmh+7Zg+tPNiBB2fr2clYnJIoEJSVCm+2nuySw41Go5Vd6BBzG4GyEblVuzpsrUuU
LHSRhSGMJSfEdV0xIHZdYxDCE1xessZvz3FoUzg6FpMxbQDx2K2Aszoe2lj3+P9CRruTDepPw4a9nWj86Vl65HvT8UfCCv/z8iRD03Z9mFicHBNfELDt
zjqNZEE6TRQXj3CpdpTKtCwiv2mll6tBMr3O5XLA6/AlcwY6P9N1KqsMEv/owMB3WRhdNNrsZgK8tkpmDeTFpuiflXeqUtlMTM7QK3EEYzsXpmWRaYpV
KfB+4rU8GBEOpu72LfaNNCsXHIzsXNZRX0B6YgzXH17Lv8ESgTnHrJs6o0/Fl2Jy9siKPBvtwl7MsbRouktkPzisMKpvpY03BKx6P4LoETLRNBZStJsy
Xc0EAeHJRrGwtq1th9xRbGN91AiUzutBjvy7rz7Wrl3p99bkM/uNNmAYIS1+QY80CGLBOv8vlSwMsALeuKBfYg+G95z4y4EjwiE4gU23tE6rF77cW6Il
bmZh4zxMU7VnEIvJ8RQis3hkndxBRN01O2y4zxb6ZIacZjeDMs4YOmeN6vfgpAvUi3AfzET0kz9geHtdFHSde1o5FXPx1lS6WCZwj//tSlbfQsiXJAkD
Yp4IEpEMtVSFqiSnnIbmTctioZcNjSGmeWAkH8kDY/pfdNC85QuQtadPaZMv52LiPi7gTvbp08FlQN/4q2O3gErVTQ5GkaOjGVM0RlQxUSj2thx30Tru
5eTjwYxRUuc6heB9fz7qZeF80A4louhTzErrTrY6Q7oxZyGhbN9K6eXK9DsfYloGwiDwDV32eOwqnne+Pn5snbYOJw+hrOV6kw/gbAFPhwHTlSwKldct
2NSHetGD+pSsevJFExyKV30gX6grPcbEhTs2hyT15zEtJ7SZTenrYg7mwJWvaHTO0C1FSQzvRc4Kl8bvY/Y8OqrAlwxOFgOqZC03YagKU+04oWOqXUI+
XNSmctvsvaR0Txb6t5hsO4g41nS0CRdc875DR2QgXlssFrlc1p/UVgOS7S3CGjDEHDDOuC+urYTOOtgfMHc1OLeH5m5ENwRQeeJ6NBnCTaXA88YphvpT
uTFNNQQ62shdXsqsqyv4bzTq8ahLxKXcfJZNX0q4cmVKdHddKVn3aWEzboMUWegK8khdcqSUAOs2DlldXIPTybbVXuOMC78VZxLPeqMuxKQQFxfi7LR4
iB+HzCKM6JOKg40hg4PM86hN9K75h8WeKNt2osbpEv/FpLUwQ+emCsjNFOjdeEEOrPsaIhrweOAjFq5EZiZCWvtTMYkwbB7H3lrtgcP/lFpDv4nPquv+
iE+4PwT/sPeDuxN78QmHhbOaA6czpDY/93hacjrtxBMFUM/4i9oOUmpdVup1mefltvb6j12/S8FeXYNCW5SVCHNlhC4y9QGvrfnPC74ups9nz9p95X0n
Ztruy9ZPDHRReuWxLXPey2c3misWxy9eeMLoF3dSeio6t7cHCe8w2TT1KrxHpOyBx7yGfUS1KJ8peaQqf+Y4kC7JWDfflNmuJQxhPLyExFHno3qr4UYV
MSCQrBXeAiQuzW8TNN1w59wbai2SvfroWHN/IGe5edyQtfJH4/UBj/WUsj+EE/sejE3uM5ynoXw4x3E8rCcubVjdcvxCf1BZl+BuNESbPDISn32GD2OE
qpoHD4auQvpewoaS/GAlu6Zu2nGCPTTlIJryEA3bWJvI6LfLot5SisBv707Wuabpz+l1Bo/FpV2UnWuePkqvM4hF6Ub560beeVU2RdabbX8+ytRCNnmL
2JYVWrYotwUF5XzZcyy+pIsfYvE2CYja5crPgvlsem0HSlCOGKbej67g4ilx10zXM3E18sQs9kQpdoISH9A5PiBTLLwkqZfbTBJg1joeXcc8ObiWMK8v
K5+AvkY3ii7zmacHq54w22/vUtttX/k6p0Vq793Bym5lhdRkoCvAZAcs/MPoHATVHcr6N3d3spB5bTvSVVPc4hG5qe6kzrEslsulUGW7Wi1McPmFUraK
s4Mw8YAO8D7jIi97gz3ajwowKw59f8lPn4onXC0oM24Mo16lqV+g0s71ci6mrS1YKZnZQpWNUrfhtC1VGSiSgOGu0ow+vEKzFtbZ3l4h1diNMHSt3CvO
Oo0c0VR6yxowt1Vrroan3c2FgPqOLt15+1yRVGa77gbb8e01/NTOm1Xlxh9y6Ob4XJroIs2bTNWsky8HjXBvj2eRNcgzryT4iTMWnHtVHRuSEL2wWJgT
hwMi05OMIUlwBb8W8WFCMe7qssir4vZsVk8NdhjRsVenHgzJ7+bvHmRsbzKtDPFxH5ZLgPECpwO7YnL70GWGb3QfGdMVdl1HjyR4D6+zO9MyF1/01+a8
FVIb9rnLlq5zEPZqeg3B01R85O+vnWKHfL0/cjLuDZ1MrmkVjPKlBfm/7MThmECWyM59Aa74I7VZhxf5HQHp0WNIpULBbFv5gh/70YBUO1bR9Y9cdoes
/nIu2otifBgBrRfzjrNGW7SQTikOS+ejGz6oMPDyQCQ4TgBbW2vfHHgC9kycjsWsN5istLhkM8SfM/50MoXHRSzXq7Qcui3pF0zYhxweNSwhbTnev1iM
h/LaKfF9wl/e1Vfn7tZT0WT1rsbXrRT1Slf/KCFdeVi50FUM0fkI4j5bq4yBIMetMIMoF8KbD7ATXiwZw8ZYYHEV1xxDi2dmeyafYK/771bazfiaqK2b
RaFw2+uZqCNX6exS3K5idwCxxQqUhKFO6XQBMACtzfkIyy99R6Ne6YUJo27pPOp4ikbr9p0eumbU+hOkDrt+mffawMLBUf0sN4Rdbjb5rg1y7jv2CkP/
SPjwSZoriRXy3ilSHxxjLzC2COnTey2DrmyyLOFlTQd9pnJllAXgchBXndoZivnWiz5d2rdFNAqKbn1svfmAw7xum7RgykNNfY061K+qv0qSpIMEEzl1
GF0nMDgMZSxu0JxJegdxIW7oj0txNBEzMWH0bciIWRQ4vvZFo6FXpOpOFab2Mz3uKSQdZfs2soVFA81PIkn2anxaCiCeX7VRFdzWQhpNpnSzC2krftPC
LdYPxnNELBFjS8oCnzGJedvQ+lg0EXVcJvxwi9AQ6oSu0rzHYUEkMi1z29++vHEM4EPSyzt8xxUxmRJ6rsej8NnPwVz4pgYOwL0p0fRW1ZS8fRcLuo0x
qf9un+iG/mNdAIxtuJsFfk6zTdF0YqfQRWP9mwq8bXCyDPQqt0VyowtZ7biIM0AVQ/57QP1lAc/nXBGFs8Z8/SzmAsvYSnBg3yBX/I04tqe1J2cRz1hD
moM9BL/JryS7FxCqzYTbjM2+mpIlo70BZ3ae0X+duy6o7NSYl7AkFEuZ56raBWIf0UHRJi2z0S6ZecNWIOyjOu6BeZOi3FIVPqHwE8cik0aKfUsyi8Y9
Ij1E1L6BwMQCxoM9IgLWKPLSne2cDEVh4bnrePrUsdl8Dnx3/hBMX0EPBRTeRtxz3aF7/FgMbW8Y+4YeNvbYAIqt3GCquCLFA8mXsEM9o9eKnsuLZwPz
QhEHeDcPrwCy+9HQmZPEM8DQnoZQPiFFQCluP1rDW76uTeyGdomX9HZaBy5VlyqjO0KyF6Th3cOWf5FZ93h35cJsvUY9UitjDy98UAbwMesAUshrg3M3
AEIvBgcXwhbP6RUw/m4NuK5hlKzuSXqtB3OrdsLRPTtCVRB4pUeQ18TfTvCCz6W+c292/vrmp7dKVunqN1lBVjcvU7w5BBu/4mzoJIpAy4UBYY/o5seG
Uf54F1jQ0HkQRbYixr5iQi+FHyLD9ZFDAMUlaNCftW01Ls1pCApqaDu4iSgStaohDntryopExvxg1Dq8VbuYNtpSvDd02Q51W2q5i2G604lLJt6MRvv+
xq1SGxrL9bX3vOrHVkhD/XkBp6bfyhj8pYpMGanz2lUOzcUL7/cj2nesoferGGHw3Kf0qlKLiH0Ysh1zn0/YuTHlprV+ntzkqufwdowt/EBHGDR50LlS
amrXtcHnpGTlAuoLvBr+hVZ55gbrYtMYBLA5d1nX27KCW8lAVloe5fJG5cFMBLj4IBbIZKsyz1TltcoGwjqo74CEeVAuFp1JyWGjOeEDp1xhqTucNFQ0
4MJiHnPTGINF/Pf7WARvV+VWOM0XnY+yMm3WqjAJpLNA9YF+J8i11BaOGlYTh8ZiiJlmMS6MHk5Efj0hQL7TuXXpW8lm5nB7gcfegV8Tz7lLt8C0UtKo
73MFX6FTI8R2fqxf3DqkkqhTqcVMvH/+xb3n6u/fA6l4nnhE4zN919lxbSq6OYEmP4yI7fqjbih0haJCz28gIOLCTagU0QruiesqHViKWwhV5i20wZ/k
uFOV4x464gArRxqFvpEFAjn9xphK3zRGhe0KbCxPMh7y6ChBvfDOShP875WnaKPWM95+rnnrQNR2z261vToVawd70R/P31c63o/SkKvN0dRC51CEC7Tq
3qSCdLe/qkEhJP/MAPhQIY17KiaQioOf7knudKZKcUR5syfY3z8vivpAVeB5oc5wYesKPR7MVFr2xTW4k0PnhOPK1osAJAnQManUurzDuAcR2/CW49r9
iGZYlNX3Ml3ZSfyE6D1pPo0XF4Rj2Q1ZrYMCnREPOYhqGUFfGG1+EfyWdKXzrFIFp1yRxm4jEQo2PNZQlXmlFmWlQtdJUn+A4PISY0DYJ9F8nRAPu8wi
qQ68ff+2hF9WAq1MJOGEE1g6MGC/lDbJoGuR6zuViHcrXYsNOMkAUVv2EbKG3ybYiRu11EUSUKnGd8S4nPOod0UqvIpnr59P3ikdXjGwD5NW/6naoLi9
gFFVbYVJXIp78Q2/SuLyqfevlKxUJb64xyGgfMTMK/izNhEvXeE2DBhbLJRJV+H7L+7bn5uyQX60f847vsQ04xwc6Peo7Xg1+yhBQ82+Ip8FK1/e3z9g
KpzzMilvxSXPS03JH3VZhANY3KWHJ0i2+oEfPbkyCE6U7kG43KyXLh11eSmurlujcMDohxzeipm94gIZn/NEl/zeoX2OgX958T+O90w+Vu2J579nz8Tl
1Yf/+c9rcfl79ux5oj6oNMTBl0ndrNey2pHnFV0mkLtjLwylgPVij5OvvF+HAZ4NLDszaWDqWLz/4p5pthdboLQulu+vrRZ8VZa5gscCkNUMA/Hf/yWC
4ewR8i54QvhUnDyiR/JK9yPW1jH9xtFM0M+k8E8GsfIZlFDvh9AIhnEntUqbCipW4E6FZ6JYK2h/GSDATWIWTriHjUGtFP6kiHNN+hrjSWh/VgyS4u0P
p7V+PP6gDKXZ8JiATFSstSdcMsu+h4AN6AGVjWFQNzdr/C2ZECM53jT+nYCJU4X5jkoGUIWzxUT3KuFCrkqvMRvatkGMA2ENnwqpPz928xRO3PeRIcl9
sEzQciudQRlFyBYIjvnBsaAQYew9BIg1dGU2z4FZNNcaOd45p1cgbs3/Cx71HmADTwAA
""")
}
