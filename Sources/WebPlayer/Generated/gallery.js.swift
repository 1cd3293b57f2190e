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
if (!end.retryable) {
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
0x0001: "end-of-stream", 0x0002: "draining", 0x0003: "redirect", 0x0100: "not-this-protocol",
0x0101: "unsupported-version", 0x0102: "malformed-message", 0x0103: "message-too-long", 0x0104: "unexpected-message",
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
H4sIAAAAAAACA6U823bbtpbv+gqEq5MhG5qRbMdVZSteTduc6eolXUnOOQ+u1wlMQhJqitQhQSuqq++YT5n3mR+btS8AQYp2cmZeEhPA3gA29h0b0utN
WRlxL37URRaLd0YaFQtVZO9UYVSRqlisjNm8qfRSF7HQ9TtTKbn+Ra4VfL0vb1URi7W8VbHYyKpWb1WmK5Ua/nxXNhUgMTDw+6oqqzoWW3Xzrkxvlfnr
25/EXiyqci2C5PkmlztVJb/XwfkoLYvaiLX8qNfN2uKsxVy8sH1blaflWr3Xa1U2RszFZPyP8Xhsu+tVWRlVm79LDZ3HL1xPXhZLbp14ANDcju8iW8ti
91rqvKkUrOEEOnJZ1+LbsihUanRZiHsaWzWpKatQZlml6joWlSyych2J+5FZ6TpZlWsl5oK7z6mRvw7aCVbMGQm31nBGYi4CneUq4MZFu7qxhfaoZtsy
JbNcFwD+Q7HQhTY7i1XncNxi3iPs+Wg/qo2sTFiUW7cNt4aUCVAsg08i6q+gKLfi2cGoSpmmKsS9uNVFNnMzBLElzkx0iLaHFTKSLNzoYvlDYVR1J/NY
DC653KjiXyRbu6cT8aXw53hoVz4YLLBSqdJ3KrNU1AsR+sua24VF4vMQqiJTWahAaIdRPpl3j0c8fSr63Twjk7xo8vwc0agiSwq55nVZiiAK6LINDrJD
OH9ZhO4JAZlqJ29ydXgitSk3G5UFh4cPPQHqIzpnf76t1MafaT9K87JuSeyP9ajsk+TPP8XgIYhLbwogCxN5xjTiqcLDrfgyOShsB+wNiALandHprc8g
cPIXXX4YOKz+DmDRsLvu6bQyfN6hjEczFKQOUa1SE/VGFmIuujJz0dWLl+JnaVbJWhehVbFxVw1/KY7Fl192sQBRPdXbl8tnczF5RDBbzem0a19LWnI8
JKmw20vizm8WRlWOKUjphpH4ErcfHZ4doA5i0RRG57PuOXV49lAuHGHbDXSsZ+iLWdxReNEBOYhGKGgWnduDG/TywJj+f+TwIbP1EMftUWTAYv5alaZM
yxx9AaE+GlVktaCvrgkFBQRrrJuNqsIP71dKVCqXu3+vxc3OqFrcVEreCrNSYsNIZ+KLewDbJx8smUiNCfiPl8EWPV+U1VplYi7CSMxfikJtu4sLAzfo
aK3qWi5VEFmPIFNpmakKMKuteK8+mu+oJQwasziaBrG4FwtpJDBG1YCztCzKSr168zM1iL3DpYo+ru+pJYx6jtCbDbga6IIcWxfk1c6ot0oCgi79kEju
kIlkcyId0+ZOqy3P+p008m9abQkquWkWC1XFgr92Rr1ZLGpl/JafVLE0K0tnaUgs96OlMiJXCxP2lTCB5ggmjpipycG41ZswLZvCWNWHH+IlDQJsYBer
ctseXOjN/GwuEKDLgNKII9u+HzVTWFBHJ8L+k6Uyf9WFmbIehZVMouhc7EfN5OxRkMmZB3PMMCfHj8KcHHswpwxzdvogzCu9BLCzUw9sSmC6C/ZLs75R
VdiH/uEQGKGNvFUtyVnLg8RaXeqdyfnAMdbNjawquQsRKGbYZ8JC7EdGfTSEIBa5XuuDs+XGgXOl5ViWxVm99Z6PTLVreYtFMaH/me2TSm1ymarw+dVv
zXg8Hh/Bf5PX8O9Xr/Hj69fXz5exCH5rXr9+/R2I9l6k0qQrFJmDNe3J6Qo7rtaDnLkflSSr4W1RbsF23u89QitVsOC9UwbGb1c6Vx2kdizhsWRAnrQE
upN5oxhPqwbCll4tSMSuGMycrGQdEtoILAW21foP8h+6qmZwcwggs8wiIdRvbn5XqQHkb7YFbTvm1UewHWy5oobrENcenY/w/wQJCweg8loJwMbbfjkX
44/T8XgcuVMZUNRNgciP0kobnco84PNqzQ6Q5++VNgda0uw2Khap3MhUm92BuoTJUD18g8w+BQ63Yx/Rop6gkCr1Bye10x+nsYAFdJTolLUVUUjciwNA
1lXSxILJKDxNODn3NYlVZA9js2rsAXTHh+hOjh9BZzXcA+hOD9GdnT6Arqu+ACG18PAu4ukB4k1jeohZdSlut46V6WIiliQ7dYCU+JLZ0+6wp7yB3sz4
iaM9I4ySdlmAjz2LNpTo0XIce8Zs+rgqHnsb8nydxiym4OaAQkZXhx2OhP6ndqtTmpPjV8z7lnjsHHlicEWa5+XLl+L4lImAX5Mz/2vKH9cO+/vdBhQW
q4pFpdQfKrwfrVSelzMx/jiexDYhgJ/HsTCVTG9r/DqJxaKS3HUai6Xc4J8vYnGrdq+h6636Z6Nqg81nseCwu3qrIM2FrV/FIyCxqr4FY4JN0xhjevz7
61hsSv5bglmDdBemxbDpJhZpXqa35A5hUxoLBWoIP7JYLMsyu9nRcBWPCANtYBGPWrfvbZkP0ELUzU2dVvpGzcQxGE7YzKnnLf4EVnMAztLp7MWLk7NY
MF/NxOn46zNHt+nJdHo2nvrOJywd0nn1wLmMP47H48lMBKrIjsrFEe0liAV2HM9EkFVSFxBecdvJzMsXYNtkPJ6JoCjNEfDmkXXVg3iEnYC9KepmAwek
sqM7VdW6LCwszHHohnMnTMZNR6YsjyCOtH2niFd93GDk1ULSrC+wt2c0EPIYl6uLO5nrjDd8BNGD7aYFy8asykr/oTLbDitdlNWNzjJV0DzHOE9V5uoI
9l+r6q4dfwbU0/Va13Xb+BXSOq12qD2OKvXPRldt9xSpm8vdUV5CQAaTnODMsH2Ixo+It2uCOEEyQF+dl9vA575NpRYyVYcm7mr8cboA6K9O8N9T/PcY
/j3L8F9sGePfICLjWEzoX5DzRVNQPpSUy3+AZIco361LwzEZ6CXqwijNLW1Ldrr1a8hwh6A8Ehwfi+nk62Nwm7AnaSweoHUEn4DQaVzQwWNSvDRMF7WR
RaqojScHr4O6MVkd8ToS1vjohkxif9U0rgOa5lqBS92HBXHpwPLADjC7Xj9JyLzvMEXXFJla6EJlgyhPY6evB1F00UMsX38G1hfxAU94CK67SFe6NmX1
OYudHiyWYbsIKe3yTZqqun5T5LtBXF8fLHEctbaRAZxpPXemkJjyV10swb7VeFRs3vqMBhYhFtMoAf8ER/oIO+jKFh2ndx7CWQLO41PiO0IK6AGm/eOB
aX7smji06KDzH5ytZxNjcUqiQFBWKrzZerJLzjUaiFZ2oUPMbbTJBuNW7eqwtSRRstBFFoYwlhwO13XFgNh1jQEHT3B5yRq/PcehTeHoWEzGtAHEY7cC
jul4aGPd4/8LGehO5qc/DRvxdqLxp2fpke9tx/cIK/zPy4kMTdv1V2Jxckx8QcC2O+s0kgXpNFEMPMKl2lEq07KI/KaVXq4GyfQ6l8sBD8OXzBno/EzX
qawySOqjswLfZWF00Wizmwnw0CqZNZADm6IvVt6pSmUzMTlDD8QRjO1cmJZFpikupSD7idfyYPQ3mKbbt9g30qxcIDCyc1mnfAGpiDFcbXgt/wZLBOYc
s27qjD4VX4rJ2SMr8my0C3Exn9Ki6S6Rfd6wwgi+lTbeELDq/QgiRcg601hIx27KdDUTBIQnG8XC2ra2HfJEsY3rUSNQ6q4HOfLvtfpYu3al31uTf+w3
2uBghLT4Bb3PIIgF6/y/VLIwwAp4u4J+iT0Y3nPiLweOCIfgBDa10jqoXqhyb4mWuJmFjekwJdWeQSwmx1OIwuKRdWgHEXXX7LDhPlvokxlymt0Myjhj
6Jw1qt+Dky5QL8JdLxPRT/SA4e11UYB17mnlVMzFO1PpYpnAjfq3K1l9C+FdkiQMiDkhSDoy1FIVqpKcXhqaNy2LhV42NIaY5oGRfCQPjOl/0UHzli9A
1p4+pU2+nIuJ+7iA+9anTweXAX3jr47dAipVNzkYRY6EZkzRGFHFRKHY23LcReu4lxONBzNGSZ3rFAL1/fmol3HzQTuUiKJPMSutO9nqDOnGnIWEsn0r
pZcr0+98iGkZCAO+t3Sx47GreN75+vPP1mnrcPIQylquN/kAzhbwdBgwXcmiUHndgk19qBc9qE/JqidfNMGheNUH8oW60mNMXLhjc0hIfx7TcvKa2ZS+
LuZgDlwhiUbnDN1SlMTwXuSscGn8PmbPo6MKfMngxDCgStZyE4aqMNWOkzem2iXkw0Vt2rbN1EtK7WShf2PJtoOIY01Hm1zBNe87dEQG4rXFYpHLZf1J
bTUg2d4irAFDzAHjjPvi2krorIP9AXNXg3N7aO5GdBsAVSWuR5Mh3FQKPG+cYqg/lRvTVEOgo43c5aXMurqC/0ajHo+6RFzKzWfZ9KWE61WmRHfXlZJ1
nxY2uzZIkYWuIGfUJUdKya5u45DVxTU4nWxb7ZXNuPBbcSbxrDfqQkwKcXEhzk6Lh/hxyCzCiD6pONgYMjjIPI/aRO9Kf1jsibJtJ2qcLvFfTFoLM3Ru
qoDcTIHejRfkwLqvIaIBjwc+YuHKX2YipLU/FZMIw+Zx7K3VHjj8T2k09Jv4rLruj/iE+0PwD3s/uDuxF59wWDiDOXA6Q2rzc4+nJafTTjxRAJWFv6jt
IKXWZaVel3lebmuv/9j1u3Tr1TUotEVZiTBXRugiUx/xipr/vOCrYfp89qzdV953YqbtvmytxEAXpVce2zLnvXx2o7licfzihSeMfpklpaeic3tTkPAO
k01Tr8J7RMoeeMxr2EdUd/KZkkeq8meOA+lCjHXzTZntWsIQxsMLRxx1Pqq3Gm5PEQMCyVphxj9xKX2boOmGO+feUGuR7DVHx5r7AzmjzeOGrJU/Gq8K
eKynlP0hnMT3YGwin+E8DeXDOY7jYT1xacPqluMX+qPKugR3oyHa5JGR+OwzfBgjVNA8eDB07dH3EjaU0Acr2TV1044T7KEpB9GUh2jYxtpERr9dFvWW
UgR+e3eyzpVMf06vM3gsLu2i7Fzp9FF6nUEsSjfKXzfyzquyKbLebPvzUaYWsslbxLaE0LJFuS0oKOeLnWPxJV3yEIu3SUDULld+Fsxn02s7UIJyxDD1
fnQFl0yJu1K6nomrkSdmsSdKsROU+IDO8QGZYuElSb3cZpIAs9bx6DrmycG1hHl9WfkE9DW6UXRxzzw9WOGE2X57b9pu+8rXOS1Se8cOVnYrK6QmA10B
Jjtg4R9G5yCoxlDWv7q7k4XMa9uRrpriFo/ITXUndQ4235ZGocp2dVmY4PKLomzFZgdh4gEd4H3GBV32tnq0HxVgVhz6/pKfPhVPuDJQZtwYRr2qUr8Y
pZ3r5VxMW1uwUjKzRSkbpW7DaVuWMlAQAcNdVRl9eEVlLayzvb2iqbEbYegKuVeIdRo5oqn0ljVgbivUXL1Ou5sLAbUcXbrz9rn6qMx23Q2249sr96md
N6vKjT/k0M3xuTTRRZo3mapZJ18OGuHeHs8ia5BnXvnvE2csOPeqOjYkIXphYTAnDgdEpicZQ5Lginst4sOEYtzVZZFXse3ZrJ4a7DCiY69O7ReS383f
PcjY3mRaGeLjPiyNAOMFTgd2xeT2ocsM3+g+MqYr7LqOHknwHl5nd6ZlLr7or815K6Q27MOTLV3nIOzV9BqCp6n4k7+/dood8vX+yMm4N3QyuaZVMMqX
FuT/shOHYwJZIjv3Bbjij9RhHV7kdwSkR48hlQrFsW2VC37sRwNS7VhF1z9yiR2y+su5aC+K8dEDtF7MO84abdFCOqU4LJ2PbvigwsDLA5HgOAFsba19
X+AJ2DNxOhaz3mCy0uKSzRB/zvjTyRQeF7Fcr6py6LakXzBhH2l41LCEtKV3/2LhHcprp5z3CX95V1+du1tPRZPVuxpft1LUK1P9vYR05WHlQlcxROcj
iPtsXTIGghy3wgyiXAhvPsBOeLE8DBtjgYVUXF8MLZ6Z7Zl8gr3uv1FpN+NrorZGFoXCba9noo5cVbNLcbvq3AHEFitQEoY6pdMFwAC0NucjLLX0HY16
pRcmjLpl8qjjKRqt2xdz6JpR60+QOuz6Zd7LAgsHR/Wz3BB2udnkuzbIue/YKwz9I+HDJ2muJFbDe6dIfXCMvcDYIqRP72UMurLJsoRXNB30mcqVURaA
y0FcJWpnKOZbL/p0ad8R0SgosPWx9eYDDvO6bdKCKQ/18zXqUL+C/ipJkg4STOTUYXSdwOAwlLG4QXMm6c3DhbihPy7F0UTMxITRtyEjZlHg+NrXiobe
c6o7VZjaz/S4Z450lO27xxYWDTQ/dyTZq/GRJ4B4ftVGVXBbC2k0mdLNLqSt+P0Kt1g/GM8RsUSMLSkLfLIk5m1D62PRRNRxmfAjLUJDqBO6SvMeggWR
yLTMbX/7ysYxgA9Jr+rwzVbEZEroKR6Pwic+B3Ph+xk4APd+RMscKzhK3r6LBd3GmNR/t49lQ//ZLADGNtzNAj+n2aZoOrFT6KKx/k0F3jY4WQZ6ldsi
udGFrHZcsBmgiiH/PaD+soCncq6Iwlljvn4Wc4FlbCU4sG+RK/5GHNvT2pOziGesIc3BHoLf5FeS3QsI1WbCbcZmX03JktHegDM7z+i/zl0XVHFqzEtY
EoqlzHNV7QKxj+igaJOW2WiXzLxhKxD2AR33wLxJUW6p4p5Q+IljkUkjxb4lmUXjHogeImrfO2BiAePBHhEBaxR56c52ToaisPDcdTx96thsPge+O38I
pq+ghwIKbyPuKe7QPX4shrY3jH1Djxh7bADFVm4wVVyR4oHkS9ihntFrRQ/XxbOBeaGIA7ybh1cA2f1o6MxJ4hlgaE9DKJ+QIqAUtx+t4S1f1yZ2Q7vE
S3o7rQOXqkuV0R0h2QvS8O4Ry7/IrHu8u3Jhtl6jHqmVsYcXPigD+HB1ACnktcG5GwCh14GDC2GL5/QKGH+3BlzXMEpW9yS91oO5VTvh6J4doSoIvNIj
yGvirxh4wedS37n3OX99+9M7Jat09ausIKublyneHIKNX3E2dBJFoOXCgLBHdPNjwyh/vAssaOg8iCJbEWNfLKGXwo+O4frIIYDiEjToz9q2GpfmNAQF
NbQd3EQUiVrVEIe9M2VFImN+MGod3qpdTBttKd4bumyHui213MUw3enEJRNvRqN9f+NWqQ2N5frae171Yyukof68gFPTr1YM/mZEpozUee0qh+bihfdL
Du2b1dD7fYoweO5TelWpRcQ+DNmOuc8n7NyYctNaP09uctVzeDvGFn4qIwyaPOhcKTW169rg01GycgH1BV69/kKrPHODdbFpDALYnLus621Zwa1kICst
j3J5o/JgJgJcfBALZLJVmWeq8lplA2Ed1HdAwjwoF4vOpOSw0ZzwgVOusNQdThoqGnBhMY+5aYzBIv77fSyCd6tyK5zmi85HWZk2a1WYBNJZoPpAvxPk
WmoLRw2riUNjMcRMsxgXRo8kIr+eECDf69y69K1kM3O4vcDD7sCviefcpVtgWilp1Pe5gq/QqRFiOz/WL24dUknUqdRiJj48/+Lec/X3H4BUPE88ovGZ
vuvsuDYV3ZxAkx9GxHb9UTcUukJRoac2EBBx4SZUimgF98R1lQ4sxS2EKvMW2uDPbdypynEPHXGAlSONQt/IAoGcfmNMpW8ao8J2BTaWJxkPeXSUoF54
b6UJ/vfKU7RR6xlvP9e8dSBqu2e32l6dirWDveiP5+8rHe/nYcjV5mhqoXMowgVadW9SQbrbX8ygEJJ/UgB8qJDGPRUTSMXBj+gkdzpTpTiivNkT7O+f
F0V9oCrwvFBnuLB1hR4PZiot++Ia3Mmhc8JxZetFAJIE6JhUal3eYdyDiG14y3HtfkQzLMrqe5mu7CR+QvSeNJ/GiwvCseyGrNZBgc6IhxxEtYygL4w2
vwh+S7rSeVapglOuSGO3kQgFGx5rqMq8UouyUqHrJKk/QHB5iTEg7JNovk6Ih11mkVQH3r5/W8JvHIFWJpJwwgksHRiwX0qbZNC1yPWdSsT7la7FBpxk
gKgt+whZw+8Q7MSNWuoiCahU4ztiXM551LsiFV7Fs9fPJ++UDq8Y2IdJq/9QbVDcXsCoqrbCJC7FvfiGXyVx+dSHV0pWqhJf3OMQUD5i5hX8WZuIl65w
GwaMLRbKpKvwwxf37Q8/2SA/2j/nHV9imnEODvQH1Ha8mn2UoKFmX5HPgpUv7+8fMBXOeZmUt+KS56Wm5Pe6LMIBLO7SwxMkW/3Aj55cGQQnSvcgXG7W
S5eOurwUV9etUThg9EMOb8XMXnGBjM95okt+79A+x8C/vPgfx3smH6v2xPPfsmfi8urj//zntbj8LXv2PFEfVRri4MukbtZrWe3I84ouE8jdsReGUsB6
scfJV94vwQDPBpadmTQwdSw+fHHPNNuLLVBaF8sP11YLvirLXMFjAchqhoH47/8SwXD2CHkXPCF8Fk4e0SN5pfsRa+uYfr9oJugnUXT9WhcyZ+UzKKHe
T5IRDONOapU2FVSswJ0Kz0SxVtD+CkCAm8QsnHCPGINaKfz5EOea9DXGk5BXhknx9ifMWj8efzyG0mx4TEAmKtbaEy6ZZd9DwAb0gMrGMKibmzX+bkyI
kRxvGv9OwMSpwnxHJQOowtlionuVcCFXpdeYDW3bIMaBsIZPhdSfH7t5Cifu+8iQ5D5YJmi5lc6gjCJkCwTH/OBYUIgw9h4CxBq6MpvnwCyaa40c75zT
KxC35v8FFa+nto1OAAA=
""")
}
