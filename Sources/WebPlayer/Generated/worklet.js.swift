// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let workletJS = PlayerFile(name: "worklet.js", text: ##"""
const capacity = 2;
const tolerance = 0.005;
const shortestSplice = 0.005;
const longestSplice = 0.0125;
const fade = 0.008;
const ramp = 64;
class SampleRing {
constructor(channels, rate) {
this.rate = rate;
this.size = 2 ** Math.ceil(Math.log2(rate * capacity));
this.planes = Array.from({ length: channels }, () => new Float32Array(this.size));
this.start = 0;
this.end = 0;
this.position = null;
this.stretch = 0;
this.owed = 0;
this.gain = 0;
this.last = new Float32Array(channels);
}
get level() {
return this.position === null ? 0 : Math.max(0, this.end - Math.max(this.position, this.start));
}
write(at, planes) {
const count = planes[0].length;
const distance = at - this.end;
if (Math.abs(distance) <= tolerance * this.rate) at = this.end;
else if (distance < 0 && at + count <= this.end && at >= this.start) return;
else if (distance > 0 && distance < this.size / 2 && this.end > this.start) this.fill(distance);
else {
this.start = this.end = at;
this.position = null;
}
for (const [channel, plane] of this.planes.entries()) {
const source = planes[Math.min(channel, planes.length - 1)];
for (let index = 0; index < count; index++) plane[(at + index) & (this.size - 1)] = source[index];
}
this.end = at + count;
this.start = Math.max(this.start, this.end - this.size);
}
fill(count) {
for (const plane of this.planes) for (let index = 0; index < count; index++) plane[(this.end + index) & (this.size - 1)] = 0;
this.end += count;
}
seek(at) {
this.position = at;
this.owed = 0;
this.gain = 0;
}
read(output) {
const count = output[0].length;
this.splice(count);
let isWhole = this.position !== null;
for (let index = 0; index < count; index++) {
const at = this.position;
const isThere = at !== null && at >= this.start && at < this.end;
this.gain = isThere ? Math.min(1, this.gain + 1 / ramp) : Math.max(0, this.gain - 1 / ramp);
for (const [channel, plane] of output.entries()) {
const source = Math.min(channel, this.planes.length - 1);
if (isThere) this.last[source] = this.planes[source][at & (this.size - 1)];
plane[index] = this.last[source] * this.gain;
}
if (at !== null && at < this.end) this.position = at + 1;
isWhole = isWhole && isThere;
}
return isWhole;
}
splice(count) {
this.owed = this.stretch ? this.owed + this.stretch * count : 0;
const most = Math.round(longestSplice * this.rate);
const length = Math.round(fade * this.rate);
const from = this.position;
if (Math.abs(this.owed) < most || from === null || from < this.start) return;
const direction = Math.sign(this.owed);
const isRoom = direction > 0 ? from + most + length <= this.end : from - most >= this.start && from + length <= this.end;
if (!isRoom) return;
const lag = this.bestLag(from, direction, length, most);
const to = from + direction * lag;
for (const plane of this.planes) {
for (let index = 0; index < length; index++) {
const weight = (index + 1) / (length + 1);
const old = plane[(from + index) & (this.size - 1)];
const target = (to + index) & (this.size - 1);
plane[target] = old * (1 - weight) + plane[target] * weight;
}
}
this.position = to;
this.owed -= direction * lag;
}
bestLag(from, direction, length, most) {
const plane = this.planes[0];
const mask = this.size - 1;
let best = most;
let bestScore = 0;
for (let lag = Math.round(shortestSplice * this.rate); lag <= most; lag += 2) {
let product = 0;
let energy = 1e-9;
for (let index = 0; index < length; index += 2) {
const other = plane[(from + direction * lag + index) & mask];
product += plane[(from + index) & mask] * other;
energy += other * other;
}
const score = product / Math.sqrt(energy);
if (score > bestScore) {
bestScore = score;
best = lag;
}
}
return best;
}
}
const reportInterval = 16;
class PlayerProcessor extends AudioWorkletProcessor {
constructor() {
super();
this.worker = null;
this.ring = new SampleRing(2, sampleRate);
this.quanta = 0;
this.beginning = null;
this.isClosed = false;
this.port.onmessage = ({ data }) => {
if (data === "close") this.isClosed = true;
else this.connect(data);
};
}
connect(worker) {
this.worker = worker;
worker.onmessage = ({ data }) => {
if (data.planes) this.ring.write(this.samples(data.media), data.planes);
if (data.stretch !== undefined) this.ring.stretch = data.stretch;
if (data.begin) this.beginning = data.begin;
if (data.stop) this.ring.position = null;
};
}
samples(media) {
return Math.round(media * sampleRate / 1e6);
}
process(_, [output]) {
if (this.beginning && this.beginning.frame <= currentFrame) {
const { frame, media } = this.beginning;
this.ring.seek(this.samples(media) + currentFrame - frame);
this.beginning = null;
}
const position = this.ring.position;
const isWhole = this.ring.read(output);
if (++this.quanta % reportInterval === 0 && this.worker) {
const media = position === null ? null : position * 1e6 / sampleRate;
this.worker.postMessage({ frame: currentFrame, media, isWhole, level: this.ring.level / sampleRate * 1e6 });
}
return !this.isClosed;
}
}
registerProcessor("streamd-player", PlayerProcessor);

"""##, gzip: """
H4sIAAAAAAACA51YbW/bNhD+rl9xDbBAsmzH9rZis6wEw4ACA1agaAf0gxEMrETbQmTSJammnev/PpDHN1lO2u1TrOPxXh4+d0em4kwqqMiBVI36AiUs
iqQyMsVbKgirKJQwm85mP7sFueNCUaneHdpmuNpytj1bnC/86obUbscvTibI/gAlvPypSKqWSAnvyP7Q0rcN28IRdURXKS7SakcYo60cgyCKZnBM1K6R
U/0BpZEVKJHNP1qygNEIXhO1m1a0aVPzq+XbRWp2jHzaWWb3HVrCqIQSfhOCfJluBN+nR2gp26rdEpx7OI0hzaC8BUYf4VXLifpxYXak3rs3KRURSqds
vymro68Dl41qOIMSWNe2fo+gqtpFevyRxtu2pGHRZ0ukdjGIxgWcFckp2VIFLf1E21QDJ6jqBIOzIEoMA+5gBktEbk8+p7Mx+NgnQdzbbFVMuplx+Cga
RVOixoCwZu40oeId0wGjfD27nyLEjhF1I5VlHlEw8c6LpNkAHiP5IFOnlsGqjOg6As+KTO8vo/20lRS0Ee9iBTO4vtZ6uY1rFTbYldsyTg4Qu0vGbtFY
ZDzQ8QYWes2bvu3ZNL83TduGrKyDY59HEYmIeopFp2TDBaSI5trSwJ7DPfANRGyfUqZEQ2WahQOSvBMGfntCeOQNS/umpD03mMA8uy/QaUsVNKymnw1B
7c8VYms/8zxDA+vU4G6EGVxDqB80CaUNZW1U7nVmPQDcoZ0VW5+iRtqjcChTg5WG3ZjRCETImRjP4Mrgf2TpXT+fa9wj8tJldkokpQ8pUb7hReftOfBk
hzglgpI65Z06dGpYgyiPaxDjMv3bolIkJl35fsdb6jjog3hROtr9F2RcHKFAnUHXBRr5144K2wSck0sVaWWrqM5jDJydO/A0nls2GI0c5nBjplB2qekZ
nUnQKb5VW4jos2U1rKe4IKOiwo5nM7BdQnf7NZq699hhnVrpmqgLBCsSZCOWktvZszYKKWviaN9D7APOGQzpqOEsksAV9+v62h0EUtKMH7toOB4TzhHd
kro3FO8gLOX9pZFl9VLzHiHfc+kbguAdq9P+BSUeFv4Kg/j3dpmLyyVlfUcYMrg3p3y8GawwoK9f7T6HrBOsLg4aNxUFrSzOxrZstiwyHurmLTcxhQ16
Lt2hhxwjyF2W8bRbosoEVQY1ZvcPN2K+L9Dxedgt2Tp8PlCp/iTbVBsah/DG1uTY+M3CBRRK5zOkMtIGi2936eOz3cj2umE7eqTNdqcZk6JqDvMMbrQd
k3RuahJVeVu7CblObZxPdnefFBH6IlZCqvgz+q5WUV0Xq/Y2gnQOExtjBjn0lUZ2RZfTaTApFI8nxaQcYnpKvu+APFiIfL8FzXyqeyIffPHaxHCSaDdQ
GmNB8K7iptnPojmC3InK8Ozt0StIo72yZs1HXsJCR6tNHQSvu8rexLWAMiq2+sUzp5Nfi+9ni7dqWaB2VAx4cIZtfNIaFt2LbTz5kxQyijBCD0Vi481L
69IvnNx0sQA6yze2S3wUKsXNdpyg4m1AXWcTH4FRKBJ7TJYbvmlrMQrs+40euFB/MEXFJ9JqQF+6l9yblnyh4o3gFZWSC6CfFWW1hN+6uuHvuXhoqQqr
/ceeDkp2BypS95R65OLBYB09lYR+JeLTJzwb08UYJH5hqzaqHzvCFInuSB/otmHMGggmG/l7y6UZPBvSSuov2UJNOdtTKclWo5QeoSaKwMk8BY8GWiPQ
Xf2q0jau7ISMTCrRUXuzN0sVZ4xWyuzUt1F7nkaGCftp6PPHH0WCf78rKN8XPWpTfJ9heRqwJGruad2QbAzxtiIYcsNW3wo6VtNNw2gd2w2v11g/smBw
z2BwBmGx544fYuvDt465PdgEMPbwvo1ah1mCUUQMuIE5fWmeAAckYfr3GNZ4f7vPLHpnYbonnJdMN4LsqW48VScEZeqV/g4N4ghGYQwYwCkMQ2sgYvLU
3PR7R2IzynvWYYJGsyeZ7IozHgADDMONoXezNzrxowGPI8/jMvphUPdlia/fiKsBBUy+hEv/azB/lmFppI8FbqKT6jUAHb56jYxPLbrLHjwW67FLbIz/
+FhG6RlBz4d1e8qi++mLXvW6LrhtpIq6WnqlKU729eRg2t3V+LzvZUXyLx97dH9oEwAA
""")
}
