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
const frameHeader = 48;
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
this.reported = { received: 0, missed: 0, bytes: 0 };
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
leave(last = encodeGoodbye()) {
const { socket } = this;
if (!socket) return;
this.socket = null;
socket.onopen = socket.onmessage = socket.onclose = null;
if (socket.readyState === WebSocket.OPEN) socket.send(last);
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
this.leave(encodeError(name));
const end = { type: "end", name, code: 0x0102, retryable: false, retryAfter: 0, reason: message, redirect: "" };
this.perform(this.connection.ended((end), performance.now()));
}
}
handle(message) {
const at = now();
switch (message.type) {
case "frame": return this.frame(message, at);
case "gap": return this.gap(message);
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
this.reported = { received: 0, missed: 0, bytes: 0 };
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
gap(gap) {
this.account.gap(gap);
if (gap.reason !== notRequested) this.reported.missed += Number(gap.count);
}
frame(frame, at) {
this.account.frame(frame);
this.reported.received += 1;
this.reported.bytes += frameHeader + frame.payload.length;
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
this.receivedLatency.clear();
this.send(encodeReceiverReport({
...this.reported, median: Math.min(p50, 2 ** 32 - 1), high: Math.min(p95, 2 ** 32 - 1),
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
H4sIAAAAAAACA719a3cbN5Lod/4KmJv1dlvNFkk9LFOmdJzMeCc7TpxrZyZ3r8yZtEhQ6jHVze1uWlJk3t9+Tz0AFNBN2Zndc09yLDYeBaBQKBQKVYV5
WdSNqrOb9Uq/yxpdq6m6eHE8HA4TdXIyhj/Hh/h1eEJ/Dkfw52CMX2PKG4+HR8NEjajeiPJGo+H4KFFU7fnB0XB22ltuinmTl4XKNou8fF1WN1kTzcti
mV9tqgxyYvXQy5fKT0xXurhqrtVLNY5VpZtNVahis1qd9ubY/8u8gY77dSq92Mx1FDX6rknU5X2jYzU9U/Cp9vA7bcr3TZUXV9E4TtfZ4n2TVU10kqj+
sB8nqt+PTQPl5T/0vPn5fq3VVK2zqtbfF00Ezab1Kp/raJioozhRY1sjLxb6bkfho0S98Ao7/KupqTmdqtGROu8E8CJRBwcIQU3k5F1g3ZkBO7/OikKv
6h3dCBo6OFAT9SJ2AzrkPsJ0PBEY+PzZw8d0qg5GkPjE9SSYJf54UPNyoecT9evN+jBLD4fpNw8O0vbXRIwlsb2fiHFMp+q5OlcnSiR+/qzGanva2/Ko
VzpbqKk6HA7/PhwO7QyuFm/ym7xRUzXyc5Z5VTc/ZNVVXqipOpFZN5j6vtFrAChzVmVxpUW1Yw/kpb7KizfUj7GXU+crXcy16crY78pNdpffbG5eV9kN
rsTD4Yvj0958ldW1egUr5g96Xi7y4ko9UI1qM2/KKpqvyvnHRBXlbaIKrRf1202z3jSwlprrvE4xHxYI/D2ltKK8VVOoYr5dPUh3X5x/m+UNtDxVFzNO
WkBvdAXFcZqpLbkI1VT1+5yxLqvGL1ra1lzajcGomBbOus7qb/XVBjOzVa1Nx67LlX4FYIackte/QFpQLi8aXVWbNfSrFqVX+pNe0TeSUKHnTQSdteiD
j3NAYq2j2B8N/Hm8e4jztC43xeJ9U67XehGZNUWNYKlK18h84tOeXtUa4aZlcaPrOruCkUQPapE1mdoSE8MGdVYtIkiNoesWhOl2x4zt6uNjc3aersu6
+YF6Ej2ouinXE9VUG622PBKPGp4+VfI7rRvga0+mU9VHFC76sV/AR2xIVNtetlhES1gSiWqqbP7RbBFPqIuVXmeVjijLMB7RL0aD20O8VcZ9MYXWm/qa
GrMTvblZR4hg+mWWnqIFZNYSFLm9zle6u9UAKQ7KYqMNFKKUxUZ7EC6GMxhjrYsGp+fn/EbH6vycli6MEkCcYXf2kPk5HDCDg+EACXkdq6/zZRPFsYPx
EmEMLKuMYUNt8mIDZFLdG7Iy00Z/o0Lfqj8W8HOBLOq7603xMXpQzf1aT1T/o77vJ6rJb4A6b9YT6k1rRAlSt83N7ldltlBb6N5WzbNmfm2aFytli//5
BGARG9I07/RYyif4HUQcAJiaWfKlFd7aYDlYfKNYo6aekLO73SdU3oKSC1MMtnOhet/tBaRvxbahq+ihRyx3oohtWFZCdZiZJD1dVWU1UREWeFBd61Jt
k942WLO2ezqCWcCtngaX4pfc322O3PKLzc2lrt4uv7Nbv6nOCUlvoet5lSMTn6gOpFKvvFnZ9rzhWQp5cGTpmiau0O6K7LvaqinSqyAc3A/MKicsn6cV
SnTTqZKSkWl+vcoK3OVfVVV2ny6r8iZ6UMQvJuqHrLlOb/IiGrf7EqttoqK/JwTiexDjaKYkZJ7/16syaw7G2EbkDzI+7cEg0nm5vv+5jLBWoh4E1ITx
P1H95cF4ABlZ1VcCw1j21FEC8bC8fqezxX3UxxUg138iGKbaU3LL35O4S1dZo4v5vdxug33oRi/ybCJBM0a35ld6k60jGhfiB3+ll5vlUleG8T3x9kXe
DVB+i8SAbrOi0QtkRrg9P7RkJtgYO4XXL0wksjGaBrMNbnvU/kKvsnuz2eEH0hIsPxS3pQxlv0mm8DeAB8XbZ9YkqjIELKqbgs21Lrw9DQ5KVpbtnCBP
5FVT0xaPuwKxh/ZTtQcrRRdqoIDZPaOO7KuRPo4TO5lUgAa73T332Fqi6qbSzfx6oobKUqAQcWj5PyISOtERGgbMk0xVaSP/7drqPcmRitNnIDU4Egsn
ypGclFgYFKLDzraV6NriG9OjqMojdVKgHSMKDDSgrPEJIM3gTGxA0HwNvAIkE6lnMF9q38uCibRHzrKq9Jx3p1D+/ZNALg0RSJKx1P/H5mbdV3khYHjL
0SWnUBRFIEAOS8w75FUBrEUKvD04FJL846HtzDuy+ScqGtX39Xd8vJKk9ehUyX5YkF9zatmbqlF4ULIMxjuTJgFvdUdZKzjRjFXAqX/JiwXS+Gh8Ymmk
qvJP2cpm4VHUVfkpq1Dp8qA+5QtdTtQwfTFOSObBj+ewgKnCP/Km0ZU59B74h15gJLuO5lX5my7sYfnIy/xHmRd5cWWr/v3Ir3y5qermp2xTA0r9qrVu
mlVeXIHk2VYV4KyyMmaYDo/csJeVrq+50uiwVefncqWrrJjrUI+Auf8BRCsbw2P9T6vs/jKbfyQa8o/1TVZdaUdz9Al0iz+siHgL0MWBlieuZgkAtuK8
0HUdeTMa2/rZ4h7m0bDbbPEJxrDwjtSPULpe4AF18H2xzIu8ubcyIW5Y8mzvie6t42pHhX9yJIYi/TqC0GNLp7uLqP85fOCGnhWRZXmJyq50oip9mxeL
uONkE8wsFVTnUE1NbCcMxrJGDWgHVQNg4lx4qCZQIfb7ReX2IKdrgFmDR27Ar164HhsxhDnVOz3XRSOymVObCUvhzO66hRNuhMKPebHgDf93QMapuYC6
swC44diMLttWAEc92FOBw90TI089fQpYPFND+EVgz3gDQ7wNHJsC+L46x0zgI0SB3U+R6FrELKkOgMMiJ4Ez8pDji4DdivCstuoEOxcrndUNbbKUH0Jw
0A0cFGxBcSQ6j4sq/a9NVjT5SkduE6Ac1EkA/ESFI+6shDm20ky2LDc1+pHdRQQ6TUnojhMa657cW9yxxNaCwrao4KL28MFUY/AOyqq8bvJ5HcmDIk1H
QoJpoixfMnJ0gP8Q9Vb/jfUnqk18WNEmnHOJAaVP1DBRfCZvV6W+dVXmHBSPSZGGCx3EnPbgWmNZZ3Ut5iK7gzsBISE5thF3MRKrnmLw8ujSQc42WS4i
Jxt7/I4hnkk45260/GPPWzYGGyDC4oD03Toa8Bj3PYkgtiucBFaPhxBuzJiM8hC/zs8FJzZYxGkLeTRVIPRgZ7LLOsKSMQicRlr4AmOxVAXisB02zvSO
7aF78yIxuKsvLwO5xnKMB+/oJbpiky3RDKw4lbhVLdIIQXQOjKn3oAKlfaOTaU8dpeOfid3TJCPb9urr8vaV3QLwcgS6l92E2lemE9cqaVdj2E3bCDv3
BMGJGgoV6tmUV4jdLSzKLEIWG4294Wp2s6G+pYW+1bWrxql5/R8k7qpzwdzckFLesV/h3aaVfOF+EBei2Suwc1wF8FPgESfqaMUTrydSFI8VogdAs4Z+
y8Ks3dMCQbbOf3PnHPhQUwV/mB4/ZasN3Tybe4rMv855X1a83NyJvjZpUIkuCRCObYegXjC8mZoqTJEtRObnnhrF6l+V7V+7ZXOI69m9bJ1VjX8VQS2y
yj/Yn10pAzRWwTjSNBVgZpgTRVmiLlF7BYzjMt6FE7lMCOSFXW0i0dxHDNSIl+NyVZYVDkY9U+2ScTwzeyNuZrAtenKDxccwPlWOFH6qyqacl6s/4vLW
d40uFrWiL584ClQsPPTqzVpX0a8/X2tVwRL+txov6Wt1WensI2ho1JqBTtQ3D1Btm/5qEFLQHQf8ORWn25tsBSpMRBSps0H28joX9W2hAd+3uYt/X5n+
s75rjC69v2mWg5M+KEyXWZOt6EosUflVUVb627c/iDsy3gqKEBbdm1RRHFwAv7WXlAdjc1D89r7RsL50iD9EkqV6QtmUUGfWV65vudU/ZE3211zfUi3W
hZJ1BNV9u1zWupEpb4gOgpVpSGJJJzhJEVTVEhpXQ478MV9H83JTNM7MY1M0ZicHaLAqqvLWTVwkWt6DG49N0fjkjvsbp297m5MWicL40yvd/CUvmhNe
DdCTUYwkuxkdP1pldCzqjLnOwfjROgdjUeeQ6xwf7qzzbX4F1Y4PRbUTqpb71X5EHXIU1v6+XRlrN9lH7VDO6gg4ZhrhRczJacc01pvLDO8OsFLCdfeU
qbHtgUENAUjUyijJ5NxyYse8stDMJMviue2vuXXkTgX3jkT2aaXXq2yuo/2LD5vhcDgcwJ/Ra/j3+Wv8ePF6tn+VqP6HzevXr//QD24UW30C3qGL4Oi1
kzK3vZLWavSxKG9RAb4ViNaoT4eF91434RUxATVlCY5BA9KkQRBuCAzHsYHI4ctVMdca0DLoICMCG4N4jWm0+06nAavpHBxWgI2VgRDot2ixA8Df3hY0
7IR7H8NwMOWCEma8J5/28G+KiPVUoTzss6ka3oGpWGxnpYNRbwoEPphXeZPPs1Xf6jK3gkv+UuVNi0vCdXSi5tk6m+fNfYtdQmPIHuii7AQo3JR9hIuK
hcLXSqJwWlv+cZjgfbjHRE+YWxmpRbUqnhj5JFGMRiU44ehUchLDyHZDM2xsB7hxG9zB+BFwhsPtAHfYBnd8uAOcz74AIKVwcR/wSQsw3L75gJl1aU5P
TH0fEpEk7VMtoESXTJ5mhAHzBnwz4acW90ZuSl23AB5LFk5ZFOBymIjN7ORxVjwUAxKyzqZZnqBQq+8aFHVY4EjpL6UbnrI5GH/LtG+Qx8KRWAYXxHnO
zs7U+JCRgF+jY/l1wh8zC/3POeotmVUsK61/g2s71suOrPp1bOw+DoSc9L4h3XtYmy1XUBuyyj9pBGTvR/QCwV2VhZ6o8dERArT2pnn9Ho84P2Y32kqc
RkAHkxNjHTTFuk+fqv2/Xbwa/J9s8Ntw8OLD4O/p/53tRR/2W2nxs2/200bXDUHtPX2qniDAer3Km6i/34/TurzREZ8X4Boad1+wh0r7wJfFd0ocjU1I
65/Lj7iBRA38wMr7f7v4cDceDT7cPf/j7GGUgIng1nSBihk8srlqgMbetV6t4IbmbjhK1K1ezUu4rh3eDcdsX1Xj10FibnKHd8PDRF1la/x5lKiP+h4t
CN7p/9rousHkY1Bnz3X+SVfv8IIPU58nPaBzXX0HOzomnSRqTbN4N3yRqHXJvzNzlMXpx6TLhCwWSSbFpLlVhA3vhguY7nJxeU/FddIjCDSAJZmCEC7e
0c1aSFL15hLMSS410s4qh8EcClI0l0thPYOn46Ojg2NQZuPinqDBpsXbycHJyfHwRJ4AoOs/snFnOC/Du+FwOJqovi4Wg3I5oLH0E4UZ44nqL6oMz+Qm
7WCi+pVe5HDBadIOMQ1lokU/AaCj4XCi+kXZDIBpDMwZiiqMsMVNUW/Wazz2DT7pqs7LwmRDu+3zEWdCBzhp0JTlAG4gTd4hwtV3az1vZE3q0hHmBrs5
1hxjd/PiU7bKF4yEAawok00dzjbNdVnlv8EoKR16uiyry3yx0AW1M8Z2qnKlBzD+WlefXPljwGhe3+SgAjSJzxH/8+oe2fqg0v+1ySuXfYLYXWX3g1VZ
rqmRA2wZhn+TFfcDoveaahwgGiCvXpW3fUmR60ovs7luyx4Xw7uTJdR+foD/HuK/Y/j3eIH/YsoQf8OyAVt7+ncmWR5x/T/Bao9wzQt7Bjosw4ZBWXh8
tl27JQHKCZwkUUXAUFIsn6iT0QuwDaei6cbAAVzH8CmYKm2OQ9oRqVhe1A0qFDGNGwdxkLKZ3TFw3opRPhwlstdUzqs6X+UazjphXVhCXl0u6FVmmfgN
mbagSn1TLPQyL0Bd0wHyMLEbaScIHzzcXtVfAfUoadGEADDzgV7ndVNWX9PZk1Znua4PsMqKRXnzaj7Xdf22WN13wnrR6uIwdkILV7Ayj9vTiCh/IrPk
qMapYrkjJDTYJRJ1EqcgOGJJCdADVzpwpFrdCbMEmONDojsCCuChjvuxo5k/+9se7stkc7qjtWCfBI8KXApUy6wK0VqwdunUw7p4Z9e6gLXLagDeRD7q
e1ba4+4Sp8u8WEQRlCVJ0GZdcEXMmqHYwQ2cnzPHd/PYNSgsnajRkAaAcMxQ4MQw7BqYP/3/Tpu2p5ILm+GN3TU0/HIrAfreefKIMOp6ZHS+DAN+TkQX
bLTE2QsvkXYQL4mUEz3sqrR3KmKZdJ1fXXei6fUqu+qQOuTKROF3kdfzrFpklysSYOCbTLbz5n6iQGqrssUGlJMnKJ+Vn3QFgvLo2BePeZ8Dr6tFLt2w
noiUncfyTv3p1kFfZ821U86btsxpaWnv3UXKv0IXgTjN7YpX+hDs0I4f6ZHYo63uARVdDozfRZaD8YJamudLB4wem7Rz2X6i9LqEuy6qhDMbw4mE9jaX
Dgq8xHM7eMNWvl7NHnC87+E88wlmzIfq7ythbk0ys0w0p7Ye4uJHlEj7/UQxz//3Cq8L6Q7HGE3TxPCYU9kdmCIsgg0YnZcTWsUZ8sEgLbUtm7uXFHWF
bg7AV/AkRltyI+R2AvL7bKHhOF3tgwlSmmcBzhC8uUb225ppss1FYxtCotTAfczZDsdl0cn3VHDlufUyQGPu766z6js4d6dpyhVRWQfaYK51pQttbfm7
2vVM24lodpTkKdlRJvyiieYhv4S19vQpDfJsqkb24+VUHbRcId7Yk/LB8LnzYax0vVk1aH6FCJ4wRhNFBj/sAeCGnPhgLfWyBrjVovFMxEviQBUqq3qY
iOMvESv1O73NF4g3pixElMm71vnVdRNm7iJaroSHQLYiFOSq9r2vz5+d0OZRchdIz020cwkcdlcUjqBc7UTWOgpqfWmtivVFDbSXV91aX8grBWFixy2Z
w03B1xEt3yowmdLXyylsB9agNEfhrNOtgsqD+wQ5v0hWIFcGa+wBFHkR6KKp7lmr1lT3KbubOX26u0LJSOe2iGJhGMF7ByHHbB1O4YJ93np4RALiviVq
ucqu6i9yq46VLTphNjCE3GeYSbhc3QqdeNB3bHc1CLft7Y59bsBGwubktBGGvl9h/jxbN5uqq2qPHcN8XsG/cVNPej4Sr7L1V+3pV9m6bzHhj7rSWR3i
wqg9OzGCnqshOuakAPMTu3Zd7IPlySbV3KUNC5mKLYFxt1fqpRoV6uVLdXxY7KLHrm0RSoSo4sNG14aDxPPonljpprp/tWw8OpXLnjDrMpHj+Mg/Grkd
pmvedAG6mQKlG3HIgX7P4EQDEg98JNQbkpQj6vtTMPqAY/MwEX01Ew5/SbWGchPPlS/+qC+IP1R/t/SDo1Nb9QWBhbWaHbPTxTa/dnocOi134ob6icrr
H/VtJ6Zuykq/Ller8rYW+WObb1WwFzNgaMuyUtFKu4AIw1P++ZLv7Olzb8+NaxUKMSduXDVfDnRkkXrlsSGz3kuSG7WVgNZfLMb2dUF8aq5wUh4h+Qo/
IFCWwBPuw5Yt3L9y5RGrNB4rdFPJvPmyXNw7xBDE9k0wljrt1bc5XGsjBKwExqN4rLVqfqOg8Y87p6Ko2ZGsC6XczWVB1nIbr9WO3UqWxusDLiuYsizC
in1Rxyj3uZ7gULKepTjPZE70edui+GV+pxc+wm1pMsrDrFh99RzuhgimTTsnhq5CQilhTUp+2CX9re7EE4IFmLITTNkGw3usUWSE6VlR35KKQKb7jXnX
NGGbIrP/2LnUB+ld84QgRWY/UaUtJfuNtPMtmGkGrW1Pewu9zDYrB1hYLUqjq5/yOYgdwEFs0A1OC8NtZMWnrObLKbYs1Z900TgzLCoCHtr4w7lvY/iZ
qWIYYLzzHSVG/fECrcmy1foaPOHB4JA84L86hgd1Qk25N7sjd4DTbCXdWa7JeMV6llTo2iBL4LziZkEWqhPn4cIG8WB9ipezbFiKv61JqTGHA8yDbamx
QufB6ayyll5f3RYZwJrW8KuzvcCdRbbsWd1KY/d2bmKdWWSeM7zlmSDLuJvsniwFW+Zxu+JRGPpDoyKwJYnWlGL9DYTdMjm0v2oCt1RnZRpa9Maqyz8b
L+T7cCOLLaXCmdo2EftkZLa9sHOihnPGbfL5R1Zs0gzDCOAXCPflpokcNcYsKxivBIavtqpceoiLbW/9wCE+mW971PajDT7q3Uuokj4Tpz0QZObXZU1m
XchHdgf9cNPl3G3Zb5Qs01thPtqzgDQtJpTnOGvarkuSqs36ZmV/rRsz/sgFfSAEJYp8qbD6Pnhg4k0OGt26rbMgttUVQUREWCJnA2mfD9UmjLJW12OB
S33XmEhTq4WMPFKuFmlrwr9I54aBkcPsluwRsTFjdn1d3nJKakmZvy1F87dcCtYk0C5wBkgsNxXr3vggRI8sFemHw3tG6IfzAGr99Sq7/wVUVIn5+hMp
paA0w6fO8cZC+izAtKwN+iYuwEotUYIgknwiYPgQTnt+/aC2dT7hrS5dVNnt9zcgFFksDPH/RwYVn/a6lzhtUzSnj67dwMNB7pEtV4fAe5OmEWtG7fky
nhtOemB3hmPn0vuHvG6q/HKDcqEvOQTOCV0uD/9DrgzkxSD57hfbRf+3zc1NVt0L57ff7Z9A1YxbAHTNWj6Fjglf5ZMQuiPgRaUXUw41K16xRK2PhhPl
fBNSiM63fnHkpb2gxBd+IoTmuylB6LCpI3ZMsn4ucAbdMbNN2WQr6Y0tXVnWunqv4UrN4HyzXmSNjrCSFUwsj8kwpAzQ+Jm1+FMtQNI/j1pno3v8cDEb
ZHiDzG7rpr/4V/ZZ+g35bUry//HVmy67qnU9Uc8TtYa/J+g3CZZUupqoF8IeqshWbKQWbYqcaAR+XAxn6qk6GIkbyiJb/aXIm9q5O7AdY0GxH4GeV9rZ
tg9GQveA4yEjSlQ2vF1GI4xtiDsn6iS6i/B6MpOC+Re4XY5mwEtFwngmdy20wcauAPiYukmiU1PlN2BgjXXZoD4hJz1wLuiZEVDbZvP6XcCkB4Ywy6B6
y3wF190+xk3hQJPfBVyTyzrLPRrujBjr4MeKCIFERBHd4EKVwcB2o9uxQLPrtncme69xcg9GzikV9AwNUCLm4Chqtq5W07PejjEypZkECOYFhPf0qRw9
oBfP6Fjgx1dv0npdq3N1qCYwNS4ypuhd7N0A0vUf2qKsa+xPP/s0H6V9tYf8s16LgY/AIGRG1ws2PKkfl3R0LAKTjikwadqUf1mvdfVdBjtjnOJhSsQq
XVflMl/p+pe8uf7uuipvMlgeIw7JCtc4YzCBOYRYrok6OUjUyTFkneANT6JGB/jPC/jnEP45koFbeWN+n/+maYwPfgxW1EzlDSumvPGKi0/uI7gBruuL
0ey0h3FJN7jVk5DNHR/RWmoPKs2L+Wqz0LXJw1Vq6wl4JPtROgQrjSmTXYC8psOftgyufswEryFlOQvfNQ1P6ddLvyV1rkZjNQF7bswHJWcAqZ5nK3Sz
rCk2a2IAHUPlYzVRx4cUE8p1jeXtaqErZp/BaEUWLcBH80eAuK9BCRP6/XwVtPmokheLw1Ud/nipxkfHQucroGx3o5/tElkeHR2rZwaJGoNUjYQH3fov
vCV4BbxgiGjXZkvYCX7iMjtpJOjOvCrXEog6Vxe2zUR94edMTdTF0EjDQxsAAfjR/wY9j6MjjK4rvsfqXAFZjWSd/0StkqzEhUAAiMZqIIbutOkkvD70
ELUTxvCAO/FMRTBG2I33cLQXo1mc9Ejyn9A0WHy3G2E4/2nhjC2cgxnd1BlD97+Csa+aqieInrx++wmM+vGuC7rIJxE2E8IUPn7IJCqEd8EHJ4dhSZNu
tyHT6jlhwXkzu3uX1tq0jnS49rOa/Xj+mUsOvlqTfI/gRfh3T6FpHVy9qHP+jaL9Ps7qABP24d5lD1YUiPywsJCOCRCtfBNAQbhIGe789X6kdj+Fr4TG
grvVE0xhZvf0KQ/6jO7mn5AwQGkoDrQTx7O427PU0kDLZRKVHSfGWVmKOuhlFHlzZFznhjxJp2Y+8M9gYD1pYGpMYfr7TI1hFiLh5HVhO3CmDuggAvps
FT23oQJAZFfP4zjGSzNLbHxeC1xgVcuxFUZAKkPo/W+6KjlUMYtblPISIm4DMtkXXCwXSqK9BQvv7dlOjNWzZwxzoEYmXsKGgMYdKvHviz9Y/+eTwEf5
F6tu4yjVxF6zfAVKzG/1sqz0+3LZ3GYV4HQclvi++GtGEbfNufmvoIzcEeE6UK9/taI7FyMA0eSHbL0z0jDrLciQy4VANhJnLVMxCM07YY/pByfAi/n3
rFQPI2MZDIhzoUPKq5U8PAK1WD18R8wsk7837dItfwVaAs37F4bVwkUYN/ecoz2jN5ONBtuK+AwGII3RC6OCpyMG1v/XwNJeSJw8RAGVSs1lN5jnemby
fPlNfQ5qm17n9bf6Gqyy43bIbzvUNv5hSfsQuyZ/5GuvEIwxV3cXl+Ys2XUNIVyCfzF6dsl1w+BkXZTihdb0bwtMAFLv7sbdE7gg2w5NzjN6taC7mYB0
SQ8VxSkoj6OYvoEpB3r108euX/ZCqCgMnKmxnTjGaV6D7W1EnUlNiHARFfwron+3dcSQFawg+vG/NnqDpyzeZV62eHLsB+SOusN7M1vnMq2LJJ4ZVCNz
ppPK/qzvfw/xk7c+LYE/6/vYj5etbVj1XUzjSYtpeNGfxBTpJtoVRtyM8PRLwcpxt+Fg5WxNRCM+p6DlCtzD9KrJ/unw5WAz1I5fDqzeRRoIsePUrmt+
tsOpOyKrA/OaiROjqoiR2PEkg0dzPwqwx7xZvwDF+IAtck2oc5EW8N7dfN6bMm8b7MZc187iPoJNWehYRNefeOzdhReTu8R05y5h+MpN9lGb2C7d9td4
Ic1hzV23KPbBTf6bfl1W1jzf3D1bWreb/tl0h5AUB+/XXGfVAtJhla2cmXgfHAd1Nai5Wn9nDPYw2Py2540xuEw2EpKTwvyA8az48QKN82Jrs+Yr3USt
28y4tZAXeqUbvbukLynh7SG3GNAjzq+QE1oQbTRHR5L+vZ0JEd+6czcPcnReSNl9y8XMZ28qxFJLhHniuhkuFWILWJuDGQHJ/lg2741rLvq29Kk12DnN
jGeLxR9hEHBOBdvdqL8Am9wNGOCI617qqzuScHU88VLjef0X5whs9vNYMi6cjD2rlQsmaTpVAYzzXQeCPTWCoGLeWSD2Z0Q4JUduucWdErO8ErSBAhJL
Ee5KtVMSpPjqlngeky+7Rctd4nRLXvYu081WDb56GG4/iux2jNP2pY33EVEMm3hpzxHuCGAyQFk1w2CJLC+gbrugEBGPypKBwGaOjOBaBjZqHeGavUDH
O2ypal3X7Hf2iAEVlwK9Mf0KjKPQFUxGVI64nAn76QcW/pkZ3cLEdRE3t1GrrNnIdpY0JivcD/qyI3QdtaNN0bzjAa0Eionaed9M3KSz5xifx1neDAzf
cnZJ3ePAenQh2FXDdDC4B+fL76RnRdiJZDEUIpZoQzwPgsmt7QU28QfzNIfbYIS1k+VczHt3WEXt6o2pZnOTHgnxE2WkremZioK3d7rFFHSPNed4DIzp
ZjACTadP/knPWzYTW7wiV2CTkfQEl5uQmm9OV+VcAWLZRw/KK0bi0FaiWEYW9l4Ki3aSXWTenWm3Jt61ME+wCEvE66x+z4Gp5YnPOXzUvrLFvqqFtfyn
tQQsfEHFmAbJYaXeo1ydehCavvCMKnoUMGYi1LA8tRamGjLCezbJhWju464nqthwCx8uIKsk53yCLzvslIbN2YujxXdsAZ6TL4i7VMYNFm6hWuMHiYye
y2Gf9fNzp5jqQljtV0hazciTHC+fIEC1NzleCHQfOylGQ3efHBfdixNGGPkizGHCUkvX5BUuVnxrqree0V/bXpQHiwghb9DpFMMcmUDWQtozRG2ComNb
rVfMwsdkTFc7GxdUG2itaA+2xo4tPuwN2G3bWX1fzFVdZOv6umzHcGQjr3lZAF/7ufx2VV66R71yMOjaXxdXfXZ1CLR4TlhuLzpfcvIXOL/n8WgobmZl
dhdAqBxQSgh61ucNXIInqv+LvgRn3HnNDkHzieL+0CGOL8Dk4G/JNM1cd8ksSkvMxm3Gi5+JYuNDl84JiWKVnWmbPxMrCJsMT7pNejbyFeW2VFiU7Ouw
MFY6m5taTCY9Q5s8HvOZKBnjeKLa75twiTfwyM2E0E0v3iQ9740Sk+clJr1QbpmobnGGDdDs7s7iSlicZBhTuLeVkuhVtn6HLlztKEsXvT6GECg34ErQ
5zeM4Cd44c5LDKUAn+vN5Sqvr3UFH0XZKN64MRRQHyIpIMVSoCQsAGc2iLg0E3bFzTtTC65JnNubqw1Pk4jy4G+0kA4IKCW8mpOn1w6LMxNwwL/IMP62
5ghwiQcw1GGw1yKEc9d3cLa3m7V79YLPKOGdifEbEYArvdZZ4yVRRAw1FVNBZi4obAwNMGDKVvZ+b24E2DdpEdkgQUaraMb5ZGoVDqaE7XPAcwRuzE+v
cVfcPNKByDFNMhJNe5zn69XAVc4ZR1MN1IjCWbILAJkj7JgUV8zMjpuObTC1+Ld7vrhT585qE5GDcWKMzZELXnPBW/ywmEHE8IsZMeFsHV1la2HGPjce
h3gRmigxhhmHnOGB8AnWDf8qWzP6zlMy9vbOwgz6HOUUKGv2SFTwmYY/f+byfqwjfz50wZRn3WPhN8cHBnAu6wzBMfVAFH3XdCIgDBSfi5EkKC4CVfRU
OED1CID9Wl/6K/1ciTx60gHN5Fr94ZKUNKGW4tMeIwEFM9FNYzdHDniBFlma7SMBXFnVuUQwFvMCSAHtUjnj3w3Pg+KYH4Jlzyb2RpbphidxLNpPwkYs
qn1uI664cBi1P4wWmD01KpxQx0vdCk527NsedohhWMMBN5uyOkTTNbKz49UTb5ITERcZARhf4jZsvbigzBmMzkZlMrW3VjmLzms/0XPDzw+PhtIYD171
fl9uqrmGJxWquaa3TsRDFRU8jwLbzP7fOMr/4nOzquPJh/0P+9HF3/bP/2W2F0Nky7+d/8vsWXz+zX6q7/Sc4TGBMBh7JYgNv2P/Ztv0g6r1fFNpdl5L
1DWaUff7xit4ovoQuJOkRjBw2FQrc2+0qVYmFt67N/5o5B1K4MOH7OGif9006wnsxPCjxl+35k896c+cseCmWqUmBGLc+YaO9T7DollzTeE8UT9mLMW4
DF3OCldhdtLZ9fy5QY/sBOl5ud8YD6SViWMw2IRs+GVwGkSN8GcGXDBgcZTizYsbxCQSxPmkTRPxeeSCnKYfBn+f7X3+cHExHLx4NXidDZaTdLb3YRZH
55NJ9GHxMEqOtnF8Hp1PPuxH6bPYEVDjeOYTbLMT2xeJqufX+oapJVEUdwtwDn4OWNE92zYn9RrVAMst+oFYalZ1nx6quEmpZGtGUa+OJ2Yog6ncwa5Z
hJK8LlE3cX4O9ldnGPTzqDvzJfzTevdBdAlJhn4+TiRmun/95gF+bCffPJh2BEvY/uqTAS96ffm+nH/UzV/egXF+lC0WFV7UTs8AHn+aHp0jgeF9523d
3072910RbFp8U1vbXw1mgWzfVjk9RPjldpDKsSX41dXWr4GVkaHkWgrKLCGySxs+G+i9tncNerK6ATsG0kPbyDBlccWpI/kCIT2caHMkMIjp+dpdQx0M
ndj3Oi/w7itCi3iMDLMQVzd+GFegFz/fRmk1sv53TlbwJX3GUMIB4JzyrMRwBpxtH2HCr1Y61YXoB/jDekNROIV+vljZq8QOA6VKzIN7fi5brHJ8aTiw
cOInM+GOw5sqNIBDjYvvgst9MPtocdX/IqCwB/T8eVjKLipQ2UxsC/3EIMecKxlpW+8AIgOghV7D3OVyrYvfiTY3pgP1TMk2do1KViP1J4lFUegvJO66
sWP2pvsLAHUBV58a1ADdII1phpkee/8qsrnFFvcLqZ7jFePpqFhYFIXmRpQqu8WsmipxMBdYVrwScRm2Z6imV/r6bWKAnD5J4VtCq28lJFtmFZdFuffc
jmcKYVFkHzQLJkUJAyXUeDHSnQFyoE3rXKOdi69F7gCoz0+CgYZQzC5QwkufPjomLxwBq576/my5Ne3bWgmc4cLykCpMXTL77oVdQy99znvuP3MLrDrx
Gf0zMm/1oABSBXM/7bzI3rlQHSe13DbkmgYdu1YujPY8FYGQDFEQE47ANh+GH7fnDkD3E7UBD8SJP08ezbbXiTuv2wH4UqFcdonHAOMWOtxl/xMDzo7B
Fjprbdf/nXW4axvbRXHisFTlS9zyh0M9sDbJqMuEl4+DbZ/C6b3Jl7qhJ32Ph/r4NAwKUmAYJWukzBY+P+j2EyNC/U2VrLlt1X7a1ioYgydy8b29Kl/v
NPndCXwH2G0PtM8/mXQBqKMoAH8P76bKzc62aFRJmIC0NuNz0UCii8wiy+IqonDLvm0te0g4QNbfEkqnGJOZDWnZg2IY6FmoFryvMNdUKBEOQBKD7Zcr
bRugeMEPE/HGZNoQv87RCiPOoCOzLOBB21MhMI6nMPapDVV9Jb+x5QWtsd3eR78DS7TgGsrWsh00Yn9LUziiCFCWOYdfTCPfiYDu4WUgTEldf0DDdQk/
TJSKih4+hUEJDRARHtU2LiY2Vo8JouRLTpLqHmwwHxNaqwszJs+leSiBYCmRCBko3xQO0PEk6AEGQ7AVyWMGEtEX93GsdZ5l+TohIDyEJntogNuO8LD9
RiktljsDw/fR0zVNGb5v6+XYxkzuWD1jfvnMdty7RuHq6MyKY3e2KG162bOw2muOS2fu8ZnytqAwyMZUSD2jpzbIrlpocpHvyLjjMjCY9ZnLIBwd3iQ8
9C7gqY/UPuwxm6iLnghslojgZYkNTZa0IlslrcBUiRJh6UU0+TSF8GB10psl3Dh4cEK7MjrZF2rPyB0OtxiOItbppIXvK1hbIDvsCxnlzQE1ggyIHrdZ
hdjkShcAyRRYysnwJsJcEv5kX6uQJh9zMJ/2o0l8yvIVCua8f6H9v3Utw0Xpeaf7rJ0ApqJSC+7e1HNvhzbI/t9b86LL1ikK4oJxYhSq6KTxvmvrbKpO
3NZ1rTP75O9a64/RiXuhreNtMChuH1ikD/G+oqtrox0G7wcObQlySVfBm4SHNlDRtZ5/5Jhz1o3fxZCwo3mp4FmzztdJzYpf3PsDdOWdG/dJLIKEySLt
wJKSSp0Klnz1zzvDHgZjPI5NCMSJfEfVhufzAy7YEKrGs9mGau9YMsHK6FoJ9shhALdDuCc+L4vFOVJECQyU1h4hOgd6+Qwiot9/wNVOZGLejhERHmx0
Cu+VsBPz9lTot4lem3BqZ0jkjzmLHwmp335AyGvWRjML+mbjQxLbMAo3jrZGXpUnMwhXe6JMPI0XlrHDCwmy5GgYFB2N2OOBQZ6ZKv/MSCwMdLg2baNO
95EnCdtPJ3kLJMBHF0v1X/CtyFG0Y1ULB7U/82uTSOpnU+We5kHVDKS+nHrhMY1zGtW0TLF7dT464NabTiLyNi0cuwDdXmu0HmKB7anDoZoEhWmXVue8
DfHnhD/tmsLp4qAd/gOjXe9ThE9UxVbrb7FhEGleofydb1DievVetn3CX+KxEe+1HGk9h7seRICzqyh4sdWzlBBgfMbAl2rGkVqE08MWbCA9ag+g89Um
SOuYiMLhaY89kiFFbLPBlk91Z6HmzA1GciJ3sYmLwr8OdVvUwD7wax8VcKHz2oANVMAkFLVMx6+AIX/rhj05pKBhQ9g5sRf0ZPbVC1QYuM7AOhd5R0KZ
4D2WgRqIoQxZTOZXfl0HF42EdtTGBfMnE/j3MHTDfmPPHFK1gUZtHY/MqQs0WUR7sdlE9f80Pj7sJ5yKdluQerM+zPoyTBMGWSPjHdyT8NQZRWtdoXFw
MSdPG74J2lMyg4xkIQgVrCt7e+LscvCxtRI2ffJh+Cu5dQaUPjrGAzkKyO/ZCyB4ZF43DSkmwIrZKaA4GX0G6KfRI5RIXPDHxWd1dlnQAXclY8Gn9jaG
UEFXMkZMtRYyUFsab1mLJPQH4QJSmeQHuXPTutPbwOghvqKoES2EyZbx8XkQoYAhshFaJuBPrDRRQ6t3uMwbfnsCGoKftgH52EUr06gA8VxljBdN9DHi
721DM2sNjH3ExxUxTPst6gw5OK7ZTPkJNDdAEwrcThom2NGzUR4ebkPvfNiZrR+HPOyAngdrPGx9jwo3AcaAlZ53zupmR1aNt7O+5o8c7aAkFeXHpXUR
UY4laFuQfgQRfWttGUlXrE/J3WKf6j1T/ejBhlP3VhEh0r4iBChHo1t69drDvUS5K86/XDw8YBRRsPpYvdtmI7SDoAE8ddmqlXYA4quUwEgZjf4smryQ
sCS4iRa86XHWy7DlU5PZ3Hswy3x659qVzj7Z6EtUwlmR21tJc12XZytTyOnl3d7FThpulBMlQKIinV9GUHnBWerclAE1Ox2m2Hab+sbBZ7wH2qJYGl4z
0ToTa3I0xtRguAF902daFkDOQKPm250UbRIi2PPM4yw4NN2/tzdRvxgbh/TtT3/8MTYAaojUDmOJbbNiygizxkrhobcLneKeGJFpsYURBhGsMVtyQ9W3
rlORNMGwLSYmPPqi32XT9GVCXuxaEh3PA3hapMhXirX4kBkTo+wyL7LqnmOL9VHWIkVG3z03pUkgDWraOY7YaY0K0rzwUSg+9VLlO6UPPVBLTZTfXfPA
h2+F4l5ag7CXH7WxEbesChO9F5aSHr36aePUL8BWRkHkWbT0RpbFYHxGZ8zlmY99/qxG4Hbmv8lmVZ9+RoL6Tb9vrHGNk1743GY4ihwOiqAWMeEEBK7l
iygYgYDNbqV8YN9kgPxYVDYrTXrM/VPE19kQrC4bDwIOV+WSeogcr0Yf/v7vPaQLYWZviuDw642MdiO6be0k2h23b7mgqjGQNXEA8eluzmfjfbkJYHCk
ijy1GdZOglfa1K6YXXVj45hRLFb2VSDBLsL3QM0DJAbcFi2SsAyzaPqyq6Vc+ri2h30s5m1Y8hlS8wqKNLK2DkHuGR7yrpnwU6LesztsFOpuw1mko+eV
7G2RfHbHini7KJMsV9D0I1E76HPbC5Dpx2XnuNHmjQ6pRLRvdfCTWRPP6oEsrm2/6X4DS8NrUn5ZsKV3c0ml8JUPv5hgiPCore0MvWyb4XUQVy5blfFk
gdcKnZ2Sz2h0Vey8uhP15csefn14Xu5KY47rMXzZuvzsmV/NeO/5WDEqW7+stckKiwPl+UUfJxU7sp3EYpviH87n0MEKy6S+qVgXv5Hnw3Z968ny3zqh
0USGDqyE/MAxJizUcd6ynQue36SARHSgd0cyb388E51qn5vMgdDAx+9TKY317INFMPpVdj+xhe2jovZ1GQ/Mrh37XD0yGoVIJHfqDpOLnUdCPhR4bqRy
MdAi4E3Qmco5JMSeRE8ltuG5mdFjHJQaVPWZnRU+hNORR2WUbLYgJgPwDXSOCEgwgYHI11NI14l861O66DP7/+ygyiDaPNUwfQ4izfMjeQN1aV05hLIT
D1blUuq6EuGqO3P8n8BMTex48mByblGBty/+AGxiMsckmnJUovoCsmfSTzj28R76UzsnFEkD5vkt7hI6aj34T6h6fqmJEq+CkvT3e8rHfAgUvl7e9Jl0
5znFDkzoqC8cHG1QuzV3nFwAnWuLdcIKvZWMwYbXrvRmClhip1eQzbTSodSb7vmBuaxOOzTbEGuiXLKvUGhaYkKskvyuulRx6GnEJaykv0tnxPmnAUlK
0ul22pI0xoyoHYYga6yXnglFYJ4lEWE9QosZx/B8BsX+zCa8VdylMhPhIn0NmI9cE3TkMSSHQMTTLYVEdVhO4HzbCyJuiAtXtvprbdbhVFi7N54OE3dw
9iWG4fiPjVSGIMGAUtgBSX3ky/A2INCs+LrLxgVQE5KjGSqvTS/sA80+lPVsMsQZ5fxLmhZRNhWQ/CeXvoDgRwU1hIJGVoHyzbwm5S7OPI1hYPruQsVW
95F5Us+X0xqkt8iLaYbmfPZUIAVrYxvJJootgR2j0kEe4EJEUYLmiT/1k+ASye+C4GSsspQg3DUSP6zn3yl1gBJiBZWdONGDEiiqy7ZHTdD5LQ8A+vpN
JtxIiHYX5KzlBRRRLy2cUDco6xgSpjYiXrCEAHHCXR8N8fUWewRvcVyOBNB9NRI+L+fm7B0VrN5Rmw89s9TNfsJvvhUTZwyCnUFb8wMIeD6KEzQVkCVe
HAUlWHWzO66FPIna0BWmM0z+IoyD2TV4QgXvs4ET3ngl/ERTP9eWJCRPtWEVrHXpRHJvmyqfkfR2b5NsjyhOcZP0zAHGq0GJuDzQq7gFkJKTHl9CTUQE
cEpJzVM6rinYSdg1mOr4d1VejXbXM/uatAwJr6tPOlrjCTKv319nlV6YaN0uOJk0quJbRnfwbKqsqJeop72Y4WIFcLhYjS1Uq6x8/pYeh8HwLfZS0uNg
TjfrOoQBFvArvCe1Gh0TUvuhh5F01uiNSWHTJipUXIrjn7e9mgBcrOBtbb5JO9YZh6AyKuGWZIKTgAco0wcKwhKbKnhJJiO/hSXt65zmGiWsGGVwK6ny
G+QC/XS/1lc3GP3uH3U/jtP3/Bk5OPbxAtItuSkh7acN/4hKSpy1WFErdKoS6eYmxUTA88MZPPA9H/I+G/XOgiYld+Brb6O3+apwVpnihwBhprQVAIBU
RniLZO4g3TUYiBRIHAasTxkCPu/Srlvmbs3LFRXc9Zur41/J2aKMG+gsHu66OkvxaOy1qagnAGFwmxCPZrQyfJkrLfthAinF7cX8YKMsTZgCDD93wZe2
EhZq2/HZYIMvc4OFsP1HEB0TqvVqKS+7tqfylYqfqvImr0F9UperTw7a7kuEB1MV/qTNtS74Qpm1qawlpzM/Nr4bFrFNHB35d+NP2/fTnr5D7+YHDHFG
p3UMa8yBnV5jDLpEBgBOzJtOiX0bLPHjJSfysaJEbQ7G39K2sGmWJ9Dt/wctbNk2/b4AAA==
""")
}
