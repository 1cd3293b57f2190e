// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let mediasourceJS = PlayerFile(name: "mediasource.js", text: ##"""
const tickInterval = 100;
const firstTarget = 0.12;
const longestTarget = 1;
const targetStep = 0.04;
const targetFall = 0.0005;
const jumpLimit = 0.7;
const tolerance = 0.03;
const fasterRate = 1.05;
const slowerRate = 0.97;
const keptSeconds = 5;
const trackLimit = 1500;
const Source = (globalThis).ManagedMediaSource ?? globalThis.MediaSource;
export class MediaSourcePlayback {
constructor(video, options) {
this.video = video;
this.options = options;
this.target = firstTarget;
this.rewound = 0;
this.isPaused = false;
this.jumps = 0;
this.parts = new Map();
this.timer = setInterval(() => this.tick(), tickInterval);
video.disableRemotePlayback = true;
video.addEventListener("waiting", () => { this.target = Math.min(longestTarget, this.target + targetStep); });
}
begin(kinds) {
if (kinds.length === this.parts.size && kinds.every((kind) => this.parts.has(kind))) return;
this.parts = new Map(kinds.map((kind) => [kind, { buffer: null, codec: "", waiting: [] }]));
this.begunAt = performance.now();
const source = this.source = new (Source)();
if (this.url) URL.revokeObjectURL(this.url);
this.url = URL.createObjectURL(source);
this.video.src = this.url;
this.video.play().catch(() => {});
source.onsourceopen = () => this.flush();
}
add(segment) {
const part = this.parts.get(segment.kind);
if (!part) return;
part.waiting.push(segment);
this.flush();
}
flush() {
if (this.source?.readyState !== "open" || !this.open()) return;
for (const [kind, part] of this.parts) {
const { buffer, waiting } = part;
if (!buffer || buffer.updating || !waiting.length) continue;
const next = waiting.findIndex(({ codec }, index) => index > 0 && codec && codec !== part.codec);
const batch = waiting.splice(0, next < 0 ? waiting.length : next);
try {
const codec = batch[0].codec;
if (codec && codec !== part.codec) {
buffer.changeType(typeOf(kind, codec));
part.codec = codec;
}
buffer.appendBuffer(new Uint8Array(joined(batch.map(({ bytes }) => bytes))));
} catch (error) {
if ((error).name === "QuotaExceededError") this.trim(0);
else this.options.problem(part.codec);
}
}
}
open() {
const parts = [...this.parts];
if (parts.some(([, { buffer }]) => buffer)) return true;
const ready = parts.filter(([, { waiting }]) => waiting.length);
const isLate = performance.now() - (this.begunAt ?? 0) > trackLimit;
if (ready.length < parts.length && !(isLate && ready.length)) return false;
for (const [kind, part] of ready) {
part.codec = part.waiting[0].codec ?? "";
const type = typeOf(kind, part.codec);
if (!Source?.isTypeSupported(type)) {
this.options.problem(part.codec);
this.parts.delete(kind);
continue;
}
part.buffer = (this.source).addSourceBuffer(type);
part.buffer.onupdateend = () => this.flush();
}
return this.parts.size > 0;
}
get end() {
const ends = [...this.parts.values()].map(({ buffer }) => buffer?.buffered.length ? buffer.buffered.end(buffer.buffered.length - 1) : 0);
return ends.length ? Math.min(...ends.filter((end) => end > 0)) : 0;
}
tick() {
const { video, end } = this;
this.flush();
if (!Number.isFinite(end) || !end) return;
if (this.options.isPreview) {
video.currentTime = end - 0.01;
return;
}
if (video.paused && !this.isPaused) video.play().catch(() => {});
this.target = Math.max(firstTarget, this.target - targetFall);
const ahead = end - video.currentTime - this.target - this.rewound;
const { buffered } = video;
const isInside = [...Array(buffered.length).keys()].some((index) =>
buffered.start(index) <= video.currentTime + tolerance && video.currentTime <= buffered.end(index));
if (ahead > jumpLimit || (!isInside && ahead > 0)) {
const wanted = end - this.target - this.rewound;
const last = buffered.length ? buffered.start(buffered.length - 1) : wanted;
video.currentTime = Math.max(wanted, Math.min(last, end));
this.jumps += 1;
}
video.playbackRate = ahead > tolerance ? fasterRate : ahead < -tolerance ? slowerRate : 1;
if (!this.rewound) this.trim(keptSeconds);
}
trim(kept) {
const until = this.video.currentTime - kept;
for (const { buffer } of this.parts.values()) {
if (buffer && !buffer.updating && buffer.buffered.length && buffer.buffered.start(0) < until - keptSeconds) buffer.remove(0, until);
}
}
get statistics() {
const quality = this.video.getVideoPlaybackQuality?.();
return {
width: this.video.videoWidth, height: this.video.videoHeight, jumps: this.jumps,
shown: quality?.totalVideoFrames ?? 0, dropped: quality?.droppedVideoFrames ?? 0,
delay: Math.max(0, this.end - this.video.currentTime) * 1e6,
};
}
close() {
clearInterval(this.timer);
this.parts.clear();
this.video.removeAttribute("src");
this.video.load();
if (this.url) URL.revokeObjectURL(this.url);
}
}
const typeOf = (kind, codec) => `${kind === 1 ? "video" : "audio"}/mp4; codecs="${codec}"`;
function joined(pieces) {
const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
let at = 0;
for (const piece of pieces) {
bytes.set(piece, at);
at += piece.length;
}
return bytes;
}

"""##, gzip: """
H4sIAAAAAAACA5VY7W/bvBH/7r/iYjwwqFXR7O159mJHMTqgxQqka5+m3T4EAR5aOttsJEojqSSe6/99OL5IVJJ2GAIkFO94d7z73QtTNFIbMKK4eycN
qnteQQ6L+Xw1KSxlK5Q2n7naoYEc5tniD4FSNXKHEW0RCMbuXBts7Yn5z2PCW15VjjCf/xJIX7u6vRK1cEr+3J9oKlRcFugO/LG3imuD6hM3RFhkgxxd
NQ89YZ79tZd0h625xqKRpYYcen6jeHEXFC9+Ge593XTKqmW7qtnw6vNe6CR7zyXfYfkeS8E9x3oNA0cWUVYTfGwbZaCouNYQUT5W/LDhxR0cnTLVFaZR
7F6U2KTQtEY0UidwnBgSabchB/t35fY8D+SB2++bEIwobJ6k8KHpZElu8TtCf+SdRtra8kqj36ZQ6Iit5crQt8QHeM9blgRdokYFOWg0ATqMJZBfgicX
dyxJR9BKVhN7i6wUmm8q/IR1YwZ35GBUh4GHl+Wbe5TmSmiDEhWbPnBhhNxNU3B6jjC+9Htu9lktJBtBMx1xvYrgmazglKwmp8kGd0KyOyFL63axBfeR
VSh3Zg95nsPgi0yL/yDMZuB48B7VgdkDw+0d455rt58koNB0Sn7Hp05SzdtIzg2tUjjCpttuUS1BdlWVQtGUWCxhOk3B+2MJN7dwuk1CYDa46+RrckiL
atuomhIok80Dhc6nSUC3PdB/kTnMYTQhZnKE5ehUlcCXT1eZwvvmDj9svmJhvny6Gqhed6cot4mzUMhNxOmUBD4XYq2KYEOnqhGprfiBJVnBTbH3sDpS
sJyYrJFu0bQoKUkHz2+rTu+ZDSsvS6ZxV6M0Scg1INfDKJw7NIEts953Fz8j6hA3+sq8x7OWdATR3u5IsV96KEU+XmcKeXm4NlSgzvIcpnSBKXz7Bmc+
sVGyCC3bRgFzhns8kB230GyjGwyXC2DpsQEnggFXxt/JkUmfW2VdW3LLSCaE6znYJ1A00ghJKenES3wk3wW2rZDlO1niI2NHh0s4pSBox8bDruAS5pQs
jt4v6PLWpfazB+aG4h2p0G0lCmTz1Om+gDmsYWwmLC2NwqAOvSecltwJvJnfOj3OCz82BY4T75tiz+UOPx9aZObQ4octcyFwfInHRNDkFZzCad62KMu/
2Q9GmfVFSPOX10rxA/vaCIkls8a5tD/C5mBQw8l6zq6ThHScwOYAMFSqUQFT/iuTvEZbnqa/do3hbx4LxBLLN0SdJr7yKVGzebKaYKUR4v6RtarZVFiz
USRO9schcZQ2VLFusiwbkHfrHOrLYlMjYzdDyaKiZG9jv3pU+yrv5Np88BjV2VZUBpUX0kPYSXkCziBA6CvX7Z8VOzj3uRcK4noN8wQuo6bvzLc2BDRd
eFP852wGZ8zrmM0gZh0u5NvnD5LVniNvjiAT15Qeo2TmdNoPKIfW1ukYf6No2bS+9tVFaELrddfS4IGlhW3STxI/jHpUEEus0CDztXAoAidnvQ9uPqps
CfVrZ4aHvNW9io9kjbTlBtHOIS8X7YCRJ+32kuaR04RaOMoyAia6iW6My+yeVx1qltz22eURGQFy7c3CMgR7HapiTyBdT/c88zksElgCJZa3GaORYT1M
I1mWWUoAN/oGT164hHlipdDl3MgUFXM/ERLjyfesp83Ghv8fXb1BlQn9Vkhh0Gmggm4XoZf0vSjgQOiPCu8FPpBO13aLTimU5rOgsmIVn9PgvQh3JDNJ
jm/Sbn6kHBlNlAn8uIm/NLbxRxYNreOh7Tx6OvSJz/fIy97I5+afPxURTcGrJ/0SnYP9iB0KyzupRYkeXK5wPwFBkt3hwcLMFb++9016Rm24MoFwkb9g
6KvomTObvcBwkcMIkE6YD75zw2X0gvr2DdhZb/1sBoFlngzgeuDS4OC+/+2qimsK1vdSpr/pd9LE6Vu9CLMeAI4pjQZ5ro3Ffz/cutfJK/vcPE0GmNED
wj/7wnUHr67jB+PSM1zAecwRvRyXJNwmVuyIuJtGr0lbtPrNwcGdNKIKg+ZL6CT2Uc8YitR4vOuLWWj+no3S7ukUN5vBd8rVCxQXsHkCF97a8/iZnAR+
hXVzb2cwy+UnBEKKNtwIbUSho7L1745XwhzGV9+h+SctwlvvV8e0zthQPo+TB1Ga/TI+Z3//i7ZT2KPY7c1z8t/tfmozQHuyXacTvW8e5DKYtM5MY3hl
DXmreI3ajgQplKppWywjRr/zjHVSYsUPywGyc1+pojR6FuwEfgcL/FM6OZHriqrR6PxVIVf923l4VI+7seVi44eTC8lrY5TYdAbZVKtiOmapGl7+3284
Cuwwd3zYUpeOZ16q4L/9dKQtO3UuYA1Tq28KS5jyrhTN9PT7uv155U7ofPrT0a5O099Wk20nC+o94AfgVmCB0fvFzcDuIRqNy44tU1h2BTKmuzoFu2cN
0l0Nr9y3B3tKpW41qdAAN+5fGVGeWU5KsUG71ZtpNE5VCpzeE9xQoYkFRwOKPULf/wUYsuV9QhMAAA==
""")
}
