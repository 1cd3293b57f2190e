// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let playerJS = PlayerFile(name: "player.js", text: ##"""
const Kind = Object.freeze({ video: 1, audio: 2, data: 3 });
const State = Object.freeze({ waiting: 0, live: 1, interrupted: 2, gone: 255 });
function isStreamName(name) {
return name.length <= 255 && /^[A-Za-z0-9\-_.~]+(\/[A-Za-z0-9\-_.~]+)*$/.test(name)
&& !name.split("/").some((part) => part === "." || part === "..");
}
const isToken = (token) => /^[\x21-\x7E]{1,4096}$/.test(token);
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
function make(name, attributes = {}, ...children) {
const element = document.createElement(name);
for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
element.append(...children);
return element;
}
const svg = "http://www.w3.org/2000/svg";
function icon(path) {
const picture = document.createElementNS(svg, "svg");
picture.setAttribute("viewBox", "0 0 24 24");
picture.setAttribute("aria-hidden", "true");
const shape = document.createElementNS(svg, "path");
shape.setAttribute("d", path);
picture.append(shape);
return picture;
}
const asset = (file) => new URL(file, import.meta.url).href;
const listedStreams = 12;
const listInterval = 5000;
class Overlay {
constructor(tokenGiven) {
this.sentence = make("p", { role: "status" });
this.streams = make("p", { class: "streams" });
const field = make("input", { type: "password", "aria-label": "Token", autocomplete: "off", spellcheck: "false" });
this.form = make("form", {}, field, make("button", {}, "Watch"));
this.form.addEventListener("submit", (event) => {
event.preventDefault();
this.askForToken(false);
tokenGiven(field.value.trim());
field.value = "";
});
this.asking = {};
this.element = make("div", { class: "overlay", part: "overlay" }, this.sentence, this.streams, this.form);
this.askForToken(false);
this.say("");
}
say(sentence) {
if (this.sentence.textContent !== sentence) this.sentence.textContent = sentence;
this.element.hidden = !sentence;
this.streams.replaceChildren();
this.asking = {};
clearTimeout(this.timer);
if (!sentence) this.askForToken(false);
}
askForToken(asks) {
this.form.hidden = !asks;
}
async listStreams(origin, token, asked) {
const { asking } = this;
const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
const answer = document.hidden ? null : await fetch(`${origin}/streams?limit=${listedStreams}`, { headers }).catch(() => null);
const list = answer?.ok ? await answer.json().catch(() => null) : null;
if (this.asking !== asking) return;
this.timer = setTimeout(() => this.listStreams(origin, token, asked), listInterval);
if (Array.isArray(list?.streams)) this.show(origin, asked, list);
}
show(origin, asked, list) {
const names = list.streams.filter(({ name, state }) =>
typeof name === "string" && isStreamName(name) && name !== asked && state === "live");
if (names.map(({ name }) => name).join() === [...this.streams.children].map((link) => link.textContent).join()) return;
const links = names.flatMap(({ name }) => [make("a", { href: `${origin}/${name}` }, name), " "]);
this.streams.replaceChildren(...(links.length ? ["Live now: ", ...links] : []));
}
}
const hiddenLimit = 3000;
class Presence {
constructor(element, events) {
this.element = element;
this.events = events;
this.isOnScreen = true;
}
begin(isPreview) {
document.addEventListener("visibilitychange", this.changed);
addEventListener("pagehide", this.left);
addEventListener("pageshow", this.shown);
if (!isPreview) return;
this.observer = new IntersectionObserver(([entry]) => {
this.isOnScreen = entry.isIntersecting;
this.events.seen(entry.isIntersecting);
});
this.observer.observe(this.element);
}
end() {
clearTimeout(this.timer);
document.removeEventListener("visibilitychange", this.changed);
removeEventListener("pagehide", this.left);
removeEventListener("pageshow", this.shown);
this.observer?.disconnect();
}
changed = () => {
clearTimeout(this.timer);
if (!document.hidden) return this.events.seen(this.isOnScreen);
this.timer = setTimeout(() => this.events.seen(false), hiddenLimit);
};
left = () => {
clearTimeout(this.timer);
this.events.left();
};
shown = ({ persisted }) => { if (persisted) this.events.returned(); };
}
const byName = {
"unauthorized": "A token is needed to watch this stream.",
"forbidden": "This token does not allow you to watch this stream.",
"end-of-stream": "The stream has ended.",
"dismissed": "The relay's operator ended this stream.",
"encryption-required": "The relay asks for an encrypted connection: open this page with https.",
"invalid-stream-name": "This is not a valid name of a stream.",
"role-not-served": "This relay does not serve viewers.",
"draining": "The relay is restarting. Connecting again …",
"too-many-viewers": "The stream has all the viewers that the relay accepts. Trying again …",
"too-slow": "The network was too slow. Connecting again …",
"redirect": "The relay sends viewers to an address that this page cannot follow.",
};
const tokenErrors = ["unauthorized", "forbidden"];
function endSentence(end, isSecure, wasOpen, hasToken) {
if (end?.name === "forbidden" && !hasToken && end.reason) return end.reason;
if (end) return byName[end.name] ?? (end.reason || "The relay ended the connection.");
if (wasOpen) return "The connection was lost. Connecting again …";
return isSecure
? "The relay does not answer, or this browser does not trust its certificate. Trying again …"
: "The relay does not answer. Trying again …";
}
function stateSentence(state, stream, hasEnded) {
if (state === State.waiting && hasEnded) return "The stream has ended. If it begins again, it plays here.";
if (state === State.waiting) return `“${stream}” has no publisher yet. Waiting …`;
if (state === State.interrupted) return "The publisher is gone. Waiting …";
return "";
}
const codecSentence = (codec) => `This browser cannot play this stream (${codec}).`;
const measureInterval = 500;
const startLimit = 400;
const deviceLimit = 5000;
const plausible = 2;
class Sound {
constructor(post) {
this.post = post;
this.context = null;
this.node = null;
this.gain = null;
this.volume = 1;
this.timer = 0;
}
async start(sampleRate) {
this.stop();
const context = new AudioContext({ sampleRate, latencyHint: "interactive" });
this.context = context;
const running = new Promise((resolve) => {
context.onstatechange = () => { if (context.state === "running") resolve(true); };
setTimeout(resolve, navigator.userActivation?.hasBeenActive ? deviceLimit : startLimit);
});
context.resume().catch(() => {});
await Promise.all([running, context.audioWorklet.addModule(asset("worklet.js"))]);
if (this.context !== context) return true;
if (context.state !== "running") {
this.stop();
return false;
}
this.node = new AudioWorkletNode(context, "streamd-player", { outputChannelCount: [2], numberOfInputs: 0 });
this.gain = new GainNode(context, { gain: this.volume });
this.node.connect(this.gain).connect(context.destination);
const { port1, port2 } = new MessageChannel();
this.node.port.postMessage(port1, [port1]);
this.measure();
this.post({ sound: port2 }, [port2]);
this.timer = window.setInterval(() => this.measure(), measureInterval);
return true;
}
stop() {
clearInterval(this.timer);
if (!this.context) return;
this.node?.port.postMessage("close");
this.post({ sound: null });
this.context.close().catch(() => {});
this.context = this.node = this.gain = null;
}
setVolume(volume) {
this.volume = volume;
if (this.gain && this.context) this.gain.gain.setTargetAtTime(volume, this.context.currentTime, 0.01);
}
measure() {
const { context } = this;
if (!context || context.state !== "running") return;
const latency = (context.outputLatency || 0) + (context.baseLatency || 0);
let { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
const isPlausible = contextTime > 0 && Math.abs(performance.now() / 1000 - performanceTime / 1000) < plausible
&& Math.abs(context.currentTime - contextTime) < plausible;
if (!isPlausible) {
contextTime = context.currentTime;
performanceTime = performance.now() + 1000 * latency;
}
this.post({ output: {
frame: contextTime * context.sampleRate, at: (performance.timeOrigin + performanceTime) * 1000,
rate: context.sampleRate, latency: latency * 1e6,
} });
}
}
const usualRate = 48_000;
class Speaker {
constructor(player) {
this.player = player;
this.sound = new Sound(player.post);
this.video = null;
this.isWanted = true;
this.isBlocked = false;
this.hasTrack = false;
this.sampleRate = usualRate;
this.volume = 1;
}
get muted() { return !this.isWanted || this.isBlocked; }
mute(muted) {
this.isWanted = !muted;
this.isBlocked = false;
this.update();
}
setVolume(volume) {
this.volume = Math.max(0, Math.min(1, volume));
this.sound.setVolume(this.volume);
if (this.video) this.video.volume = this.volume;
this.player.changed();
}
trackChanged(sampleRate) {
this.hasTrack = sampleRate !== null;
this.sampleRate = sampleRate || usualRate;
this.update();
}
rateChanged(sampleRate) {
if (sampleRate === this.sampleRate) return;
this.sampleRate = sampleRate;
this.start();
}
update() {
const { video, muted, sound } = this;
if (video) {
video.muted = muted;
video.volume = this.volume;
if (!muted) video.play().catch(({ name }) => { if (name === "NotAllowedError") this.block(); });
} else if (muted || !this.hasTrack || !this.player.isPlaying()) {
sound.stop();
} else if (!sound.context) {
this.start();
}
this.player.changed();
}
async start() {
if (this.muted || !this.player.isPlaying()) return;
if (!await this.sound.start(this.sampleRate).catch(() => false)) this.block();
}
block() {
this.isBlocked = true;
if (this.video) this.video.muted = true;
this.player.changed();
}
stop() {
this.sound.stop();
}
}
let previews = null;
function makeWorker() {
const address = asset("worker.js");
if (new URL(address).origin === location.origin) return new Worker(address, { type: "module" });
const source = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
const own = URL.createObjectURL(source);
const worker = new Worker(own, { type: "module" });
setTimeout(() => URL.revokeObjectURL(own), 60_000);
return worker;
}
function portToWorker(isPreview) {
const worker = isPreview ? previews ??= makeWorker() : makeWorker();
const { port1, port2 } = new MessageChannel();
worker.postMessage({ port: port2, isShared: isPreview }, [port2]);
return port1;
}
const patience = 1500;
const kindBits = { video: 1, audio: 2 };
const playable = { [Kind.video]: "H264", [Kind.audio]: "mp4a" };
const hasCodecs = "VideoDecoder" in window && "AudioWorkletNode" in window
&& "transferControlToOffscreen" in HTMLCanvasElement.prototype;
const hasMediaSource = "MediaSource" in window || "ManagedMediaSource" in window;
const endedPause = 2000;
export class StreamdPlayer extends HTMLElement {
static observedAttributes = ["src", "token", "muted", "latency", "controls", "fit", "kinds", "preview"];
constructor() {
super();
const root = this.attachShadow({ mode: "open" });
this.stage = make("div", { class: "stage", part: "stage" });
this.overlay = new Overlay((token) => { this.token = token; });
this.cover = make("div", { hidden: "" }, this.overlay.element);
const style = make("link", { rel: "stylesheet", href: asset("player.css"), crossorigin: "" });
style.onload = style.onerror = () => { this.cover.hidden = false; };
root.append(style, this.stage, this.cover);
this.worker = null;
this.bar = null;
this.screen = null;
this.media = null;
this.speaker = new Speaker({
post: (message, transfer) => this.post(message, transfer),
isPlaying: () => this.worker !== null && !this.paused,
changed: () => this.changed(),
});
this.presence = new Presence(this, {
seen: (isSeen) => this.watch(isSeen),
left: () => { if (!this.paused) this.post({ disconnect: true }); },
returned: () => { if (!this.paused && this.state !== "stopped") this.play(); },
});
this.state = "idle";
this.givenToken = "";
this.rewound = 0;
this.isReduced = false;
this.hasBegun = false;
this.statistics = {};
this.snapshots = [];
}
connectedCallback() {
this.tabIndex = this.hasAttribute("tabindex") ? this.tabIndex : this.isPreview ? -1 : 0;
this.speaker.isWanted = !this.hasAttribute("muted") && !this.isPreview;
this.presence.begin(this.isPreview);
this.updateControls();
this.hasBegun = true;
this.open();
}
disconnectedCallback() {
this.hasBegun = false;
this.presence.end();
this.close();
}
attributeChangedCallback(name, old, value) {
if (!this.hasBegun || old === value) return;
if (name === "token") this.token = value ?? "";
else if (name === "muted") this.muted = value !== null;
else if (name === "latency") this.post({ latency: this.latency });
else if (name === "controls") this.updateControls();
else if (name !== "fit") this.open();
}
get isPreview() { return this.hasAttribute("preview"); }
get latency() { return Math.max(0, Math.min(10_000, Number(this.getAttribute("latency")) || 0)); }
get kinds() {
const names = (this.getAttribute("kinds") ?? "video audio").split(/[\s,]+/);
return this.isPreview ? 1 : names.reduce((bits, name) => bits | (kindBits[name] ?? 0), 0) || 3;
}
get token() { return this.givenToken || (this.getAttribute("token") ?? ""); }
set token(token) {
this.givenToken = isToken(token) ? token : "";
if (this.worker) this.post({ token: this.token, connect: {} });
}
get paused() { return this.state === "paused"; }
get muted() { return this.speaker.muted; }
set muted(muted) { this.speaker.mute(muted); }
get volume() { return this.speaker.volume; }
set volume(volume) { this.speaker.setVolume(volume); }
get hasAudio() { return this.speaker.hasTrack; }
get isSoundBlocked() { return this.speaker.isBlocked; }
post(message, transfer = []) {
this.worker?.postMessage(message, transfer);
}
open() {
this.close();
const address = parseSource(this.getAttribute("src") ?? "", document.baseURI);
if (!address?.stream) return this.fail("This is not the address of a stream.");
this.address = address;
const canvas = hasCodecs ? this.showCanvas() : null;
if (!canvas && !hasMediaSource) return this.fail("This browser can play no live video.");
this.worker = portToWorker(this.isPreview);
this.worker.onmessage = ({ data }) => this.receive(data);
const settings = {
address, token: this.token, kinds: this.kinds, latency: this.latency, isPreview: this.isPreview, canvas,
};
this.setState("connecting");
this.wasOpen = false;
this.say("Connecting …", patience);
const start = () => this.post({ start: settings }, canvas ? [(canvas)] : []);
if (canvas) start();
else this.showVideo().then(start);
}
showCanvas() {
const screen = make("canvas", { part: "screen", role: "img" });
this.setScreen(screen);
return screen.transferControlToOffscreen();
}
async showVideo() {
const { MediaSourcePlayback } = await import("./mediasource.js");
const screen = make("video", { part: "screen", playsinline: "" });
screen.muted = this.muted;
this.speaker.video = screen;
this.setScreen(screen);
const problem = (codec) => this.fail(codecSentence(codec));
screen.addEventListener("timeupdate", () => { if (this.state === "live") this.say(""); });
this.media = new MediaSourcePlayback(screen, { isPreview: this.isPreview, problem });
}
setScreen(screen) {
this.screen = screen;
screen.setAttribute("aria-label", `Live video ${this.address?.stream ?? ""}`);
this.stage.replaceChildren(screen);
}
close() {
this.say("");
this.speaker.stop();
this.speaker.video = null;
this.media?.close();
this.media = null;
this.post({ close: true });
this.worker = null;
}
receive(data) {
if (data.segment) return this.media?.add(data.segment);
if (data.snapshot !== undefined) this.snapshots.shift()?.(data.snapshot);
if (this.paused) return;
if (data.statistics) this.measured(data.statistics);
if (data.connection) this.connectionChanged(data.connection, data.end);
if (data.picture) this.say("");
if (data.welcome) this.welcomed(data.welcome);
if (data.state !== undefined) this.streamChanged(data.state);
if (data.tracks) this.tracksChanged(data.tracks);
if (data.needsOutput) this.speaker.rateChanged(data.needsOutput.sampleRate);
if (data.unsupported) this.fail(codecSentence(data.unsupported));
}
connectionChanged(action, end) {
if (action === "connect") return this.setState("connecting");
if (action === "close") return;
if (action === "stop" && this.media) this.media.rewound = 0;
const sentence = endSentence(end, this.address?.secure ?? false, this.wasOpen ?? false, this.token !== "");
this.setState(action === "stop" ? "stopped" : "connecting");
if (action === "stop" || end) this.fail(sentence, tokenErrors.includes(end?.name ?? ""));
else this.say(sentence, this.wasOpen ? patience / 3 : 0);
this.wasOpen = false;
if (end?.name !== "end-of-stream") return;
this.patience = window.setTimeout(() => this.play(), endedPause);
this.hasEnded = true;
}
welcomed(welcome) {
this.wasOpen = true;
this.relay = welcome.relay;
this.rewound = welcome.history / 1000;
if (this.media) this.media.rewound = this.rewound;
this.streamChanged(welcome.state);
}
streamChanged(state) {
this.setState(state === State.live ? "live" : state === State.interrupted ? "interrupted" : "waiting");
const stream = this.address?.stream ?? "";
if (state === State.live) this.hasEnded = false;
const sentence = stateSentence(state, stream, this.hasEnded ?? false);
if (!sentence) return this.say("Waiting for a picture …", patience);
this.say(sentence, state === State.interrupted ? patience / 3 : 0);
if (state === State.waiting && !this.hasEnded && this.address && !this.isPreview) this.overlay.listStreams(httpOrigin(this.address), this.token, stream);
}
tracksChanged(tracks) {
const wanted = tracks.filter(({ kind }) => kindBits[kind === Kind.video ? "video" : "audio"] & this.kinds && kind !== Kind.data);
const usable = wanted.filter(({ kind, codec }) => playable[kind] === codec);
if (wanted.length && !usable.length) return this.fail(codecSentence(wanted[0].codec));
const audio = usable.find(({ kind }) => kind === Kind.audio);
this.media?.begin([...new Set(usable.map(({ kind }) => kind))]);
if (!usable.some(({ kind }) => kind === Kind.video)) this.say("");
this.speaker.trackChanged(audio ? audio.sampleRate ?? 0 : null);
}
measured(statistics) {
const media = this.media?.statistics;
this.statistics = { ...statistics, ...media, relay: this.relay };
const arrival = statistics.arrivalLatency;
if (media && arrival) this.statistics.latency = { ...arrival, latency: arrival.latency + media.delay };
this.bar?.measured(this.statistics);
this.dispatchEvent(new CustomEvent("statistics", { detail: this.statistics }));
}
pause() {
this.post({ disconnect: true });
this.speaker.stop();
if (this.media) {
this.media.isPaused = true;
this.media.video.pause();
}
this.setState("paused");
this.say("");
}
play() {
if (!this.worker) return this.open();
if (this.media) this.media.isPaused = false;
this.setState("connecting");
this.post({ connect: {} });
}
rewind(seconds) {
this.post({ connect: { history: Math.max(0, Math.round((this.rewound + seconds) * 1000)) } });
}
live() { this.play(); }
snapshot() {
const { screen } = this;
if (screen instanceof HTMLVideoElement) {
const canvas = make("canvas", { width: String(screen.videoWidth), height: String(screen.videoHeight) });
canvas.getContext("2d")?.drawImage(screen, 0, 0);
return new Promise((resolve) => { canvas.toBlob(resolve); });
}
this.post({ snapshot: true });
return new Promise((resolve) => { this.snapshots.push(resolve); });
}
watch(isVisible) {
if (this.paused || this.state === "stopped" || isVisible === !this.isReduced || this.isInPicture) return;
this.isReduced = !isVisible;
if (isVisible) this.post({ connect: {} });
else if (this.hasAudio && !this.muted) this.post({ connect: { kinds: kindBits.audio } });
else this.post({ disconnect: true });
}
get isInPicture() { return document.pictureInPictureElement !== null && document.pictureInPictureElement !== undefined; }
async updateControls() {
if (!this.hasAttribute("controls")) {
this.bar?.remove();
this.bar = null;
} else if (!this.bar) {
const { Controls } = await import("./controls.js");
this.bar ??= new Controls(this);
}
}
setState(state) {
if (this.state === state) return;
this.state = state;
this.changed();
this.dispatchEvent(new CustomEvent("statechange", { detail: state }));
}
changed() {
this.bar?.changed();
}
say(sentence, delay = 0) {
clearTimeout(this.patience);
if (delay) this.patience = window.setTimeout(() => this.overlay.say(sentence), delay);
else this.overlay.say(sentence);
}
fail(sentence, asksForToken = false) {
this.say(sentence);
this.overlay.askForToken(asksForToken);
this.dispatchEvent(new CustomEvent("problem", { detail: sentence }));
}
}
customElements.define("streamd-player", StreamdPlayer);
export { Kind, State, endSentence, httpOrigin, icon, isStreamName, isToken, make, parseRedirect, parseSource, tokenErrors, webSocketURL };

"""##, gzip: """
H4sIAAAAAAACA5U823bbyJHv/Io24uMFbAiiPPZkQ4XhsZ1Jxru+HXsmc87KmrgFNEWMQIDb3RStUNwzH7L7mg+bL9lTVX0FQdl5kYC+VFdXV9cdLLtW
afafdVuxKXt78YsodTGXQvxDpFt2XVeim7CTnPF1VXcT9jhnFdd8wr5hu+x0VOLkD5prMTB7w2tdt5cTNs5ZU18LBFS3Wki5XmlRIbjLrhUT9vjpUwQ4
X7elrruW1eqDloIv3/ClSFu+FBnbjqTQa9kyeC0a0V7qBfvjFOc+eMCOfz57dvRf/Ogf46M/fDz6e/E/54/Sj8d7bdnD+8eFFkoT1NGDB+weAlSrptZp
cpxkheqWIk1XXOqMTf/E4IFNp1OWFAm7vQ3fiyQ7He0MHWr1Q3clWjZlqYYHnHz889nHz49Pjj5+/v1359uT/Mn4D9/uLAo0zNKxEnO+bvS7DsCz3z95
Og4IsuJSiQ/dWpYiVfgvZxdcIV1o+kbWWuPyxz+nCqlX3epGZZOPxx+P07Ofj2e/O3+UAVF+nv3u/GE2u39ciM+iNPCy01E9Z6kBkzFDbVz4vahqKUrt
lt4yJcq1FBM2540SOVt0Sk9YkuSMlp6wBM48wWNthGZr2ZyOtLxh29FaNmzKWrFhP75/Fe/mdLRjJdflIjjuddMAkQG5e2fJQuvVJMkZPih82th/apKc
F3VbNutKqHQtm2IlO92VXZO5/RA4IhmhyqYMh3K9IE5o6lKkJ4YeZgzwScSU1N6Ha148eUIkiGkM3sBJ+524B0tN6IYnS1O2AzrELOFORovPOmdz2S09
SyyRksgQs8k+T2Sz1N+P4uPR388f3X48Oxsf/eHZ0V/40XxSnD/6eJ6ls8kk/VhtT/KnuyybpbPJx+O0eJh5BoK1Dbnu4ZqD1D7LmSoXYmm4JWerTuoc
r/M5mxKy7mSQfGxqZrCZfUAq6UYlbIKbLWjk3okCVCAxjcFWg+DQKcLIN+vlhZApIMVmM3aSsT+xb58+/ebpcOcf4U+0S4AeoIQsQ493M4k97k/3t/Cw
m9zf2nUCkbD7FLOBufTi4kNXXgn94/tXIHh4VUmhFIqeT/e35tViNEMGA9IlG5XsJsfHfgguHbzTWrtPlrLAtm9lfVm3X7UOcjmuBE9Da30KpNuSX5GY
zxnXWtYXay0Um7LtLmdFUZSLuqkkCCXL2aIRS9GCnKy6cg2PRSkF1+I76iDpfjqad5Klhv2uxE3OrnmzFuesm1t1JVota6FSv26WWfCFEvqZbU/9/Ox0
ZEfw1Uq0VRoi6Q7YjPGnpa4vmZEAk+PjzWZTbL4pOnl5/Hg8Hh+r68skVIFl16YglPyuV3Wp6VoM7/rNh1RdX+YsAVDZ6ciMj7eRXNdi87z7DCJzzMbs
8RP2+Mnh0VzW/GhRV5VoYYaWa5E4laUWfPUV6MAuYBIO78GvkpzhLj0ChqY42lPT9HpqcqUEcEA6rxuBnGhVCjTkrF7CNSqWQvNiLZusWEgxt5g3tdKi
IkkAnHbyOOx5CVbKNQc19XQ8Hp+OyoYrxd5eC9nwG3secl3qTpIW/2t9TfypFzXcg1aLthQo1q5EmqwS0Jmya8SEJUpzvVakGmm4QyMcjWvicOxNApNr
XoumcsPrdrXWOEXfrGCBFVdq00kgLZ1fwy9Ek0xYghZKAvYcKJ3lqhEaJnTzOWjulWiaciHKqwlLUK8HOM47uXQrwgssuMsJldy0X6y17lrTk/wEEj3J
QggFr6rvrkWrXwH9WyHTRK0vljWgnwrowIPcjvC5WEn8/2cSg6mFxNXVXzqJe0kRT+hwp5AiSgXe1ELLepkCCkEj3MHkdLQLwNXtJYob0+LFC+2rqq+j
I+mIEZB1pQ4a2C5nEQfYVzpD8waUuHMvOIXfpAnZl/BoAQKPgaaJVilAA7/o4EWze9Mp86MPj/Oj4l0XdNvZFNRXNMDsopBi1fBSvDASLx0kZNkILn+o
l6Jba8JW10shrZ3Qw3CIDLtR2MrVlXIXDHnJ4wl9NP6mLfEGm5uddqiycobskTOurkTlBeqWGZR3bIp4OG0neCUk3EicyGZsy56t9aKT9T84iOcJ+/Rc
cCkku7/FIbtPbMcmbN1WYl63orKQeKs2QoYy0qA9Q2uATRgHR4nNhS4X6af7W8J4d2yIPWvqZa2n97eRxAJrYOuw3GUFGs1pSmJw3TRZKM7Y1KAxK7or
NjMrUlPxi+radAAAmwR2TXi8wF/0aO0ac/x4vshW2p47wcPeL55KHolewyfPpOQ3Ra3wfwoDZpYNM8vci27jICIogkRX51Cn4wGwFOCgodVx+LxutJBp
umVklSj0cXewmxEI2W5OFiaao0rLur1MwOAb8FsfPKChhmyighaCh7PRTTK7RVyKJV/ZlWlJfMyKX7q6BYJOp+ysKIroSlrr45xmN3V7hTPhIbz1Foo/
Ossm7ZUydrMq5g3Xr/ewOCNhyFEUgjJFm9Xy6/0tDIVrQDZ9lrOEJefZF2RHURSIrbIu/YydJa/qa8HabjNhCRqAOOCcTdjZeYbHam0Aukuv4IqwKfsm
0NXvpFCogmNlbWRczlCxeIHiJb6z2qgdh0EzPpjWWr1tP5RSoPQBkwhwuhCXdZvW6p0UYGIBaHfn99Xeda3qi7qp9U254O2lSIxuoLcqOx3tz1nxS7Go
Kze2EXN9cCBwvh0Iz23mHCCHYXR9uwsl5DXeYDCk8CIqgcboW9OVpmdgL9+cGy29TwzsLmrlZ7eXESkLJUSbDg3LApVscbEPaXhIyAFgIeIlPqhmHPGl
WHbX4l+m/+C0A0dwcOzQKUQ7nBVVrcqubcGJp2gSYQCWrSHzF1RpT7M4b3OP6r3jyr5KbocASDPn4bUDlCHCM9dfhXAIEialNB9JAwC2bCWkQlVnpM6W
wSZdaxZhRTsVVZqdhm7xxc0blM5sO0rWLTeKW1RgAj8zKr1WrBWiEhXTHdtgpAQgGye7SPIRmLkX5PmA6QydNLXqhGJtpxlvmm7Dbrr1YRiirY66+RG1
EBxhHfkFV0y0lahwZFWrZa0UYQmjpGj4zb8p1q2E5LqTNHZghVLerOCaHknx3+ta9iCA1lEMPGHeMjNYVMzwHNoy3UoQuzDgWbap9QIdfoUL1O01b+rK
7OEIhLsjSG0IwXAIaYtuzniIILg9R22nj5DjKzeXsHPExF4GgklIWriSvG5BtUbbwZlKcwlCo2AvzD7aS8Yved2y3379J0zWXXe05O3NkYE4QHveNEwv
3JpML7jGBkO3shQrrQr2g7wZBK+abmPBtkJvOnnFNhy4pGPQdxg5acJ28c6UaCvlsengwEzMxOJmj6jkLdBs3gEHArF2VpMji34nZYfm61nM/zkLmPo8
iDaItvpgLPJUtFUOloyJTm24ersCM23BKcJtXRDRVrPCm0EeMIa+7Gh4EW1VSMFV54WTbzq1wFwfXd8zGELRwdkMB5gJEJALqGZvhQhYurAWlUHegcZ5
fhweV9MpfeCoXPTBkmM0C5f2ggBt6Zx1ks7oQnYbJaQfoOUaUgRasVJIXc/rkmsxwFmjyR3wB8ZHEWG0Kt0x4psNGuLpfQeUsqfnTVBM4BQmXQPH5YeG
VNsTWuzlnNWaod2jCKccGlYNv1FsIaQoktO71nLwP/326//e35qQ42+//h8u0nZstb5oarUQkt0IXbCfDIq//frPT8OAg/RSjLyHVCtMOkXQ/DljYMDc
pLKrRPnBh3JSbKCY5w/hKZvLCPsOpTNL729xyi4rXBx1KbhaSxFHmHz4mkttrdknvr0S13UpbIcJSVFIsOFrVV80gN9ja/t+6NZt1TN8Vx05Pag94YVN
GfwzKrkE9+AzNJLTh41tV4m4BfkuarnumjWq2pOeNTH2DjluK1Uc4k3vuRY+Tqa7Vepc1QAHsWHPIOX4gprSLfOzc9ZwOJKb7+sWYi945rzULt3U25B5
sqvIddtSlAJWeSe7Za1EmkqhuuZaWAOG5hQwg2tBJpk3cNAksWMCX87AToD3EFwKzgHZJoF1ZTrBT7quL0G1F2sl5DPYA0YXZsWCq+dCtNgEAfWQAyYB
nxij2eIihVovRc+d38II8vnNdgveNOmZwTa3FCowy/tTJ68agS7L665aNyLFQGuabEzHLyrJsvMsCAxYWoOLa569EYre0T697sX06jGEmYz2JvBRxI6W
OQymb7pKWOC5DZdWR3AbhURftVvr1Vq/WPC2Fc2Lbg1sc/b4PGctpnXezl9CBFVN2Njzj+V0sWF/5XUbL7Jl0D1h4Q1wMwHNwlr0DlbmmiwdKqF03eJ5
uyuwxaTYCeXGHmNYCjB4LZTil8LsII1WwiA33GQzKDUQzvC/87+N3HFzYQZcKxAVE7ucmfX4vO8abOq26jYQureCK3QRHOy8L978UVovmU7Y+ggO2r5X
E3JWz1OFfc/2N56UTacwljKwQwy29aVDgTOGrktPhoT8ty8Id3C5/4ZskBI3OIZ24pEegkuDEB48YPE+XRf9AaHB5SVkTEB4GOg5izexllK0OCBn42J8
gm6kO5Qg2mk35MOdSGrbfHvL7rykvZARSWFSjEZc4kV7ZTpub9k4Y498N6T4o04qDXB4wQ5Ac+TgBEKIl7elsI2ItIV0KfRbXAt6lebLQI3U6l2gFEPQ
f2JjoPhrrhcFv1BpsErRdps0Y8fsZDwes6M9BKgD0r5O445CUANnwY7CxaOpPhJjWzKvdMyGByCejvbpsr+HR7SHh/aAnPw0F4IOacK2o7nkSzGJSPTQ
c0CgcLmesIhacFNNNvhRn1YZe4gY5CPJtQdfDGjwiWOih+xEfJuPdnhFfXxvrda8eU/1RU/+/e9BfO/DSvArIftWDgp9b+fgK1AJH2woEs0jkqxoKplp
SCB797H2KTZ1avUTbzVGZkiamdbnDaTgodnoK2wH/0fy8qrX7KkAdSd2ewPG1G50KTRbrrXAQJfVp/diVG5vWYzFKduNYFKKMzMfpHO438OeL2C/XlVc
CwpIfVm44TVY8s/pODfPdZue5EbouQwgEr7w4AIgoTmBpDeiEJ/9QsGM0/CIbdiOENZA9xemZcDsDI4mOA4QdsFpRwcVvEDdTu/YQmIBzw8vjf5KAHRq
thOOitTcAQxcQB2MalzTrh9IeqRbTuyTkw7sSX1D5e2ISIwjIeFJzHEX3anOh9iLxsEheC0aJQ3IVvZRgjedfgYxC1FhjCIx53wBXIhRPKwBE40SOJHQ
ur01fO9OzrWY80dRCr4xpDa2I8NpxpoM4N2jHqdvt3vEPMhVoS8TZWF7OA5hZM8VUSBTPLwRCLPPDJFRQpHXHrEg6UCP/pr76+wt7wO3yh55IMyG9u0s
tghjQ9nRDlX4ijIKygnMqLQHDHUhA/60Qa0pC3wLzEW6TJgp5bCFRkVnao+mU9Z0JVrNps1XV4kNM0uZaUFNxBJ9mbCIggoPjR543nQX6dknqhlh97f/
8eHtm4ISe/X8xqGxO/10HgAFHjr+hV9zVcp6pUPoFM/+8f0rUxND5Ua+4NENpK0bNAz63aY9gPpejB5WkOK6uwpWgDRDzr4dg770FjgtFJcQdlL/0JlF
o8xVDzfXx2b+rGezaXy8k+j1X/ZpDBOEJj3NNf4JBiUXXELpsEcoclpsrRAs6AM5K65rE8M5CaItV3VbPa8xuzdU68x2QZDlhpM5uWVnUCxNN+h8wpLv
H3/7JMlNK06F1uXqCU88gAVXLyAQBEslf4OpfxYQGZIJq1vjXIFlmvT92qAfzM1ES96quZAQF5Fd80P3dj5XmMzBkd//8PrVC95ec2VKsKi8FPgoQOW1
qGr+wXJ/EryG6ECQ9TVv+aWohkdYiBgMfMfXCmNQaKKJz3iNjKVGDvk7ssXEZ41RbkDVIAnyWnNdl8wkxapnYRHgWaJkibVnpngpQcEFD8Z6hMeSKKIw
xI31RAmcL74bjoWAd2gsoqJYr0JelV3n3D2uNS8XHxa86jbpli27CkulVkDroHSLX4qDdULY66uE6NVPNlVD5kKY6rI0qB7fEiba1JXj/9PQi6V0bbw4
JeegGNtVI5mFggSqjTfeNB57yLJTnZpoENubRqiFEEBMSvcbaW21hFJJlrNSdkqRKKZFQUzB3KJrm46DhrGvAlR+EEbzu/DFPGSFwt2Bw3DFgADBFVPx
S+8DX/u8ohel3oy74L0GZVPVQdsSGLw3zPgXxk2gt3Q7WmGtbrokAZUzeyN9NATdrP3+fOQsggkLgicGaWt9Yu6E4MCVqnKbD44mOQWd+5z5ylY82Mgm
vaL2z4HVBXBFCpkMw160PloZpjXHTO4kinOG2GQs9CR95nqCRgQcPdvlI5uVPQzHBT6COAPYFCtRWYuQbEqEF942NIaTumpEYiN1UPRnP71IbKsUG+Pm
jZ2r815U63LIUXsuLtdt31EDkaR0XaqwMlC1fKUWHSqNs3OjYoAConrBm+aCh9aY5hcv20p8thJlwVVQ+ar5RQ29ScZmLB4/sU6d17pHJ2zitmKYM/Lq
BlYgOZl5lnIAeyxTUO1KPCaLvBujcZQLIAZkCwxIEI9kGHrmGCLNAaI7hLC8w4o5CtKhDW43Z1wsB5jKtDooRaUSbWOg34tXu72FMWhFmmGhZe69FFI1
WSx+qXh0NkMmcx6Fn2TJHTgFdpL3LQfmWS0WXy4XIqE6ExMn2WWDIJz2MzD2zyyehBcO1KQZ748Ngg6OBcLAwwB/Wb0KtxQnGizDacOhATRNc/tZBV3j
qCzc0SSjSKFbApV6ul++NwSEDIAMj4ziOWigwSde+LXX8dlHlZ8/Og6i1P1rB7eOauIkCo80vai1MhVuINvgld2y1BqTZy5jPc5yiH/e3rJvLGGRk/aI
Ggiw29vBjVh2RN5DUigHTduU/L4wNF+k2SEzU74yQQZ2jiEpoJj5cOAkYP+cOUm/tUE62BGJ870tBTkxGpHY89sLaEUCjaIPZn801Max9geaLguZwhMH
QZvohYF93QtoxWP3Il52DeB/YKGDq9gAhZ1QK4wwGq/84LQofDdsQKDCcedMhzaLnKV9mwNOia62nedkad8RDz8wHOBAMMEN/+W+lBkC+j++f2lTNgaa
rdCNC9HmvG7SqGgISjYsAlHNkKsn92ECenKZYvRx2DRwrGa+xo48oDSuYL5n5pjSlMClOYhmkN6n3H7b4YesJuiV7JmdkTs9rEyNj9u15rCo5g0+qjXx
MmO8lKK+Fim0e2NdaKhXQHNk5AIcAzcVxZ5pwud8WJnkXtD3DY7ckBjriswnBBpLLNKkdIUyngJUZbMX6r5Jk6CsBmufnDOeRUUPzimIUnca/Sa38Z1F
C4qEU3rMTFmwyTFTG3PxPFR7jjPQ9U6zQi9Em+IYVyTumMYqFucnkHNEkNE9st4c+d25/aynXl6GjqHQVGWZKltsadiM3ovDrnwUbvRYB9HdgHvBpQAL
COMqFFmkIFaaFMfo11C8ycTWBveG/Dy4NSzlqdumhq+0rW9H+LvoobN2esapzaDQ+MNkMTEW2V00YhmX2fgbGdXimBEel/0KaEhQkREEXxYFXkhfPVH5
PYs+ufGn6BxDDFjtEd1sAih3x1WyW9vZbEpMARdZtYdiCWY2N/A9Hn3PlbNPr5w4gu9QAplpZTCJ7N2nKF6xV4TvzmI3MgrCIWW/Qor1own/Dp5336+e
eaVzyNk29x3HeVdy0KnfjSLhaMx8eC6UuMToRiTPDQq8quJBp8E849OhVew+4LE8YR2+Qi1qqFeeFfGsMHNlneTQqaDBzpnMopKJaq87mOTLFDOX8DcN
NsPUG0c/zwDOUwjHfDnZY3LfvxFN2S1tv3mr4r7eXsQwrZDlItxwcDgbc3OWCvQSTTD9wQyo0laU7c9iqynMtfWHhpmUANi6VesViEeH9IB42RuZBY5+
QH1uiI61q8SI1OScMpiQxAx5SJHuzaZiloiXwn64g4mLoyCbZ8FzHACxFoSrZdyr9+0JD/Mh98z+vkOk5nvN5FWgS5lkfXNhH+WZD/WAK3I3FWjK7S3R
2B9Y8H2lr3f2v/3gS5PJZYotgeBzyv7OfK7gmH0DEZeDJk5cAY27j2v9e9ncIAnhq6kGvreguFcehNWDiAuW5QbfHLnL6u7wto9uEJyhouIpM4PpfS9e
ZnsXtdKdvDGlL4GUu4vXQljRl1/2zljoVjBAfjHsp3b/IbVho36hb0NlkeZHRibsjkJgGBa80s8fUO1vYBHZH444rESHK44BgYz1z8fwyN61u7NCOwZi
L9n+B7ORNAFpbiuZ8RsP9ysBe+b2APPfTbaBu/CFyvF78R6sdLKO3H4gMosTFOFHov4XJ9IQSJZHzo5xNV3Zh9MmVtG4XKav3YGO4BNP8JGM9+WiONgG
W/TZPmajSMhBFEk6Zw8CPwv2hxPv2YmRA7dWJolIqPQwyKne3CBiU46IyDliQkav/awBIZhPJoGsBNy0DLi0sYaj+Wfj88KZ0iYgANvCyiQEN6/baoBE
njI4PovNPQomwyeqmDoROjXQzIetPWC+mNhugn6A6Y5VqZahb9BEtkFUA0S7mtHuwroaCNOZMEFYNEliyBps7ud0jOEa7tWPG0wbwMervgW/ZcWJOX3g
MWGBXHbZYi5lTZ8G+KmFaXxla/qwOAYRevDAzshYD4XC12giKmZcEA8wLW7gI9plUVmUbBJt5k3W3iKW8lWtVpBLQk8MCzherJXulvSe+AnoaVZC87qZ
9DFmOzK20JJOow8WDiSchj2TvrLaBhwK0oeyUJF2pD5T0ETLu3ogb7SZcObArzSQ4o7yDja0Gt5GG2q/Q50G+EXxlLtCMNaF2ovSSgHmRqpE2bWV6lPU
j2dG30/2Q/YSiyTTyE54xBxEKvfMMmaXBJ2YuqCqS+SNrMsUxTKM2xsXp5nGGj6/aEv43B7qBTAQYooGPAgXDNwL1GzqSi8mUIAAZVjGncYD/gl64ENW
UV8u9OCQ77Ero5IehAkhUftBSvK4SrJZUUm+ebmE4KuNBIxzFtTcHP7ExKBd6A5Lj2yfKYCLK9gN2QKe/zL4nvO6WqvF3iI29fu32tUg91xZV18aREyc
8X57y9xc7LrXy7P64tSX7TvrhEZGcZiTveeAEQ8EeN3F4S6x5RJUKOydqWHyBweY3sRKrd4nfcYCyF8UPzbO77YYBvldpNwYZW6QLX0J0/5fNdj/wAiz
McJ+sq+f+gyiRz5P6AQBynb6ft2FaMKiibB40naG99euOxiAtOuZ6KMDDqVjqCEs0tBj6gljmz/+vRvHhaYvrpc11QH43+aOfSXj1yop4X4QwGsp+/sf
4Qf6aUzCuGYysrIr43eNh3+wIDDRMU4Boy3DfqXTaO3n6JeCzMIRJw8OxJrA2KuGb8btT+9YNRQFBYPJEeD+T/bYl688ABMrjYlv/aed+/EPmkLXQhV0
I9L9T7+i0rPM1aVt0YrMyX3Jw1hIHvzOXY4/wZZHv+mS25wq/eJVHv8IYx5m0aLIRB7/Ut/udPT/9kiiR3lVAAA=
""")
}
