// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let segmentsJS = PlayerFile(name: "segments.js", text: ##"""
import { Flag, Kind, NAL, audioFormat, codecString, nalType, nalUnits, parameterSets, pictureSize, u32Bytes, utf8 } from "./worker.js";
const timescale = 1_000_000;
const u16 = (value) => [value >> 8 & 255, value & 255];
const u64 = (value) => [...u32Bytes(Math.floor(value / 2 ** 32)), ...u32Bytes(value % 2 ** 32)];
const zeros = (count) => new Uint8Array(count);
function join(parts) {
const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
let at = 0;
for (const part of parts) {
bytes.set(part, at);
at += part.length;
}
return bytes;
}
const box = (type, ...parts) =>
join([u32Bytes(8 + parts.reduce((sum, part) => sum + part.length, 0)), utf8(type), ...parts]);
const fullBox = (type, flags, ...parts) => box(type, u32Bytes(flags), ...parts);
const unityMatrix = join([
u32Bytes(0x10000), zeros(12), u32Bytes(0x10000), zeros(12), u32Bytes(0x40000000),
]);
const listed = (sets) => sets.flatMap((set) => [u16(set.length), set]);
const avcC = (sps, pps) =>
box("avcC", [1, ...sps[0].subarray(1, 4), 0xff, 0xe0 | sps.length], ...listed(sps), [pps.length], ...listed(pps));
function esds(configuration) {
const specific = [5, configuration.length, ...configuration];
const decoder = [4, 13 + specific.length, 0x40, 0x15, ...zeros(11), ...specific];
return fullBox("esds", 0, [3, 3 + decoder.length + 3, 0, 1, 0, ...decoder, 6, 1, 2]);
}
function sampleEntry(track) {
if (track.kind === "video") {
return box("avc1", zeros(6), u16(1), zeros(16), u16(track.width), u16(track.height),
u32Bytes(0x480000), u32Bytes(0x480000), zeros(4), u16(1), zeros(32), u16(24), [0xff, 0xff],
avcC(track.sps, track.pps));
}
const rate = track.sampleRate < 65536 ? track.sampleRate : 0;
return box("mp4a", zeros(6), u16(1), zeros(8), u16(track.channels), u16(16), zeros(4), u16(rate), u16(0),
esds(track.configuration));
}
function initializationSegment(track) {
const isVideo = track.kind === "video";
const [width, height] = isVideo ? [track.width, track.height] : [0, 0];
const table = box("stbl",
fullBox("stsd", 0, u32Bytes(1), sampleEntry(track)),
fullBox("stts", 0, zeros(4)), fullBox("stsc", 0, zeros(4)), fullBox("stsz", 0, zeros(8)), fullBox("stco", 0, zeros(4)));
const media = box("mdia",
fullBox("mdhd", 0, zeros(8), u32Bytes(timescale), zeros(4), u16(0x55c4), zeros(2)),
fullBox("hdlr", 0, zeros(4), utf8(isVideo ? "vide" : "soun"), zeros(13)),
box("minf", isVideo ? fullBox("vmhd", 1, zeros(8)) : fullBox("smhd", 0, zeros(4)),
box("dinf", fullBox("dref", 0, u32Bytes(1), fullBox("url ", 1))), table));
return join([
box("ftyp", utf8("iso5"), zeros(4), utf8("iso5isomavc1")),
box("moov",
fullBox("mvhd", 0, zeros(8), u32Bytes(timescale), zeros(4), u32Bytes(0x10000), [1, 0], zeros(10), unityMatrix,
zeros(24), u32Bytes(2)),
box("trak",
fullBox("tkhd", 3, zeros(8), u32Bytes(1), zeros(8), zeros(8), u16(0), u16(0), u16(isVideo ? 0 : 0x100), u16(0),
unityMatrix, u16(width), u16(0), u16(height), u16(0)),
media),
box("mvex", fullBox("trex", 0, u32Bytes(1), u32Bytes(1), zeros(12)))),
]);
}
function fragment({ number, decodeTime, duration, compositionOffset, isSync, data }) {
const size = data.reduce((sum, part) => sum + part.length, 0);
const moof = (offset) => box("moof", fullBox("mfhd", 0, u32Bytes(number)),
box("traf",
fullBox("tfhd", 0x020000, u32Bytes(1)),
fullBox("tfdt", 0x01000000, u64(decodeTime)),
fullBox("trun", 0x01000f01, u32Bytes(1), u32Bytes(offset), u32Bytes(duration), u32Bytes(size),
u32Bytes(isSync ? 0x02000000 : 0x01010000), u32Bytes(compositionOffset))));
return join([moof(moof(0).length + 8), box("mdat", ...data)]);
}
const withLengths = (units) => units.flatMap((unit) => [u32Bytes(unit.length), unit]);
const aacFrameSamples = 1024;
const longestDuration = 1_000_000;
const firstDuration = 33_333;
class Timeline {
constructor() {
this.shift = null;
this.end = 0;
}
restart() { this.shift = null; }
place(media) {
this.shift ??= this.end - media;
const time = Math.max(0, media + this.shift);
this.end = Math.max(this.end, time);
return time;
}
}
class Muxer {
constructor(track, timeline) {
this.track = track;
this.timeline = timeline;
this.number = 0;
this.needsRandomAccess = true;
this.parameters = "";
this.duration = firstDuration;
this.lastDecodeTime = null;
}
add(frame) {
if (this.needsRandomAccess && !(frame.flags & Flag.randomAccess)) return null;
const isVideo = this.track.kind === Kind.video;
const units = isVideo ? nalUnits(frame.payload) : [];
const beginning = isVideo ? this.beginVideo(units) : this.beginAudio();
if (!this.parameters) return null;
this.needsRandomAccess = false;
const decodeTime = this.timeline.place(frame.decodeTime);
if (isVideo && this.lastDecodeTime !== null) {
const passed = decodeTime - this.lastDecodeTime;
if (passed > 0 && passed < longestDuration) this.duration = passed;
}
this.lastDecodeTime = decodeTime;
this.number += 1;
const bytes = fragment({
number: this.number, decodeTime, duration: this.duration, isSync: (frame.flags & Flag.randomAccess) !== 0,
compositionOffset: frame.presentationTime - frame.decodeTime,
data: isVideo ? withLengths(units.filter((unit) => ![NAL.sps, NAL.pps, NAL.delimiter].includes(nalType(unit)))) : [frame.payload],
});
const end = decodeTime + this.duration;
if (!beginning) return { codec: null, bytes, end };
const both = new Uint8Array(beginning.bytes.length + bytes.length);
both.set(beginning.bytes);
both.set(bytes, beginning.bytes.length);
return { codec: beginning.codec, bytes: both, end };
}
beginVideo(units) {
const sps = parameterSets(units, NAL.sps);
const pps = parameterSets(units, NAL.pps);
const parameters = `${sps}/${pps}`;
if (!sps.length || !pps.length || parameters === this.parameters) return null;
const size = pictureSize(sps[0]);
if (!size) return null;
this.parameters = parameters;
return { codec: codecString(sps[0]), bytes: initializationSegment({ kind: "video", sps, pps, ...size }) };
}
beginAudio() {
const { configuration } = this.track;
const format = audioFormat(configuration);
if (!format || this.parameters) return null;
this.parameters = String(configuration);
this.duration = Math.round(aacFrameSamples * 1e6 / format.sampleRate);
return { codec: format.codec, bytes: initializationSegment({ kind: "audio", configuration, ...format }) };
}
}
export class Segments {
constructor(session) {
this.session = session;
this.timeline = new Timeline();
this.muxers = new Map();
this.codec = "";
}
connectSound() {}
restart() {
this.muxers.clear();
this.timeline.restart();
}
add(frame, track) {
let muxer = this.muxers.get(track.track);
if (!muxer || String(muxer.track.configuration) !== String(track.configuration)) {
muxer = new Muxer(track, this.timeline);
this.muxers.set(track.track, muxer);
}
const segment = muxer.add(frame);
if (!segment) return;
if (segment.codec?.startsWith("avc1")) this.codec = segment.codec;
this.session.post({ segment: { kind: track.kind, ...segment } }, [segment.bytes.buffer]);
}
tick() {}
async snapshot() {
return null;
}
close() {
this.restart();
}
get statistics() {
return { path: "MediaSource", codec: this.codec };
}
}

"""##, gzip: """
H4sIAAAAAAACA5VZbXPbNhL+zl+x0fQ8YowypGR7PFKVTNpevlzSm6nbuw8aTwuToISGb0OAjh1b//1m8UaAUpJrZqIQwGKxLw92Fxted20v4QneVXRH
4F+8KQj88vY9AToUvH3X9jWVBPK2YPmN7HmzI9DQ6rfHjqmP3xsuBYGO9rRmkvU3TA15Loee3fDPjMCwXPz4KJkgMMjyGg5Q9m0Ns+TVp7b/yPrkLzFb
R3nbCAmS10zktGKwgeyPNE3xr10csivYwPyeVgOLYfMatuoTXr+GaziDxeUlAT2jBrdu39XFZF+SJFao+Qcq90lZtW2vKeAVLODlS1gu4piAT6mX/+GW
3QGfWd8KPCJvh0aqIxr2CX7njbx+2/f00Syso3JocsnbBv5qeTPvaC9FDE+GzR2eApvpXkWV9KwYcjafi6FW1tbHiKGGczVMKtbs5J5AGsfrqGISqIQN
pOuobHuUDE9AQmhLcAerIxPBpDqFAEUhqYTzjc90HR2insmhb7SMODYitw+ot1RoSJLEMN68jpSCW2e7ayPm31NEI0axj0f+t7E1fDlU1Y++CGVFdyKU
BGU0q04aReZxdAyHhsvHD1T2HJlqHSK3LX3I0jRNY6I9Ps8Wscf0W6sXqf4Tk2jUoOJCsgIVEMzIix9JWVH5gXZznNaYHbIrHBjzxATpRj70Pv9Jcenw
9nXaB6j5DFdmBLaZUld0YpveJmK4owpcGYGLmED6UJb4y1J4BtEJc8qt2qNlRNYxgW13ehXP9AHORCEQdSXfDT3FqRHoomM5L3kOG9heYmzxqJz7kyQJ
FtxtKxgGox43XxDIlnDuGI7YebhI8Te7VIyMQ7LY2EBT364tqg2O5jOUekYgJbBdEkDW5jTDGc5hqZYz9ZskiVkncKUmF+iSw2gGQeuuYv9sZP84lz3N
P6IVeAl6kHzkTQGbzQZm97xg7QxX7U0zzstmFlBXiKfsap6NELNTmtsnXihkjDN7xnd7GRMfwxfXBqan5jTfi6OTlgsztcC1rcVLWd6SCBFmzlPw058G
EDZS9FRiUDdkyiq/4tQPcHV5ubyCN8dLK4xevjXq7oJ+xRrXger5njYNq4QluzrSDkUyn3gpFWLN3gC3oUd5wyWnFf+sFm/YrmaNHH2rteXiP+hPp/DU
zxbLW+UyAtpPt7BxO9/A1nOqNaqlW8EW8e3uhKR3KmcqMwl5V81I5EAtpCg0qJ3H0WjH0IyDTdLcBGu0mIDPMv/q6md/9XqymreTvS6M1azg1OpRF5z6
etTFvgjZehq5yuHIzenD5WV+4aYXgZr7oupDYUzOGf2gXDaDFcxEOzSz8fItkZOWlDfljHi+c/zvayVz5pkCVp4t6lClC8ey0CwdZdGz8oQT3frQV4AH
xWhrBQe0qrk9JpEpxqV87GZGyRkX7eUsPlJezXPR1ir+jGq27X3gkPu/75DjbImZKb11VlWRaUzDJDJuC3YvnEyypx99meRHJdPypExhrAijRjr5d3Rm
ipEIxfWChS+hmvRjryW00ddMxiRS+HbmvGcPvotlr8ZTF5+QPlvE6OdokmzKnupo9ATNUN9hVtLp6TdeMwKFCWiYceuuFRwH/y5LwSRi9+axyQkUVFI4
eLmaf8bAgtN/p3RzF7ptS6xLWnWMq8cQSgG863I/jVFaBd/RZeBos+MhXSCQAjvFAV0hNV2m6y+CD4L5aJiQuh+akbpMsy85wyjkzVjz+nNoPT/7aisj
pozYqQZXmqXZNCsfOSmOj640mnGuftJ4LFEQ0iaCUtQdyxQqaXzr5eNPXO7fqw3q5YJ41uWn+hrrTxyaAtQKhlNjGYojrw6l+Tt8Cd6o5IKss3Rx4ard
ttkxIX82ljr1yCt5HxAsl38sl8t1lFdUCEB/VbxhFp79kMu2nyNc5Z6LROx5ic+eZqiqtZ5imHmxksA3jJC0l0gOx+RwiLqK5myuL2nI8s2bDTh23+s8
5T9aYQPqIVnTh3lKTB47906JA3EcrZ0jisvoXhyhyAej+IfhgfUTrVXS1hvRJk5iNW9LD3OsJcJp82lW9DXTJtITjBXiV9oUbf02z5kQitVg6d1LH+dn
MzNbjB4LPGiWKyrkz+7GOQcdIloU8xIZurr4tAhnZ/BCEybq8QZnqmGR9B5RHIOxnuZ+VIo544z1GPY7ElWT+U9AERRitsthzu/oY9XSAvP41hVgd2zH
m4Y3u2CnOlEtqRl7y1bewlvssszjtVL+xcTCE4W+6J6SVoKF7yNj58D5ica3VsMLgPpwK/bZGZzy2YuN9tqYGjoqhHq7eid+f2qv5m/IX0OKR5jRD9OY
EMMUT5oSwXIaSoV3jo/o8w1k60lrZcyQkaYyrvhaulyFEtlUuYJv4lHZLCXRUSRfgYFSzwRrpOJrzDd1DokwdK88UHmRe26CNa8k671Y/WL7y9v3+jGG
H539KFjFay5Zf5vwJq+GAtOsbubpzbEqT7cB0G9JdHDxXYcvz+HnoXUMjt11cAh+0i3ElcIQ0Q4hit3BOamV++P2l2OV6GaVy3L+MF5HuFt1siYbgiV9
6mmWY/B1so6EasKIvVKSOuEP0fENHzsdQiHYa45qEu0PbKlY7buvk3Y+qR+C//zuSXTi8Oq7p64Thz+NA8YeDjw/w4suGPr7NyZGfDHoBGWg19ed61aS
jVyq0jkRrgJZx8Gxrb0Os2Xt7H36zf0EGMZX9k1NwDa/dJcHJT7EnodMqHXOeQo7T3AIcoQrSFQHHDZ+P3zS2DImMJTPz/B/hPHALkbtKddpJFRVQ98O
TTGf1lkvIWNX8MpI63VRTqDa0ISQ/oaJlfKzSa9O2dlobS19iNiD+h8FXbcYRmJSuggmhGkJ6hJJj2ED5uu4bMGwYMu/uTVOjWWR7ZljvWoXlHKmQFEl
b8NyeaNMF8NTUAr6nJK8YrR3XFzidORBzWK6MsgDG+6KhcWQ4bdjpjekQWWhokmfn63n1Tg51XxSOcRQnWxOwVNkD1ZGwG9XGvpKhDZT8dCTjGjxvReC
0K6DjV5JxlLNXnlNYNGtZ82kdsCbRJlN/JfLvWlmxibBWwcF9OsADUnXCoSgIVmBReNYw+mbbgQ9wIHA1jLUof1uKEvW64eP5PlH7X0q8BUmGtqJfatB
ENxQrLpbwUZ0BP7fMQkCk7aQPBf+7ifoqNyvYPYB6/+bduhzNiP23nl6m6vyP4yzgJ59GwAA
""")
}
