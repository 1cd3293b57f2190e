// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let workerJS = PlayerFile(name: "worker.js", text: ##"""
const sampleRates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];
function audioFormat(configuration) {
if (configuration.length < 2) return null;
const bits = configuration.reduce((text, byte) => text + byte.toString(2).padStart(8, "0"), "");
const objectType = parseInt(bits.slice(0, 5), 2);
const index = parseInt(bits.slice(5, 9), 2);
const sampleRate = index === 15 ? parseInt(bits.slice(9, 33), 2) : sampleRates[index];
const channels = parseInt(bits.slice(index === 15 ? 33 : 9).slice(0, 4), 2);
if (!objectType || objectType === 31 || !sampleRate) return null;
return { codec: `mp4a.40.${objectType}`, sampleRate, channels: channels === 7 ? 8 : channels || 2 };
}
const lead = 400_000;
const oldLimit = 100_000;
const firstMargin = 8_000;
const marginStep = 4_000;
const longestMargin = 60_000;
const beginLead = 20_000;
const silenceLimit = 200_000;
const maximumFrames = 4096;
class AudioDecoding {
constructor(clock, now, needsOutput) {
this.clock = clock;
this.now = now;
this.needsOutput = needsOutput;
this.waiting = [];
this.decoder = null;
this.configuration = "";
this.port = null;
this.output = null;
this.margin = firstMargin;
this.hasBegun = false;
this.wholeAt = 0;
this.isWhole = false;
this.interruptions = 0;
this.level = 0;
}
connect(port) {
this.port?.close();
this.port = port;
this.hasBegun = false;
this.clock.soundStopped();
if (!port) this.restart();
else port.onmessage = ({ data }) => this.heard(data);
}
restart() {
this.waiting = [];
this.hasBegun = false;
this.configuration = "";
this.port?.postMessage({ stop: true });
if (this.decoder && this.decoder.state !== "closed") this.decoder.close();
this.decoder = null;
}
add(frame, track) {
if (!this.prepare(track)) return;
if (this.waiting.length < maximumFrames) this.waiting.push(frame);
this.pump();
}
pump() {
const now = this.now();
while (this.waiting.length && this.decoder) {
const due = this.clock.due(this.waiting[0].presentationTime) ?? now;
if (due > now + lead) return;
const frame = (this.waiting.shift());
if (due < now - oldLimit) continue;
try {
this.decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: frame.presentationTime, data: frame.payload }));
} catch {
this.restart();
}
}
}
prepare(track) {
const configuration = String(track.configuration);
if (this.decoder && configuration === this.configuration) return true;
const format = audioFormat(track.configuration);
if (!format) return false;
this.restart();
this.configuration = configuration;
this.decoder = new AudioDecoder({
output: (data) => this.decoded(data),
error: () => { this.decoder = null; },
});
this.decoder.configure({
codec: format.codec, sampleRate: format.sampleRate, numberOfChannels: format.channels,
description: track.configuration,
});
return true;
}
decoded(data) {
const { timestamp, numberOfFrames, numberOfChannels, sampleRate } = data;
if (this.port && this.output?.rate === sampleRate) {
const planes = Array.from({ length: Math.min(2, numberOfChannels) }, (_, planeIndex) => {
const plane = new Float32Array(numberOfFrames);
data.copyTo(plane, { planeIndex, format: "f32-planar" });
return plane;
});
this.clock.isReady("audio", timestamp, this.now() + this.margin + this.output.latency);
this.port.postMessage({ media: timestamp, planes }, planes.map((plane) => plane.buffer));
if (!this.hasBegun) this.begin(this.clock.wanted);
} else {
this.needsOutput({ sampleRate, channels: Math.min(2, numberOfChannels) });
}
data.close();
}
begin(delay) {
if (delay === null || !this.output || !this.port) return;
const { frame, at, rate } = this.output;
const then = this.now() + beginLead + this.output.latency;
const begin = { frame: Math.round(frame + (then - at) * rate / 1e6), media: then - delay };
this.port.postMessage({ begin, stretch: 0 });
this.hasBegun = true;
this.isWhole = false;
this.wholeAt = then;
}
heard(report) {
const now = this.now();
this.level = report.level;
this.pump();
if (!this.output || !this.hasBegun) return;
if (report.media === null) {
this.hasBegun = false;
} else if (report.isWhole) {
this.wholeAt = now;
const at = this.output.at + (report.frame - this.output.frame) * 1e6 / this.output.rate;
const correction = this.clock.soundHeard(report.media, at);
if ("jump" in correction) this.begin(correction.jump ?? null);
else this.port?.postMessage(correction);
this.isWhole = true;
} else if (now - this.wholeAt > silenceLimit) {
this.clock.soundIsClock = false;
this.hasBegun = false;
} else if (this.isWhole) {
this.isWhole = false;
this.interruptions += 1;
this.margin = Math.min(longestMargin, this.margin + marginStep);
}
}
}
const readyWindow = 128;
const arrivalWindow = 96;
const readyParts = { video: 0.92, audio: 0.97 };
const jitterLimit = 300_000;
const lateLimit = 100_000;
const frozenLimit = 250_000;
const joiningLimit = 1_500_000;
const burstPause = 50_000;
const settlingTime = 400_000;
const soundRate = 0.05;
const refreshTime = 14_000;
const soundTolerance = 8_000;
const soundJump = 400_000;
class PlaybackClock {
constructor(target) {
this.target = target;
this.rewound = 0;
this.arrivals = new Readiness(arrivalWindow);
this.ready = {};
this.advancedAt = 0;
this.soundIsClock = false;
this.edge = -Infinity;
this.delay = null;
this.restart();
}
restart() {
this.delay = null;
this.arrivals = new Readiness(arrivalWindow);
this.ready = { video: new Readiness(readyWindow), audio: new Readiness(readyWindow) };
this.advancedAt = 0;
this.soundIsClock = false;
this.edge = -Infinity;
}
began(media, at, age, rewind) {
this.restart();
this.rewound = rewind ? age : 0;
this.delay = at - media - (rewind ? 0 : age);
this.edge = media + age;
this.advancedAt = at;
}
arrived(media, at) {
if (this.isRecent(media, at)) this.arrivals.add(at - media);
}
isReady(kind, media, at) {
if (this.isRecent(media, at)) this.ready[kind].add(at - media - this.rewound);
}
isRecent(media, at) {
return this.delay !== null && at > 0 && media >= this.edge - lateLimit;
}
soundStopped() {
this.soundIsClock = false;
this.ready.audio = new Readiness(readyWindow);
}
get wanted() {
if (this.delay === null) return null;
const base = this.arrivals.least;
if (base === null) return this.delay;
const needs = [this.ready.video.quantile(readyParts.video) ?? base, this.ready.audio.quantile(readyParts.audio) ?? base];
const need = Math.min(Math.max(base, ...needs), base + jitterLimit);
return Math.max(need, base + this.target) + this.rewound;
}
get statistics() {
const { wanted, delay, arrivals } = this;
const base = arrivals.least;
return { delay: delay !== null && base !== null ? delay - base : 0, error: delay !== null && wanted !== null ? delay - wanted : 0 };
}
advance(now) {
const { wanted } = this;
const passed = Math.max(0, now - this.advancedAt);
this.advancedAt = now;
if (wanted === null || this.delay === null || this.soundIsClock) return;
this.delay = wanted > this.delay ? wanted : wanted + (this.delay - wanted) * Math.exp(-passed / settlingTime);
}
soundHeard(media, at) {
const wanted = this.wanted ?? at - media;
const error = at - media - wanted;
if (Math.abs(error) > soundJump) {
this.soundIsClock = false;
return { jump: wanted };
}
this.delay = at - media;
this.soundIsClock = true;
if (Math.abs(error) < soundTolerance) return { stretch: 0 };
return { stretch: Math.max(-soundRate, Math.min(soundRate, error / 1e6)) };
}
due(media) {
return this.delay === null ? null : media + this.delay;
}
showAt(media, now, stream) {
const due = (this.due(media) ?? now) - (this.soundIsClock ? refreshTime : 0);
if (due >= now - lateLimit) return Math.max(due, now);
if (media >= stream.newest) return stream.isJoining ? Math.max(now, stream.arrivedAt + burstPause) : now;
return now - stream.shownAt > (stream.isJoining ? joiningLimit : frozenLimit) ? now : null;
}
}
class Readiness {
constructor(size) {
this.size = size;
this.values = [];
this.at = 0;
this.isSorted = true;
this.sorted = [];
}
add(value) {
this.values[this.at] = value;
this.at = (this.at + 1) % this.size;
this.isSorted = false;
}
quantile(part) {
if (!this.values.length) return null;
if (!this.isSorted) this.sorted = [...this.values].sort((a, b) => a - b);
this.isSorted = true;
return this.sorted[Math.min(this.sorted.length - 1, Math.floor(part * this.sorted.length))];
}
get least() { return this.quantile(0); }
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
const Kind = Object.freeze({ video: 1, audio: 2, data: 3 });
const State = Object.freeze({ waiting: 0, live: 1, interrupted: 2, gone: 255 });
function isStreamName(name) {
return name.length <= 255 && /^[A-Za-z0-9\-_.~]+(\/[A-Za-z0-9\-_.~]+)*$/.test(name)
&& !name.split("/").some((part) => part === "." || part === "..");
}
const isToken = (token) => /^[\x21-\x7E]{1,4096}$/.test(token);
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
const maximumPictures = 6;
class Picture {
constructor(canvas, clock, now, events) {
this.canvas = canvas;
this.context = (canvas.getContext("2d", { alpha: false }));
this.clock = clock;
this.now = now;
this.events = events;
this.waiting = [];
this.timer = 0;
this.shown = 0;
this.dropped = 0;
this.stream = { newest: -Infinity, arrivedAt: 0, shownAt: 0, isJoining: true };
}
join(now) {
this.clear();
this.stream = { newest: -Infinity, arrivedAt: now, shownAt: now, isJoining: true };
}
arrived(media, now) {
this.stream.newest = Math.max(this.stream.newest, media);
this.stream.arrivedAt = now;
}
get mayDecode() {
return this.waiting.length < maximumPictures;
}
offer(picture, arrival) {
const decodedAt = this.now();
if (!this.stream.isJoining) this.clock.isReady("video", picture.timestamp, decodedAt);
this.waiting.push({ picture, arrival, decodedAt });
this.tick();
}
clear() {
clearTimeout(this.timer);
for (const { picture } of this.waiting) picture.close();
this.waiting = [];
}
tick() {
clearTimeout(this.timer);
const now = this.now();
this.clock.advance(now);
let chosen = null;
while (this.waiting.length) {
const at = this.clock.showAt(this.waiting[0].picture.timestamp, now, this.stream);
if (at !== null && at > now) {
this.timer = Number(setTimeout(() => this.tick(), (at - now) / 1000));
break;
}
const next = this.waiting.shift();
const old = at === null ? next : chosen;
if (at !== null) chosen = next;
if (!old) continue;
old.picture.close();
if (!this.stream.isJoining) this.dropped += 1;
}
if (chosen) this.show(chosen.picture, chosen.arrival, chosen.decodedAt);
if (this.mayDecode) this.events.mayDecode();
}
show(picture, arrival, decodedAt) {
const { canvas } = this;
const { displayWidth, displayHeight } = picture;
if (canvas.width !== displayWidth || canvas.height !== displayHeight) {
canvas.width = displayWidth;
canvas.height = displayHeight;
}
this.context.drawImage(picture, 0, 0, displayWidth, displayHeight);
picture.close();
this.shown += 1;
const now = this.now();
this.stream.shownAt = now;
this.stream.isJoining = false;
this.events.shown(arrival, decodedAt, now);
}
}
const size = 600;
class Distribution {
constructor() {
this.values = [];
this.at = 0;
}
add(value) {
this.values[this.at] = value;
this.at = (this.at + 1) % size;
}
clear() {
this.values = [];
this.at = 0;
}
get summary() {
const sorted = [...this.values].sort((a, b) => a - b);
const quantile = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
return { count: sorted.length, p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99), most: quantile(1) };
}
}
class Rate {
constructor() {
this.total = 0;
this.at = 0;
this.perSecond = 0;
}
update(total, now) {
if (this.at && now > this.at) this.perSecond = Math.max(0, total - this.total) * 1e6 / (now - this.at);
this.total = total;
this.at = now;
return this.perSecond;
}
}
const NAL = Object.freeze({ sps: 7, pps: 8, delimiter: 9 });
const nalType = (unit) => unit[0] & 31;
function nalUnits(bytes) {
const units = [];
let start = -1;
for (let at = bytes.indexOf(1, 2); at >= 0; at = bytes.indexOf(1, at + 1)) {
if (bytes[at - 1] || bytes[at - 2]) continue;
if (start >= 0) units.push(trimmed(bytes, start, at - 2));
start = at + 1;
}
if (start >= 0) units.push(trimmed(bytes, start, bytes.length));
return units.filter((unit) => unit.length);
}
function trimmed(bytes, start, end) {
while (end > start && bytes[end - 1] === 0) end--;
return bytes.subarray(start, end);
}
const maximumSets = 31;
const parameterSets = (units, type) =>
units.filter((unit) => nalType(unit) === type && unit.length >= (type === NAL.sps ? 4 : 2)).slice(0, maximumSets);
const codecString = (sps) =>
"avc1." + [...sps.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join("");
const profilesWithChroma = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];
function pictureSize(sps) {
const bits = new BitReader(sps.subarray(4));
const profile = sps[1];
bits.ue();
let chroma = 1;
if (profilesWithChroma.includes(profile)) {
chroma = bits.ue();
if (chroma === 3) bits.skip(1);
bits.ue();
bits.ue();
bits.skip(1);
if (bits.u(1)) for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) if (bits.u(1)) scalingList(bits, list < 6 ? 16 : 64);
}
bits.ue();
const orderType = bits.ue();
if (orderType === 0) bits.ue();
if (orderType === 1) {
bits.skip(1);
bits.ue();
bits.ue();
const cycle = bits.ue();
for (let index = 0; index < cycle && cycle < 256; index++) bits.ue();
}
bits.ue();
bits.skip(1);
const width = 16 * (bits.ue() + 1);
const mapUnits = bits.ue() + 1;
const framesOnly = bits.u(1);
if (!framesOnly) bits.skip(1);
bits.skip(1);
const crop = bits.u(1) ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
const unitY = (chroma === 1 ? 2 : 1) * (2 - framesOnly);
const size = {
width: width - unitX * (crop[0] + crop[1]),
height: 16 * mapUnits * (2 - framesOnly) - unitY * (crop[2] + crop[3]),
};
const isValid = !bits.isOverrun && size.width > 0 && size.height > 0 && size.width <= 16384 && size.height <= 16384;
return isValid ? size : null;
}
function scalingList(bits, count) {
let last = 8;
for (let index = 0; index < count; index++) {
const code = bits.ue();
last = (last + (code & 1 ? (code + 1) / 2 : -code / 2) + 256) % 256;
if (last === 0) return;
}
}
class BitReader {
constructor(bytes) {
this.bytes = bytes.filter((byte, index) => !(byte === 3 && index > 1 && !bytes[index - 1] && !bytes[index - 2]));
this.at = 0;
}
get isOverrun() { return this.at > 8 * this.bytes.length; }
u(count) {
let value = 0;
for (; count; count--, this.at++) value = value * 2 + (((this.bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1);
return value;
}
skip(count) { this.at += count; }
ue() {
let zeros = 0;
while (zeros < 31 && !this.isOverrun && !this.u(1)) zeros++;
return 2 ** zeros - 1 + this.u(zeros);
}
}
const maximumInDecoder = 8;
const maximumWaiting = 4096;
const failuresBeforeSoftware = 2;
const failuresInVain = 8;
class VideoDecoding {
constructor(events) {
this.events = events;
this.waiting = [];
this.inDecoder = new Map();
this.decoder = null;
this.codec = "";
this.parameters = "";
this.needsRandomAccess = true;
this.firstShown = -Infinity;
this.failures = 0;
this.failuresInAll = 0;
this.skipped = 0;
}
restart() {
this.skipped += this.waiting.length;
this.waiting = [];
this.inDecoder.clear();
this.needsRandomAccess = true;
this.parameters = "";
if (this.decoder?.state === "configured") this.decoder.reset();
}
close() {
this.restart();
if (this.decoder && this.decoder.state !== "closed") this.decoder.close();
this.decoder = null;
}
add(frame, now) {
const isRandomAccess = (frame.flags & Flag.randomAccess) !== 0;
if (isRandomAccess && this.isBehind()) this.restart();
if (this.needsRandomAccess && !isRandomAccess) {
this.skipped += 1;
this.events.needsKeyFrame();
return;
}
if (this.waiting.length === maximumWaiting) return this.restart();
this.needsRandomAccess = false;
this.waiting.push({ frame, arrivedAt: now });
this.pump();
}
isBehind() {
const oldest = this.inDecoder.values().next().value ?? this.waiting[0];
return this.waiting.length + this.inDecoder.size > 2 && this.events.isLate(oldest.frame);
}
pump() {
while (this.waiting.length && this.events.mayDecode() && (this.decoder?.decodeQueueSize ?? 0) < maximumInDecoder) {
this.decode((this.waiting.shift()));
}
}
decode(arrival) {
const { frame } = arrival;
const isKey = (frame.flags & Flag.randomAccess) !== 0;
try {
if (isKey) this.configure(frame);
if (this.decoder?.state !== "configured") return;
this.inDecoder.set(frame.presentationTime, arrival);
this.decoder.decode(new EncodedVideoChunk({
type: isKey ? "key" : "delta", timestamp: frame.presentationTime, data: frame.payload,
}));
} catch {
this.failed();
}
}
configure(frame) {
const sps = parameterSets(nalUnits(frame.payload), NAL.sps)[0];
if (!sps) return;
const parameters = String(sps);
if (parameters === this.parameters && this.decoder?.state === "configured") return;
this.firstShown = frame.presentationTime;
this.parameters = parameters;
this.codec = codecString(sps);
if (!this.decoder || this.decoder.state === "closed") this.decoder = this.makeDecoder();
const configuration = { codec: this.codec, optimizeForLatency: true };
if (this.failures >= failuresBeforeSoftware) configuration.hardwareAcceleration = "prefer-software";
this.decoder.configure(configuration);
}
makeDecoder() {
const decoder = new VideoDecoder({
output: (picture) => {
const arrival = this.inDecoder.get(picture.timestamp);
this.inDecoder.delete(picture.timestamp);
this.failures = 0;
if (arrival && this.decoder === decoder && picture.timestamp >= this.firstShown) this.events.decoded(picture, arrival);
else picture.close();
this.pump();
},
error: (error) => {
if (this.decoder !== decoder) return;
this.failed(error.name === "NotSupportedError");
},
});
decoder.addEventListener("dequeue", () => this.pump());
return decoder;
}
failed(isUnsupported = false) {
this.failures += 1;
if (this.failures === (isUnsupported ? failuresBeforeSoftware + 1 : failuresInVain)) this.events.unsupported(this.codec);
this.failuresInAll += 1;
const { waiting, decoder } = this;
this.decoder = null;
if (decoder && decoder.state !== "closed") decoder.close();
this.inDecoder.clear();
this.parameters = "";
const next = waiting.findIndex(({ frame }) => frame.flags & Flag.randomAccess);
this.needsRandomAccess = next < 0;
this.waiting = next < 0 ? [] : waiting.slice(next);
this.events.needsKeyFrame();
this.pump();
}
}
const overtakenLimit = 250_000;
class Playback {
constructor(canvas, session) {
this.canvas = canvas;
this.session = session;
this.clock = new PlaybackClock(session.target);
this.arrivalToDecoded = new Distribution();
this.arrivalToShown = new Distribution();
this.picture = new Picture(canvas, this.clock, session.now, {
shown: (arrival, decodedAt, now) => {
this.arrivalToDecoded.add(decodedAt - arrival.arrivedAt);
this.arrivalToShown.add(now - arrival.arrivedAt);
session.shown(arrival, now);
},
mayDecode: () => this.video.pump(),
});
this.video = new VideoDecoding({
decoded: (picture, arrival) => this.picture.offer(picture, arrival),
mayDecode: () => this.picture.mayDecode,
isLate: (frame) => (this.clock.due(frame.presentationTime) ?? Infinity) < session.now() - overtakenLimit,
needsKeyFrame: session.requestKeyFrame,
unsupported: (codec) => session.post({ unsupported: codec }),
});
this.audio = new AudioDecoding(this.clock, session.now, (format) => session.post({ needsOutput: format }));
this.hasSound = false;
this.decodeTimes = new Map();
}
connectSound(port) {
this.hasSound = port !== null;
this.audio.connect(port);
}
restart() {
this.clock.restart();
this.decodeTimes.clear();
this.video.restart();
this.audio.restart();
this.picture.join(this.session.now());
}
add(frame, track, now, beginning) {
const media = frame.presentationTime;
const isJump = frame.flags & Flag.discontinuity || frame.decodeTime < (this.decodeTimes.get(track.track) ?? -Infinity);
this.decodeTimes.set(track.track, frame.decodeTime);
if (this.clock.delay === null) {
this.clock.began(media, now, beginning.age, beginning.rewind);
} else if (isJump) {
this.clock.began(media, now, 0, false);
this.picture.join(now);
this.audio.restart();
}
this.clock.arrived(media, now);
if (track.kind === Kind.audio) {
if (this.hasSound) this.audio.add(frame, track);
} else {
this.picture.arrived(media, now);
this.video.add(frame, now);
}
}
tick() {
this.video.pump();
this.audio.pump();
}
async snapshot() {
return this.canvas.convertToBlob({ type: "image/png" });
}
close() {
this.picture.clear();
this.video.close();
this.audio.connect(null);
}
get statistics() {
const { clock, picture, video, audio } = this;
return {
path: "WebCodecs", codec: video.codec, width: this.canvas.width, height: this.canvas.height,
shown: picture.shown, dropped: picture.dropped, skipped: video.skipped, failures: video.failuresInAll,
waiting: video.waiting.length + video.inDecoder.size, ...clock.statistics,
hasSound: this.hasSound, soundIsClock: clock.soundIsClock, soundLevel: audio.level,
interruptions: audio.interruptions,
arrivalToDecoded: this.arrivalToDecoded.summary, arrivalToShown: this.arrivalToShown.summary,
};
}
}
const gapReasons = Object.freeze([
"left out", "latency", "undecodable", "publisher", "not requested", "reconnection", "not named",
]);
const notRequested = 4;
const reconnection = 5;
const notNamed = 6;
class FrameAccount {
constructor() {
this.instance = null;
this.epoch = 0;
this.before = { epoch: 0, next: (new Map()) };
this.next = new Map();
this.received = 0;
this.repeated = 0;
this.missed = gapReasons.map(() => 0);
this.joined = new Set();
}
get lost() {
return this.missed.reduce((sum, count, reason) => reason === notRequested ? sum : sum + count, 0);
}
welcomed(instance) {
if (instance !== this.instance) this.next.clear();
this.instance = instance;
this.joined.clear();
}
began(epoch) {
if (epoch === this.epoch) return;
const isNext = this.epoch !== 0 && epoch === this.epoch + 1;
this.before = { epoch: this.epoch, next: this.next };
this.epoch = epoch;
this.next = new Map(isNext ? [...this.next.keys()].map((track) => [track, 0n]) : []);
}
gap(gap) {
const account = [this, this.before].find(({ epoch }) => epoch === gap.epoch)?.next;
const next = account?.get(gap.track);
if (!account || next === undefined) return;
const end = gap.first + gap.count;
if (gap.first > next) this.jump(gap.track, gap.first - next);
if (end <= next) return;
this.miss(gap.reason < reconnection ? gap.reason : 0, end - (gap.first > next ? gap.first : next));
account.set(gap.track, end);
}
frame(frame) {
const next = this.next.get(frame.track);
if (next !== undefined && frame.sequence < next) {
this.repeated += 1;
} else {
if (next !== undefined) this.jump(frame.track, frame.sequence - next);
this.received += 1;
this.next.set(frame.track, frame.sequence + 1n);
}
this.joined.add(frame.track);
}
jump(track, count) {
this.miss(this.joined.has(track) ? notNamed : reconnection, count);
}
miss(reason, count) {
this.missed[reason] += Number(count);
}
}
const defaultPort = 7450;
function parseSource(source, base) {
const written = /^(streamd|tls):\/\/([^/?#]+)(\/[^?#]*)?$/.exec(source);
if (written) return parseRedirect(source, { secure: false, host: "", stream: "live" });
let url;
try {
url = new URL(source, base);
} catch {
return null;
}
if (!["http:", "https:", "ws:", "wss:"].includes(url.protocol)) return null;
const stream = url.pathname.slice(1);
if (stream && !isStreamName(stream)) return null;
return { secure: url.protocol === "https:" || url.protocol === "wss:", host: url.host, stream };
}
function parseRedirect(text, from) {
const match = /^(?:(streamd|tls):\/\/)?([A-Za-z0-9.\-_]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?(?:\/(.*))?$/.exec(text);
if (!match) return null;
const [, scheme, host, port, name] = match;
const secure = scheme ? scheme === "tls" : from.secure;
const stream = name || from.stream;
if (!isStreamName(stream) || Number(port ?? 1) > 65535 || Number(port ?? 1) < 1) return null;
if (from.secure && !secure) return null;
return { secure, host: `${host}:${port ?? defaultPort}`, stream };
}
const webSocketURL = (address) => `${address.secure ? "wss" : "ws"}://${address.host}/${address.stream}`;
const httpOrigin = (address) => `${address.secure ? "https" : "http"}://${address.host}`;
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
const drift = 200e-6;
const clockStep = 1000;
const sampleLifetime = 60e6;
const maximumPings = 8;
class LatencyMeter {
constructor() {
this.pings = [];
this.relay = null;
this.publisher = null;
this.roundTrip = 0;
}
restart() {
this.pings = [];
this.relay = this.publisher = null;
}
dropPublisher() {
this.publisher = null;
}
pingSent(now) {
this.pings = [...this.pings, now].slice(-maximumPings);
}
pong(pong, now) {
const index = this.pings.indexOf(pong.sent);
if (index < 0) return;
this.pings.splice(index, 1);
const roundTrip = Math.max(0, now - pong.sent - (pong.answered - pong.received));
const offset = (pong.received - pong.sent + pong.answered - now) / 2;
const sample = { offset, errorBound: roundTrip / 2 + clockStep, at: now };
this.roundTrip = roundTrip;
if (!this.relay || now - this.relay.at > sampleLifetime || sample.errorBound <= boundAt(this.relay, now)) {
this.relay = sample;
}
}
clockOffset(message, now) {
this.publisher = { offset: message.offset, errorBound: message.errorBound, at: now };
}
of(captureTime, at) {
if (!this.relay || !this.publisher || captureTime === 0 || at - this.relay.at > sampleLifetime) return null;
const latency = Math.max(0, at - (captureTime - this.publisher.offset - this.relay.offset));
return { latency, errorBound: boundAt(this.relay, at) + boundAt(this.publisher, at) + 2 * drift * latency };
}
}
const boundAt = (sample, now) => sample.errorBound + drift * Math.max(0, now - sample.at);
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
const tickInterval = 100;
const reportInterval = 5000;
const pingInterval = 2000;
const statisticsInterval = 500;
const requestInterval = 2000;
const maximumLatency = 1000;
const codecs = Object.freeze({ [Kind.video]: "H264", [Kind.audio]: "mp4a" });
const now = () => Math.round((performance.timeOrigin + performance.now()) * 1000);
const instance = crypto.getRandomValues(new Uint8Array(16));
class Session {
constructor(settings, post) {
this.settings = settings;
this.post = post;
this.connection = new Connection(settings.address, Math.random);
this.account = new FrameAccount();
this.meter = new LatencyMeter();
this.shownLatency = new Distribution();
this.receivedLatency = new Distribution();
this.bytes = 0;
this.bitRate = new Rate();
this.frameRate = new Rate();
this.state = State.waiting;
this.tracks = new Map();
this.beginning = { age: 0, rewind: false };
this.history = 0;
this.kinds = settings.kinds;
this.requestedAt = -Infinity;
this.hasPicture = false;
this.sentAt = {};
this.arrivalLatency = (null);
this.lastLatency = (null);
this.socket = null;
this.output = ((null));
}
open(output) {
this.output = output;
this.timer = setInterval(() => this.tick(), tickInterval);
this.connect();
}
connect({ kinds = this.settings.kinds, history = 0 } = {}) {
this.kinds = kinds;
this.history = history;
this.perform(this.connection.start(performance.now()));
}
disconnect() {
this.perform(this.connection.close());
}
close() {
clearInterval(this.timer);
this.disconnect();
this.output.close();
}
perform(action) {
if (!action) return;
this.leave();
if (action.kind === "connect") this.dial(action.address);
else this.post({ connection: action.kind, end: "end" in action ? action.end : null });
}
leave() {
const { socket } = this;
if (!socket) return;
this.socket = null;
socket.onopen = socket.onmessage = socket.onclose = null;
if (socket.readyState === WebSocket.OPEN) socket.send(encodeGoodbye());
socket.close();
}
dial(address) {
this.post({ connection: "connect", end: null });
let socket;
try {
socket = new WebSocket(webSocketURL(address), "streamd");
} catch {
return this.perform(this.connection.closed(performance.now()));
}
const reader = new MessageReader(Role.subscribe);
this.socket = socket;
socket.binaryType = "arraybuffer";
const opened = socket;
socket.onopen = () => {
opened.send(preface);
opened.send(encodeHello({
role: Role.subscribe, name: address.stream, instance, token: this.settings.token || undefined,
client: "streamd web player", kinds: this.kinds, history: this.history || 1,
maximumLatency: Math.max(maximumLatency, 2 * this.settings.latency),
randomAccessOnly: this.settings.isPreview,
}));
};
socket.onmessage = ({ data }) => this.receive(reader, data);
socket.onclose = () => this.perform(this.connection.closed(performance.now()));
}
receive(reader, data) {
try {
if (typeof data === "string") throw new ProtocolError("not-this-protocol");
this.bytes += data.byteLength;
this.connection.received(performance.now());
reader.push(new Uint8Array(data));
const { socket } = this;
for (let message = reader.next(); message && this.socket === socket; message = reader.next()) this.handle(message);
} catch (error) {
const { name, message } = (error);
if (!(error instanceof ProtocolError)) throw error;
this.send(encodeError(name));
const end = { type: "end", name, code: 0x0102, retryable: false, retryAfter: 0, reason: message, redirect: "" };
this.perform(this.connection.ended((end), performance.now()));
}
}
handle(message) {
const at = now();
switch (message.type) {
case "frame": return this.frame(message, at);
case "gap": return this.account.gap(message);
case "ping": return this.send(encodePong(message.sent, at));
case "pong": return this.meter.pong(message, at);
case "clockOffset": return this.meter.clockOffset(message, at);
case "streamState": return this.changeState(message.state);
case "tracks": return this.began(message);
case "welcome": return this.welcomed(message);
case "end": return this.perform(this.connection.ended(message, performance.now()));
}
}
welcomed(welcome) {
this.connection.welcomed(welcome.pingInterval, performance.now());
this.account.welcomed(welcome.instance);
this.meter.restart();
this.tracks.clear();
this.restart();
this.beginning = { age: (welcome.historyGranted ?? 0) * 1000, rewind: this.history > 0 };
this.sentAt = {};
this.state = welcome.state;
this.post({
welcome: { relay: welcome.relayName, state: welcome.state, history: this.history ? welcome.historyGranted ?? 0 : 0 },
});
}
restart() {
this.hasPicture = false;
this.output.restart();
}
changeState(state) {
if (state !== this.state) this.post({ state });
this.state = state;
}
began(table) {
if (table.epoch !== this.account.epoch && this.tracks.size) {
this.meter.dropPublisher();
this.restart();
this.beginning = { age: 0, rewind: false };
}
this.account.began(table.epoch);
this.tracks.clear();
const sorted = table.tracks.sort((a, b) => a.track - b.track);
for (const kind of [Kind.video, Kind.audio]) {
const track = sorted.find((track) => track.kind === kind && track.codec === codecs[kind]);
if (track) this.tracks.set(track.track, track);
}
this.post({ tracks: sorted.map(({ kind, codec, width, height, sampleRate }) => ({ kind, codec, width, height, sampleRate })) });
}
frame(frame, at) {
this.account.frame(frame);
const latency = this.meter.of(frame.captureTime, at);
if (latency) this.receivedLatency.add(latency.latency);
this.arrivalLatency = latency;
const track = this.tracks.get(frame.track);
if (track) this.output.add(frame, track, at, this.beginning);
}
shown(arrival, at) {
if (!this.hasPicture) this.post({ picture: true });
this.hasPicture = true;
this.lastLatency = this.meter.of(arrival.frame.captureTime, at);
if (this.lastLatency) this.shownLatency.add(this.lastLatency.latency);
}
requestKeyFrame() {
const time = performance.now();
const track = [...this.tracks.values()].find((track) => track.kind === Kind.video);
if (!track || time - this.requestedAt < requestInterval) return;
this.requestedAt = time;
this.send(encodeKeyFrameRequest(track.track));
}
send(bytes) {
if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(bytes);
}
tick() {
const time = performance.now();
this.perform(this.connection.tick(time));
this.output.tick();
if (this.connection.state === "open") {
this.every("ping", pingInterval, time, () => {
const sent = now();
this.meter.pingSent(sent);
this.send(encodePing(sent));
});
this.every("report", reportInterval, time, () => this.report());
}
this.every("statistics", statisticsInterval, time, () => this.post({ statistics: this.statistics }));
}
every(name, interval, time, action) {
if (time - (this.sentAt[name] ?? -Infinity) < interval) return;
this.sentAt[name] = time;
action();
}
report() {
const { p50, p95 } = this.receivedLatency.summary;
const { received, repeated, lost } = this.account;
this.receivedLatency.clear();
this.send(encodeReceiverReport({
received: received + repeated, missed: lost, bytes: this.bytes, median: Math.min(p50, 2 ** 32 - 1), high: Math.min(p95, 2 ** 32 - 1),
}));
}
get statistics() {
const at = now();
return {
...this.output.statistics, latency: this.lastLatency, arrivalLatency: this.arrivalLatency, latencies: this.shownLatency.summary,
roundTrip: this.meter.roundTrip, received: this.account.received, bytes: this.bytes,
missed: this.account.missed, repeated: this.account.repeated,
bitRate: 8 * this.bitRate.update(this.bytes, at), frameRate: this.frameRate.update(this.account.received, at),
};
}
}
function serve(page, isShared) {
let session = null;
const post = (message, transfer = []) => page.postMessage(message, transfer);
const start = async (settings) => {
const opened = session = new Session(settings, post);
const events = {
now, post, target: settings.latency * 1000, requestKeyFrame: () => opened.requestKeyFrame(),
shown: (arrival, at) => opened.shown(arrival, at),
};
if (settings.canvas) opened.open(new Playback(settings.canvas, events));
else opened.open(new (await import("./segments.js")).Segments(events));
};
const handle = async (data) => {
if (data.start) await start(data.start);
if (!session) return;
const { output } = session;
if (data.token !== undefined) session.settings.token = data.token;
if (data.latency !== undefined && "clock" in output) output.clock.target = data.latency * 1000;
if (data.connect) session.connect(data.connect);
if (data.disconnect) session.disconnect();
if (data.output && "audio" in output) output.audio.output = data.output;
if (data.sound !== undefined) output.connectSound(data.sound);
if (data.snapshot) page.postMessage({ snapshot: await output.snapshot() });
if (data.close) {
session.close();
page.close();
if (!isShared) self.close();
}
};
let last = Promise.resolve();
page.onmessage = ({ data }) => { last = last.then(() => handle(data)); };
}
self.onmessage = ({ data }) => serve(data.port, data.isShared);
export { Flag, Kind, NAL, audioFormat, codecString, nalType, nalUnits, parameterSets, pictureSize, u32Bytes, utf8 };

"""##, gzip: """
H4sIAAAAAAACA719a3fbOLLgd/0KRLdvlowpWpIfceTIOumeyZ2+k35s0jO9dx3NNC1BNicyqSGpOG639rfvqQeAAkg56dl79nSfWMSjABQKQKFeWJRF
3ag6u92s9dus0bWaqssXp8PhMFFnZ2P4c3qMX8dn9Od4BH+Oxvg1przxeHgyTNSI6o0obzQajk8SRdWeH50M5+e91bZYNHlZqGy7zMvXZXWbNdGiLFb5
9bbKICdWD718pfzEdK2L6+ZGvVTjWFW62VaFKrbr9Xlvgf2/yhvouF+n0svtQkdRoz81ibq6b3SsphcKPtUBfqdN+a6p8uI6GsfpJlu+a7Kqic4S1R/2
40T1+7FpoLz6h140P91vtJqqTVbV+tuiiaDZtF7nCx0NE3USJ2psa+TFUn/aU/gkUS+8wg7/ampqTqdqdKJmnQBeJOroCCGoiZy8S6w7N2AXN1lR6HW9
pxtBQ0dHaqJexG5Ax9xHmI4nAgO//ebhYzpVRyNIfOJ6EswSfzyoRbnUi4n65XZznKXHw/SrBwdp90sixpLY3k/EOKZT9VzN1JkSib/9psZqd97b8ajX
OluqqToeDv8+HA7tDK6Xb/LbvFFTNfJzVnlVN99l1XVeqKk6k1m3mPqu0RsAKHPWZXGtRbVTD+SVvs6LN9SPsZdT52tdLLTpytjvym32Kb/d3r6usltc
icfDF6fnvcU6q2v1ClbMH/SiXObFtXqgGtV20ZRVtFiXiw+JKsq7RBVaL+sfts1m28Baam7yOsV8WCDw95zSivJOTaGK+Xb1IN19cf5dljfQ8lRdzjlp
Cb3RFRTHaaa25CJUU9Xvc8amrBq/aGlbc2m3BqNiWjjrJqu/1tdbzMzWtTYduynX+hWAGXJKXv8MaUG5vGh0VW030K9alF7rj3pN30hChV40EXTWog8+
ZoDEWkexPxr483j3EOdpXW6L5bum3Gz0MjJrihrBUpWucfOJz3t6XWuEm5bFra7r7BpGEj2oZdZkakebGDaos2oZQWoMXbcgTLc7ZmxfHx+bs1m6Kevm
O+pJ9KDqptxMVFNttdrxSDxqePpUye+0bmBfezKdqj6icNmP/QI+YkOi2vWy5TJawZJIVFNliw/miHhCXaz0Jqt0RFlm4xH9YjS4M8RbZdwXU2izrW+o
MTvR29tNhAimX2bpKVpAZi1BkbubfK27Ww2Q4qAst9pAIUpZbrUH4XI4hzHWumhwen7Kb3WsZjNaujBKAHGB3TnAzc/hgDc4GA6QkNex+iZfNVEcOxgv
EcbAbpUxHKhNXmyBTKp7Q1Zm2uhvVOg79ccCfi5xi/rmZlt8iB5Uc7/RE9X/oO/7iWryW6DO282EetMaUYLUbXOz+3WZLdUOurdTi6xZ3JjmxUrZ4X8+
AVjEhjTNJz2W8gl+DxEHAKZmlnxuhY82WA4W38jWqKnH5Oxv9wmVt6DkwhSD7Vyo3nd7Aek7cWzoKnro0ZY7UbRt2K2E6vBmkvR0VZXVREVY4EF1rUu1
S3q7YM3a7ukIZgGPehpcil/yfLc58sgvtrdXuvph9Y09+k11Tkh6S10vqhw38YnqQCr1ypuVXc8bnqWQB0eWrmnaFdpdkX1XOzVFehWEg+eBWeWE5Vla
IUc3nSrJGZnmN+uswFP+VVVl9+mqKm+jB0X7xUR9lzU36W1eRON2X2K1S1T094RAfAtsHM2UhMzz/3pdZs3RGNuI/EHG5z0YRLooN/c/lRHWStSDgJow
/ieqvzoaDyAjq/pKYBjLnjtKoD0sr9/qbHkf9XEFyPWfiA1THSh55B9I3KXrrNHF4l4et8E5dKuXeTaRoBmjO/Mrvc02EY0L8YO/0qvtaqUrs/E98c5F
Pg2Qf4vEgO6yotFL3IzweH5o8UxwMHYyr5+ZSNzGaBrMMbjrUftLvc7uzWGHH0hLsPyQ3ZY8lP0mnsI/AB4UH59Zk6jKELCobgo2N7rwzjS4KFletnOC
PJZXTU1bPO4K2B46T9UBrBRdqIGCze4ZdeRQjfRpnNjJpAI02N3+ucfWElU3lW4WNxM1VJYCBYtDy/8RltCxjtAwYJ54qkob/m/fUe9xjlScPgOuwZFY
OFGO5CTHwqAQHXa2LUfXZt+YHkVVHqnjAu0YkWGgAWWNTwBpBndiA4Lma+AVIJ5IPYP5UodeFkykvXKWVaUXfDqF/O+fBHJpiECSjKX+P7a3m77KCwHD
W44uOYWiyAIBcphj3sOvCmAtUuDjwaGQ+B8PbRfelc2/UdGovq2/4euVJK1Hp0r2w4L8klvLwVSNwouS3WC8O2kS7K3uKmsZJ5qxCnbqn/NiiTQ+Gp9Z
Gqmq/GO2tll4FXVVfswqFLo8qI/5UpcTNUxfjBPiefDjOSxgqvCPvGl0ZS69R/6lFzaSfVfzqvxVF/ayfOJl/qPMi7y4tlX/fuJXvtpWdfNjtq0BpX7V
WjfNOi+ugfNsiwpwVlkYM0yHJ27Yq0rXN1xpdNyq81O51lVWLHQoR8Dc/wSilY3htf7HdXZ/lS0+EA351/omq661ozn6BLrFH5ZFvAPo4kLLE1czBwBH
cV7ouo68GY1t/Wx5D/Nottts+RHGsPSu1I9Qul7iBXXwbbHKi7y5tzwhHljybu+x7q3rakeFf3EkhiL9OoLQY0un+4uo/z584IGeFZHd8hKVXetEVfou
L5Zxx80mmFkqqGZQTU1sJwzGskYN6ARVA9jEufBQTaBC7PeLyh1ATtcAswav3IBfvXQ9NmwI71Rv9UIXjcjmndpMWAp3dtctnHDDFH7IiyUf+L8DMk7N
JdSdB8DNjs3osm0FcNSDvRU43D0x/NTTp4DFCzWEXwT2gg8wxNvAbVMA3xfnmAl8hCiw+ykSXYuYJdUBcFjkxHBGHnJ8FrBbEJ7VVpxg52Kts7qhQ5by
QwgOuoGDjC0IjkTncVGl/9xmRZOvdeQOAcpBmQTAT1Q44s5KmGMrzWXL8lCjH9mniECnKTHdcUJjPZBni7uW2FpQ2BYVu6i9fDDVGLyDsCqvm3xRR/Ki
SNOREGOaKLsvGT46wH+Ieiv/xvoT1SY+rGgTZlxiQOkTNUwU38nbValvXZU5B9ljEqThQgc2pz241lg2WV2Lucg+gU5AcEhu24i7NhIrnmLw8urSQc42
WS4ixxt7+x1DvJBwZm60/OPAWzYGG8DC4oD0p0004DEeehxBbFc4MazeHkK4MWMywkP8ms3ETmywiNMW7tFUgdCDncmu6ghLxsBwGm7hMxuLpSpgh+2w
cab3HA/dhxexwV19eRnwNXbHePCuXqIrNtkSzcCyU4lb1SKNEET3wJh6DyJQOjc6N+2po3T8M7FnmtzIdr36prx7ZY8AVI5A97LbUPrKdOJaJelqDKdp
G2EzjxGcqKEQoV5MeYXY08KizCJkudXYG65mDxvqW1roO127apya1/9J7K6aic3NDSnlE/sV6jYt5wv6QVyI5qzAznEVwE+BV5yooxWPvZ5IVjxWiB4A
zRL6HTOz9kwLGNk6/9Xdc+BDTRX8YXr8mK23pHk2eorMV+e8Kytebu5GX5s0qERKAoRj2yGolwxvrqYKU2QLkfl5oEax+ndl+9du2VzievYs22RV46si
qEUW+QfnsytlgMYqGEeapgLMHHOiKEvUFUqvYOO4ivfhRC4TAnlpV5tINPqIgRrxclyty7LCwahnql0yjufmbMTDDI5Fj2+w+BjG58qRwo9V2ZSLcv1H
XN76U6OLZa3oyyeOAgULD716u9FV9MtPN1pVsIT/R41K+lpdVTr7ABIatWGgE/XVA1Tbpb8YhBSk44A/5+J2e5utQYSJiCJxNvBeXueivi00YH2bU/z7
wvSf9KfGyNL722Y1OOuDwHSVNdmaVGKJyq+LstJf//Cd0JHxUVCEsEhvUkVxoAD+wSopj8bmovj1faNhfekQf4gkS/WEsimhzqyvXN9xq3/Imuyvub6j
WiwLJesIqvvDalXrRqa8IToIVqYhiRXd4CRFUFVLaFwNd+QP+SZalNuicWYe26IxJzlAg1VRlXdu4iLR8gFoPLZF45M7nm+cvuttz1okCuNPr3Xzl7xo
zng1QE9GMZLsdnT6aJXRqagz5jpH40frHI1FnWOuc3q8t87X+TVUOz0W1c6oWu5X+x5lyFFY+9t2ZazdZB+0QzmLI+CaaZgXMSfnHdNYb68y1B1gpYTr
HihTY9cDgxoCkKi1EZLJueXEjnllpplJltlz21+jdeROBXpHIvu00pt1ttDR4eX77XA4HA7gz+g1/Pv8NX68eD0/vE5U//329evXf+gHGsVWn2Dv0EVw
9dpLmbteSWs1+lCUdygA3wlEa5Snw8J7p5tQRUxATVmCY9CANGkQhAcCw3HbQOTw5aoYtQa0DDLIiMDGwF5jGp2+02mw1XQODivAwcpACPQPaLEDwH+4
K2jYCfc+huFgyiUlzPlMPu/h3xQR64lCedgXUzX8BKZisZ2Vjo16WyDwwaLKm3yRrftWlrkTu+TPVd60dklQRydqkW2yRd7ct7ZLaAy3B1KUnQGFm7KP
7KJiobBaSRROa7t/HCeoD/c20TPerQzXoloVzwx/kihGoxI74ehc7iRmI9sPzWxje8CN2+COxo+AMzvcHnDHbXCnx3vA+dsXAKQULu4DPmsBBu2bD5i3
Ls3pianvQyKSpHOqBZToksnTjDDYvAHfTPipxb3hm1LXLYDHnIUTFgW4HCbiMDt7fCseigEJXmfbrM6QqdWfGmR1mOFI6S+lmz1lezT+mmnfII+ZI7EM
Lmnnubi4UONjRgJ+jU7l1xl/zC30P+cot+StYlVp/Suo7VguO7Li17Gx+zgSfNK7hmTvYW22XEFpyDr/qBGQ1Y/oJYK7Lgs9UeOTEwRo7U3z+h1ecb7P
brXlOA2DDiYnxjpoinWfPlWHf7t8Nfjf2eDX4eDF+8Hf0/8zP4jeH7bS4mdfHaaNrhuC2nv6VD1BgPVmnTdR/7Afp3V5qyO+L4AaGk9fsIdK+7Avi++U
djQ2Ia1/Kj/gARI18AMrH/7t8v2n8Wjw/tPzP84fRgmYCO5MF6iYwSObqwZo7N3o9Ro0NJ+Go0Td6fWiBHXt8NNwzPZVNX4dJUaTO/w0PE7UdbbBnyeJ
+qDv0YLgrf7nVtcNJp+COHuh84+6eosKPkx9nvSAznX1DZzomHSWqA3N4qfhi0RtSv6dmassTj8mXSVksUg8KSYtrCBs+Gm4hOkul1f3VFwnPYJAA1iR
KQjh4i1p1kKSqrdXYE5ypZF21jkM5liQolEuhfUMnk5PTo5OQZiNi3uCBpsWb2dHZ2enwzN5A4Cuf8/GneG8DD8Nh8PRRPV1sRyUqwGNpZ8ozBhPVH9Z
ZXgnN2lHE9Wv9DIHBSeljYbDieoXZTOADWJg7kv9pIeZAH1b1NvNBq94g4+6qvOyMHWhjfZdiDOhMU4aNGU5AG2jyTtGuPrTRi8aWZNaPcHc4OTGmmPs
bl58zNb5kgc8gNVjsqnD2ba5Kav8V7006dDTVVld5culLqidMbZTlWs9gPHXuvroyp8C9vL6Ngdxn0l8jrheVPe4hQ8q/c9tXrnsM8TuOrsfrMtyQ40c
Ycsw/NusuB8QbddU4wjRAHn1urzrS+rbVHqVLXSbz7gcfjpbQe3nR/jvMf47hn9Pl/gvpgzxNywRsKunf+dye6Md/k+wsiNc38J2gS7GcDhQFl6Vbdfu
iFlyzCVxTxFsHimWT9TZ6AXYgVPRdGvgAK5j+BQbKB2EQzr9qFhe1A0KDzGNGwfWj7J5a2PgfOwiLzhKZK+pnFd1sc413GvCurBcvLpc0KvM/O8bMmNB
8fm2WOpVXoBopgPkcWIPzU4QPnjQVNVfAPUkadGEADD3gd7kdVNWX9LZs1Znua4PsMqKZXn7arHQdf1Dsb7vhPWi1cVh7BgUrmD5G3d+EVH+SCbIUY1T
xTxGSGhwIiTqLE6BScSSEqAHrnTgSIy6F2YJMMfHRHcEFMBDHfdjTzN/9o84PIPJvnRPa8GZCN4TuBSollkVorVg7dINh+XuzoZ1CWuXr/x8YHzQ9yyg
x5MkTld5sYwiKEtcn8265IqYNUcWgxuYzXjHd/PYNSgsnajRkAaAcMxQ4HYw7BqYP/3/QQe0J34Lm+FD3DU0/HwrAfreeryHMOB6ZHQ+vwI+TUQXbKDE
2UsvkU4QL4kEET3sqrRtKmKZdJNf33Si6fU6u+7gMOTKREZ3mdeLrFpmV2tiVuCbzLPz5n6igEOrsuUWBJFnyIuVH3UFTPHo1GeF+ZwDD6tlLl2unoiU
vVfwTlnpzkHfZM2NE8SbtszNaGV17CLl36GLQJxGk+KVPgabs9NHeiTOaCtnQKGWA+N3kXleVEZLU3zpbNFj83Uu20+U3pSg16JKOLMx3D7obHPpIKxL
PBeDN2zR69XswY73LdxdPsKM+VD9cyXMrYk/lonmhtZDXHyP3Ge/nyje8/+jQtUg6WuMgTRNDI85ld2BKcIi2ICRbzkGVdwXHwzSUtuy0bOkKBd0cwB+
gWcx2o0bhrYTkN9nCw3H6WofTZDSPGtvhuDNNW6/rZkmO1w0rCEkSmnbh5xtblwW3XLPxa68sB4FaLj9zU1WfQN37DRNuSIK5kDyy7WudaGt3X5Xu54Z
OxHNnpI8JXvKhF800Tzkl7DWnj6lQV5M1ch+vJyqo5bbwxt7Kz4aPnf+ipWut+sGTa0QwRPGaKLIuIet/d2QEx+spV6W9rZaNF6IqBAOxJ6yqoeJOP4c
sVK/07t8iXhjykJEmbwbnV/fNGHmPqLlSnjhY4tBQa7q0Pv67TfHtHmU3AXScwntXALH3RWF0ydXO5O1ToJan1urYn1RA+3lVbfWF+6VgjCx45bMQSvw
ZUTLGgQmU/p6OYXjwBqP5sicdbpQUHlwlSBHF7kVyJXB0nkARR4Dumiqe5agNdV9yq5lTnbu1CUZydeWUSyMIPjsIOSYo8MJV7DPOw+PSEDct0St1tl1
/dndqmNli06YAwwh9xlmEi5Xt0InHvQ9x10NzG37uGP/GrCHsDk5HYShn1eYv8g2zbbqqtpjJzB/r+DfeKgnPR+J19nmi87062zTt5jwR13prA5xYUSc
nRhBL9UQHQsSdvmJXacu9sHuySbV6M2GhUzFlsCQ2yv1Uo0K9fKlOj0u9tFj17EIJUJU8WWj68BB4nn0TKx0U92/WjUencplT5h1mbjj+Mg/GbkTpmve
dAGymQK5G3HJgX7P4UYDHA98JNQb4pQj6vtTMPCAa/MwEX01Ew5/SYyGfBPPlc/+qM+wP1R/P/eDo1M79RmGhSWYHbPTtW1+6fQ4dNrdiRvqJyqvv9d3
nZi6LSv9ulyvy7ta5I9tvhW3Xs5hQ1uVlYrW2gU/GJ7zz5esn6fPgwM3rnXIxJy5cdWsCOjIIvHKY0NmuZckN2orAQm/WIxt1UB8btQ1KY+Q/IIfEChz
4An3YcfW7F+48mirNN4ppJXkvfmqXN47xBDEttYXS5336rscVNgIASuBoShea61I3who/OvOuShqTiTrLilPc1mQJdrGQ7XjtJKlUVXAZcWmLIuwEF/U
MYJ8rid2KFnPUpxnHif6vGtR/Cr/pJc+wm1pMsDDrFh98RzuhwhmTHsnhtQeIZewIYE+nJL+UXfmMcECTNkJpmyD4TPWCDLC9Kyo70hEINP9xjyVTNim
yOw/di/1QXoqnRCkyOwnqrSlZL+Rdr4Gk8ygtd15b6lX2XbtAAsLRWlg9WO+ALYDdhAbYIPTwtAaWfExq1kRxVak+qMuGmdyRUXAGxt/OFdtDDUzVQwD
DHW+ocSoP16i5Vi23tyA1zsYF5K3+xfH66BOqCn3Zn+UDnCQraTryg0ZqlgvkgrdGGQJnFc8LMgadeK8Wdj4HSxNURHLRqT425qPGtM3wDzYkRqLcx6c
zipr1fXFbZGxq2kNvzrbC1xXZMueha00bG/nJtZxReY5I1ueCbKCu83uySqwZQq3L/aEoT80IAK7kWhDKda3QNgok/P6qyZwQXUWpaH1bqy6fLFR+d4H
7Su2lArHadtE7JOROfbCzokazvG2yRcfWLBJMwwjgF/A3JfbJnLUGDOvYDwQGL7aqXLlIS62vfWDhPhkvutR2482+KgnL6FK+kec94CRWdyUNZlw4T6y
P8CHmy7nWss+omSF3grp0Z4FpGkxoTzHWdN2U5JUbdY3C/tr3ZjxRy7AAyEoUeQ3hdUPwdsSNTloYOuOzoK2ra5oISKaEjkWSFt8qDZhlLW6Hgtc6k+N
iSq1XsooI+V6mbYm/LN0bjYwco7dke0hNmZMrG/KO05JLSnzt6Vo/pZLwZr/2QXOAGnLTcW6N/4G0SNLRfrc8JkR+tw8gFh/s87ufwYRVWK+/kRCKSjN
8KlzfLCQPAswLWuDvIkLsFBLlCCIxJ8IGD6E855fP6htHU34qEuXVXb37S0wRRYLQ/z/kUHF573uJU7HFM3po2s38GaQZ2TLrSHw1KRpxJpRe76Ml4bj
Hth14dS57/4hr5sqv9oiX+hzDoEjQpd7w3+T2wJ5LMh997Ptoq/b9vY2q+6Fo9vv9kWgasYFALpmrZxCJ4Qv8j8IXQ9QUenFj0PJilcsUZuT4UQ5P4QU
IvFtXpx4aS8o8YWfCGH4bktgOmzqiJ2QrE8L3EH3zGxTNtlael5Lt5WNrt5pUKkZnG83y6zREVayjIndYzIMHwM0fmGt+1QLkPTFo9bZwB4/XHwGGcog
s8e66S/+lX2WPkJ+m5L8v3/1psuGalNP1PNEbeDvGfpIgtWUribqhbB9KrI1G6RF2yInGoEfl8O5eqqORkJDWWTrvxR5UzvXBrZZLCjOI9DzWjs79sFI
yB5wPGQwicKGH1bRCOMY4smJMonuIryezKRg/iUel6M57KUiYTyXpxbaW2NXAHxM3STWqanyWzCmxrpsPJ+QQx44EvTMCKhtc3j9LmDS20KYZVC9Vb4G
dbePcVM4kOR3Adfkns58jwadEWMdfFYRIZCIKCINLlQZDGw3up0INLtpe3eydxon92jkHFBBztAAJWIOjqJmS2o1vejtGSNTmkmAwF1AeE+fytEDevGO
jgW+f/UmrTe1mqljNYGpcVEwRe9iTwNI6j+0RdnU2J9+9nExSvvqAPfPeiMGPgKDkDmpF2woUj8G6ehUBCEdUxDStCn/stno6psMTsY4xcuUiEu6qcpV
vtb1z3lz881NVd5msDxGHH4V1DhjMIE5hritiTo7StTZKWSdoYYnUaMj/OcF/HMM/5zIIK18ML/Lf9U0xgc/3ipKpvKGBVPeeIXik/sILn+b+nI0P+9h
DNItHvXEZHPHR7SW2oNK82Kx3i51bfJwldp6Ah7xfpQOgUljymR3H6/p8Kctg6sfM8FDSNmdhXVNw3P69dJvSc3UaKwmYLuN+SDkDCDVi2yNLpU1xWFN
DKBTqHyqJur0mOI/ua4xv10tdcXbZzBakUUL8NH8ESDuS1DChH6/WAdtPirkxeKgqsMfL9X45FTIfAWU3X70s10i86OjU/XMIFFjQKqR8Jbb/IWPBK+A
F/gQ7dpsCTvBT1xmJ40E3VlU5UYCUTN1adtM1Gd+ztVEXQ4NNzy0wQ5gP/pfIOdxdISRdMX3WM0UkNVI1vkvlCrJSlwIGIBorAZi6E6aTszrQw9RO2EM
D7gTz1QEY4TT+ABHezmax0mPOP8JTYPFd7sRhvNfFs7Ywjmak6bOGLX/FYx91VQ9QfTk9Q8fwYAfdV3QRb6JsJkQpvD1QyZRIdQFH50dhyVNuj2GTKsz
woLzXHZ6l9batE5zuPazmn12/hUlB6vW5L5H8CL8e6DQtA5UL2rGv5G1P8RZHWDCIehdDmBFAcsPCwvpmADRyjfBEoQ7lNmdv9xn1J6n8JXQWPC0eoIp
vNk9fcqDviDd/BNiBigN2YF24nged3uRWhpouUeisOPMOCZLVgc9iiJvjoyb3JAn6dzMB/4ZDKzXDEyNKUx/n6kxzEIkHLoubQcu1BFdRECeraLnNiwA
sOzqeRzHqDSzxMb3tcDdVbWcWGEEJDKE3v+qq5LDEjO7RSkvIbo2IJP9vsVyoSQ6W7DwwYHtxFg9e8YwB2pkYiNsCWjcIRL/tviD9XU+C/yRf7biNo5I
Tdtrlq9BiPm1XpWVfleumrusApyOwxLfFn/NKLq2uTf/FYSRe6JZB+L1LxZ052IEwJp8l232RhVmuQUZcrlwx4bjrGUqBpx5K+wx/UAEqJh/x0L1MAqW
wYC4FzqkvFrLyyNQi5XDd8THMvkH0y7Z8hegJZC8f2ZYLVyEMXJnHNkZPZds5NdWdGcwAGmMXBgFPB3xrv6/BpH2wt/kIQqoVGqU3WCe65nJs/Kb+hzU
Nr3O66/1DVhlx+3w3naobfzDkvYhdk3+yJdeIRhjru4Ul+Yu2aWGEO6/Pxs5u9x1w0BkXZTihdH0tQUm2Kinu3F6AhdQ26HJeUGvl6SbCUiX5FBRnILw
OIrpGzblQK5+/pj65SCEiszAhRrbiWOc5jXY3kbUmdSEAxcRwL8g0ndbRgxZwQqiH/9zq7d4y+JT5mVrT4794NtRdyhv3ta5TEuRxDODYmTOdFzZn/X9
7yF+8synJfBnfR/7sbG1DaG+b9N40to0vEhPYop0E+0LGW5GeP65wOR42nBgcrYmohHPKEC5AvcwvW6yfzlUOdgMtWOVw1bvogqE2HFi1w0/0eHEHZGV
gXnNxIkRVcRI7HiTwau5H/HX27xZvgDF+IItck1Yc5EW7L3793lvyrxjsBtzXSeL+wgOZSFjEV1/4m3vLpSYPCWme08Js6/cZh+0iePSbX+NCmkOYe66
RXEObvNf9euysub5Rvdsad0e+hfTPUxSHLxVc5NVS0iHVbZ2ZuJ9cBzU1aDmav298dbDwPK7njfGQJlsOCTHhfnB4Vnw4wUV58XW3pqvdRO1tJlxayEv
9Vo3en9Jn1NC7SG3GNAjzq/gE1oQbeRGR5K+3s6Eg2/p3M3jG50KKXtuufj47E2FWGqxME9cN8OlQtsC1ubARUCy35fNO+Oai74tfWoNTk4z49ly+UcY
BNxTwXY36i/BJncLBjhC3Ut9dVcSro43Xmo8r//iHIHNeR7LjQsn48BK5YJJmk5VAGO270JwoEYQQMy7C8T+jAin5Mgtt7iTY5YqQRsUILEU4VSqnZwg
xVK3xPMYf9nNWu5jp1v8sqdMN0c1+OphaP0osscxTtvnDt5HWDFs4qW9R7grgMkAYdUcAyMyv4Cy7YLCQTzKSwYMm7kygmsZ2Kh1hGb2ghrvsaWqdV2z
39kjBlRcCuTG9CswjkJXMBk9OeJyJsSnH0T4J97oliaGi9DcRq2y5iDbW9KYrHA/6MuO0HXUjjZF844HtBIoJmqvvpl2k86eYyweZ3kzMPuWs0vqHgfW
I4VgVw3TwUAPzsrvpGdZ2IncYigcLNGGeAoEk1vHCxziD+YZDnfACGsnu3Px3rvHKmpfb0w1m5v0iImfKMNtTS9UFLyz082moHusucdjEEw3gxFIOn3y
T3respnY4hW5ApuMpCd2uQmJ+RakKucKELc+elBeMWKHdhLFMoqw9ypYtJfsIvPGTLs18YaFeW5FWCLeZPU7DkItb3zO4aP2hS32BS2s5T+jJWDhaynG
NEgOK/Ue4OqUg9D0hXdU0aNgYyZCDctTa2GqISPUs8ldiOY+7nqOig238JECskpyzif4isNebtjcvTgyfMcR4Dn5ArtLZdxgQQvVGj9wZPQ0Dvusz2ZO
MNWFsNqvkLSakTc5Xj5BMGpvcrxw5z52Uox87j45BroXE4ww8lmYw4S5lq7JK1xc+NZU7zyjv7a9KA8WEULeoNMphjQyQasFt2eI2gRAx7ZaL5aFD8eY
rnY2Lqg2kFrRGWyNHVv7sDdgd2xn9X2xUHWRbeqbsh2vkY28FmUB+9pP5dfr8so94JWDQdfhprjus6tDIMVzzHJ70fmck7/A+e2OR8Nu81ZmTwGEysGj
BKNnfd7AJXii+j/rK3DGXdTsELSYKO4PXeJYASYHf0emaUbdJbMoLTEHtxkvfiaKjQ9dOickikV2pm3+TCwjbDI87jbp2ShXlNsSYVGyL8PCuOhsbmox
mfQMbfJ4zGeiZDzjiWq/ZcIl3sCDNhNCN71uk/S890hMnpeY9EK+ZaK62Rk2QLOnO7MrYXHiYUzh3k5yotfZ5i26cLUjKl32+hhCoNyCK0Gf3yuCn+CF
uygxlAJ8brZX67y+0RV8FGWj+ODGUEB9iKSAFEuBkrAA3NmW/aQ3F3bFzVtTC9Qkzu3N1YZnSER58DdaSgcE5BJeLcjTa4/FmQk44CsyjL+tuQJc4QUM
ZRjstQih2/UnuNvbw9q9cMF3lFBnYvxGBOBKb3TWeEkUEUNNxVSQmQsyG0MDDDZly3u/MxoBjCFb1u09iaDaN3zr7S0rZI3LHkI3ToVwCskJmIFtIzyN
u701oUoT7Mqux95Qy8iGJTJyTIPZJ1Mr4jAlLJaCXU7MhvnpDdcVN0+A4HSYJnnaTHuc50vywDnPmWNTDZTBwu21CwAZQOwhA1fM0IMjgF1ATPi3m0K4
UzNnJ4rIwcg0xsrJhcu5ZKZiWMwhHvnlnKY+20TX2UYYzi+MjyOqXhMlxjDnIDc8EL4zu+FfZxtG3ywl83Lv9s2gZ8gZQVlzKqNI0TT8229c3o+u5M+H
LpjWrUMu/ObowwDOZV0gOKYeiNHvmk4EhIHimziSBEVioIqe0AhWBAJgon/p7y0zJfLowQg0zGv1h0tS0oRais97jARkBUU3jaUeufwFcmvpKIAEcG2F
9RLBWMwLWQW0S+WMRzk8Popjfgg2GjbqN9xTNzyJY9F+EjZiUe3vb0KphsOo/WG0wByoUeHYSF7qllWzY9/1sEMMw5oquNmU1SFWr+HW3ekw8SY5EVGX
EYDxXm7D1stLypzD6GwcKFN7Z8XB6C73Iz1m/Pz4ZCjN/+DN8HfltlpoeLChWmh6SUU8g1HB4ytwsB3+jd8QWP7WrOt48v7w/WF0+bfD2b/ND2KIm/m3
2b/Nn8Wzrw5T/UkvGB4TCIOxSkhs+C17VNumH1StF9tKs7tcom7QcLvfN37IE9WHsKDEp4JJxbZaG03Vtlqb6Htv3/ijkVqbwGsQt4fL/k3TbCZw9sOP
Gn/dmT/1pD935onbap2aoItx5ws91t8Ni2bNDQULRYmcsU3jMqQOFs7J7Ba073F1gx7ZCZIsc78xAkkrE8dgsAnZ8MvgNIhT4c8MOH3A4ijFixq3iEkk
iNmkTRPxLHIhVNP3g7/PD357f3k5HLx4NXidDVaTdH7wfh5Hs8kker98GCUnuzieRbPJ+8MofRY7AmrcnvkE2+zE9mWi6sWNvmVqSRRF+gKcg2cFVnSP
wi1IoEc1gImgH4ilZl336RmM25RKtmYUJfl4R4cymMod7JpFKMnrEqUhsxlYfF1gSNGT7syX8E/rVQnRJSQZ+vk4kZjp/uWrB/ixm3z1YNoRW8LuF58M
eNHrq3fl4oNu/vIW3AGibLmsUDU8vQB4/Gl6NEMCQw3rXd3fTQ4PXRFsWnxTW7tfDGaBbH+ocnrm8PPtIJVjS/Crq61fArsmQ8m1ZM2ZQ2QnOnyU0HvL
7wYkc3UDlhMk+baxaMrimlNH8n1DepbR5khgEEX0tVN8HVkJ+jfuZPdvAjyehAPEOeFaieEOONs+yIRfrXSqC9ER8If1lqJwC/18ubaqxg4DpkpgzT1F
ly3XOb46HFhA8fOZoAPxEIsGciiR8V10uQ/m1Cuu+58FFPaAnkIPS9klACKdiW2hnxjkmHsnI23nXRdkgLTQq5i7XG508TvR5sZ0pJ4p2ca+UclqJB4l
JiYK/YmELhw7ZjXhnwGoC1CNahATdIM0phtmeqx+VmRzi629ShdLofC0sYvxLlMsLYpCcyRKld3ijZUqcbCX9ozU9EJfvz35kNMnHnlHaPSthmRLLPKy
KPae2vFMIyxK7GNmwSQoYbCEEjBGsjNIDqRrnWuyc7G1yBsA9fk5MJAYitmEmX/p00PHZIUjYFFU358dt4Z92yuBM1xIHlKF6Utm37ywa+alvy/O/Cdu
YSNN/G34GZm7elAAqWLrPe9UbO9dmG7ntLtruEsadOxbqTDaWSoCIxmioE03Alt9GH7cnjsA3U/UFjwSJ/48eTTbXhfuNm0H4PNscpkl3oYXt9DhlP9P
DDg7BlvoonWY/r+sw33H1j6KE1eZKl/hgTwc6oG1UUbZJrx6HBzKFF7vTb7SDT3nezrUp+dhkJACwypZo2W2+PlOt58XEeJwqmTNb6v2s7ZW4Bg8j4tv
7VX5Zq8J8F7ge8DueiCN/tGkC0AdRQH4O3gzVR5utkUj6MEEpLU531oGEl1kJlkW1xGFX/ZtbdljwgGy/pdQOsUYzWxYyx4Vw0AKQrXgbYWFpkKJcAiS
GGy/WmnbALEIfpgIOCbThvx1jlcYgQYdm2UBD9qBCoFxfIWxT20oiCv5fS0viI3t9iH6IViiBVdRtp7toBH7W5rGEUWAKMs5AGMa+VIEdA+vAmFK6voD
8qcr+GGiVlT06CkMSshniPCotnE5sbF7TFAln1OSVPdgg/uYUFtdmDF5Ls1DCQRPiUQIQfmecICOJ0EPMDiCrUgeNJCIvrmPY63zpsnqhYDwEJrsoQFu
O8LD9hultFieDAzfR0/XNGX4tq2XYxszuWP1jPfLZ7bjnlqFq6NzK47d2aa06eXAwmqvOS6duYdnyruCwiIb0yH1jJ7ZIDtrIWfFfUfGIZeBwqwPXQbh
6VCz8NC7hGc+Uvuox3yiLnsi0FkigpklNlRZ0op0lbQCVSVKhKkX0eXTFMKF1UlvnnDj4NEJ7cpoZZ+pPSf3ODxiOKpYp9MWvrdgbYPssC9l1DcH1DAy
wHrcZRVikytdAiRTYCUnw5sIozT80b5eIU1AFmBO7UeX+Jjla2DEzfmF/gDW1QwXpeet7m/tBDAVlVpwD6aeuzu0Qf4A3poXXbZOUhAnjBOjUIAmjfld
WxdTdeaOrhud2ed+N1p/iM7c62wd74JBcfu4In2ItxVdXRv9MHg7cGhLkIu6Ct4jPLaBi2704gPHoLNu/S6mhB3NSwVPmnW+TGpW/PLeH6Ar79y6z2IR
NEwWaQealFTqBKTkuz/rDIMYjPE0NiERJ/INVRuuzw/AYEOqGk9nG7q9Y8kEK6NrJdgrhwHcDume+HtZLO6RImpgIFL2CNE51MsnEBH9/uOtdiIT85aM
iPhgo1V4L4SdmXenQj9O9OKEWzpDIv/MefxIiP32g0Jesza6WdA3Gy+Stg0jDuPoa+RleTaH8LVnysTXeGE3dngxQZYcDYOioxF7QDDIC1PlXxmJhYEO
2KZtlLg+8hxh+yklb4EE+OjaUv3XeytyHO1Y1cJh7c/80iSS+sVUuad6UBQDqS+nXrhM46xGNe2m2L06Hx1w640nEYmbFo5dgO6sNVIPscAO1PFQTYLC
dEqrGR9D/DnhT7umcLo4iIf/uGjXexXhk1WxlclbbBhEmhcof+f7k7hevVdtn/CXeHzEez1HWtPhqQcR4ewqCl5r9SwnBBh/Y2CVl3GsFuH1sAUbWI/a
A+iseARuHROROTzvsYcypIhjNjjyqe48lJy5wcidyKkdcVH4ykp3RA3s4772kQEXSq8N2EAFTEJRu+n4FTAEcN2wZ4dkNGxIO8f2gpzMvoKBAgPXGVjn
Iu9ECBO8xzNQAjGUIYzJHMuv6+Cizcqe2sEbVb4IA43ZOh6SU5doqoh2YvOJ6v9pfHrcTzgV7bUg9XZznPVleCYMrkZGO3j24O0yija6QqPgYkEeNqyP
OVAyg4xjIfgUrB9ruuKsY/CRtRIOd/Jd+Cu5cwYUPTrFizcywu/Y+j94SF43DQkgwHrZCZo4GX0F6KeRF5RIRPDHxWV19ljQAadqseBTq2UhVJCqxbCj
1k4FakujLWsXhH4gXEAKjfzgdm5a93oZGHnDFxQ1LIS1Acsbfj0CqsBPW1Q+V9HKNEI7vAkZ80MTP4x25LapmLXnxZs9PoWIgdbvUMrH4W3N8cePmLmu
mmDeFv2YYFHAVl14HQ396+EstZ4Y8noCkhms8bDzfSIcKo0JKj3GnNXNnqwatZ2+rI5c5aAkFeWnoHURUY4lTVuQfgQxeWttl35XtE65H8U+/XrG9tGD
DYjurQdCpH0HCFCOZrP0RrWHe4lyV5x/uYh2sOSjYB2xQLa9IdCejybs1GUrCNoDiJUfgZkxGtFZNHlBXYnVEi140+Psj+GQpiazhffklfn0bqJrnX20
8ZOohLMDt3pDo1DLs7Up5CTp7rRhNws3yokSIFH0zW8bqLzgLDUzZUAwTtcftr7mvgkjaSZPZw5NTsGYGgwsoGT6TMsCCBeo0Xy7W5xNQlR6XnScBRea
+3dWS/SzsQ5If/jxj9/HBkANUdW9F+FwmjlXzBOh06j6H3r7cCjUt4hBiyIMDIhgje2PG7W+c/2LpB2DbTExUc2X/S7DoM9T73LfOuiI6u8JeyJfdtXa
fMyYGGVXeZFV9xwSrI8sEckb+u6VKE18Y1DTTnfEvmZUkKaIbyzxuZcqnxd96IH0aKL87pp3OXxTDvdAGkSr/KCNabfdnzDRexgp6dFjnTa8/BIMThQE
jEUDbdynGIy/uxkrd968fvtNjcBbzH9KzUoo/YwExZB+31gwGie98JXMcBQ53OdAemGiAAhcy4dMMHAA267K490+pQD5sahsFp10dPuXiK+zIVhdNowD
3IHKFfUQt7kaXe/7v/cuLXiRgymCw683MkiN6LY1X2h33D7BghLBgFXEAcTn+zdBG6bLTQCDI4nhuc2w5gu80qZ2xeyrGxt/imK5to/5iO0ifMbTvBti
wEEvuQzv1vRlV0u58nFt7+RYzHE4ZmXShJi3S6ShsnXjcY/nkE/MhB8A9R7LYcNKp7NmNo4eRbI6HflYjmXr9hEm2ZOA3hkC8HaT564X4NKPps7Rns3L
GlLUZ1/Y4IeuJp5tAlkt236TFgJLwxtQflljAA126W5KqTS+0eEXF9iHJ2ltp+hd2gyVN1y5bFXG+wEqATo7Jx/B6KrYqWgT9eW7HH59eBzuWmOO6zF8
2br8aJlfzfje+VgxAla/rLWYCosDBfpFHycZO7K9RGOb4h/OY9DBCsukviFX17bjkUOrvvUKkXe9liMpoTFwFwkLddyabDPBM5gUGIgu2O5i5R14EB5x
t/f2Y651Bj5+n0v2qmcfDoIYfOvsfmIL28c97SsvHph9R/BMPTIacFIwDwx2mDrsvdgxa++5c0qyJnLmU82ZpDkkxB5fTiV24e2X0WPcdhpjX4ZHJXwI
VxyPXijZnClMBuCj58zzkWACw4wvp5Cue/XOp1nRZ/aK2UOVQdR3qmH6HER858fqBurKOjgIISNej8qVlD0lwmV27nZ0AjM1MdzJr8c5CwVet/gDsInJ
HBtoytGB6kvInkt/3djHe+jX7FwzJA2YZ7C4S+i+9OA/Zer5hyZKvM5J7NzvKR/zVU741BjDBW8apc9N28xA0FK5Ys+T0BTChAglRlZ1iZTQb4VLWJZ3
n8SE88+DqZQo73YBknPDC7jtRp811ufLuNKbZzVEWIrQwsNtFP7CZn9cE54p7hIYiXCHvvzHR64JmvEYkkMg4umRQqI6LCdwvusFESPENZ+t1FrHVTgV
1k6Lp8PEzZt/bqG5dWsjbSFIMPgTditSGvcylF4H0gZfcte4AGCCdzJDZd9NL2wBzT6U9WwIBLM++5z0QZRNBST/yaDPIPhRVgWhoFFQIHoyryE5RY8n
LwtMs12o0+o+Mk/C+ZxKg/QWeTG50PzM8seStTS2fGxS12JZMaoa5AEuRBQgaJ50Hf0kUHr4XTBeenBKxG5HZRBO7cEPw/k6kA5Q4jimshN3ZFMCRSXZ
9agJusnkAUBfuseEGwmW6JJcf7yAGOqlhRPKy2QdQ8LURsQLlhAgrnqbkyG+PmLvoq0dlz3Z3eXVFECMo9tjgl7RDgQfCd1agfBFNTfNb6lg9Za6+dCT
TwEa50fRKHkOTrBxflliIkIv86NoxcRZR+Bo0fj6CCKCj+IEdeeyxIuToAQLSfYHfpCXPhvbwWxsvL5EnANzLHFXxeZqIwu88Ur4iaZ+bgfrbdo27oA1
t5zI48GmyncWvWPczW4boT2Dca8GJTpqaAHk+eqxjmciQmRTSmremhFzlzUxe7JSHV8V5NVodz2zzy3LmOm6+qijDV7S8vrdTVbppQln7aJ3SSsjVse5
u11TZUW9Qono5Rx3AwCHu4ExDmqVle/D0uspGN/Eau+8LdJJQV2HMAIBfoUKRSs8MTGnH3oYamaDC4Liik1UKCIU9zLv/DYRqliU2jrdk3YwMI7RZISv
LdYHJwFvNqYPFKUkNlVQByVDo4Ul7fOVRksRVowyUPqp/Bb3jH56WOvrWwwP94+6H8fpO/6MHBwb3Z/EOG5KSM5o4yOiOBBnLVbUCl13RLpRX5gQcb73
/QOr0XBntGHhLGgSJweu4Ta8mS90ZuEkfggQZkpb/uoklUEljVHxOS0T8CxIHAasTxkCPrMBrltGdeXligpOu+Xq+BovW5RxA53FW1dXZylgi9VKinoC
EEZ/CfFoRivje7nSsh8m0lDcXswPNgzRhCnA7OcuOtFOwkK5Nr6ra/BldEUI238l0G1CtV6vpFppdy6fcfixKm/zGuQadbn+6KDtF9c/mKrwJ21udMH6
WhZcsjyaLuPY+H5YtG3i6MgdGX/avp/39Cd0xn3AGGB0jca4vxz56DUGaUtkhNzEPHqU2MezEj+gcCJf80nU9mj8NR0L22Z1Bt3+v0gcfK8KvgAA
""")
}
