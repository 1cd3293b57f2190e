// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let controlsJS = PlayerFile(name: "controls.js", text: ##"""
import { icon, make } from "./player.js";
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
const ms = (microseconds) => microseconds === undefined ? "–" : `${(microseconds / 1000).toFixed(microseconds < 10_000 ? 1 : 0)} ms`;
function rows(s) {
const gaps = gapReasons.map((reason, index) => [reason, s.missed?.[index] ?? 0]).filter(([, count]) => count);
const timing = s.arrivalToShown;
return [
["Latency", s.latency ? `${ms(s.latency.latency)} ± ${ms(s.latency.errorBound)} from capture to the screen` : "not known"],
["Arrival to screen", timing ? `${ms(timing.p50)}, 99 %: ${ms(timing.p99)}` : `${ms(s.delay)} buffered`],
["Buffer", timing ? `${ms(s.delay)}${s.soundIsClock ? `, sound ${ms(s.soundLevel)}` : ""}` : `${s.jumps ?? 0} jumps`],
["Round trip", ms(s.roundTrip)],
["Received", `${((s.bitRate ?? 0) / 1e6).toFixed(2)} Mbit/s, ${(s.frameRate ?? 0).toFixed(0)} frames a second`],
["Missed", gaps.length ? gaps.map(([reason, count]) => `${count} ${reason}`).join(", ") : "none"],
["Pictures", `${s.shown ?? 0} shown, ${s.dropped ?? 0} dropped${s.skipped ? `, ${s.skipped} not decoded` : ""}`],
["Decoder", `${s.path} ${s.codec ?? ""}, ${s.width} × ${s.height}${s.failures ? `, ${s.failures} failures` : ""}`],
["Relay", s.relay || "not known"],
];
}
class StatisticsPanel {
constructor() {
this.body = make("tbody");
this.element = make("table", { class: "panel", part: "statistics", "aria-label": "Statistics", hidden: "" }, this.body);
}
toggle() {
this.element.hidden = !this.element.hidden;
return !this.element.hidden;
}
update(statistics) {
if (this.element.hidden) return;
this.body.replaceChildren(...rows(statistics).map(([name, value]) =>
make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value))));
}
}
const icons = {
play: "M8 5v14l11-7z", pause: "M6 5h4v14H6zm8 0h4v14h-4z",
rewind: "M11 6v5l7-5v12l-7-5v5l-8-6z",
loud: "M3 9v6h4l5 4V5L7 9zm11-1v8a4 4 0 0 0 0-8zm0-4v2a6 6 0 0 1 0 12v2a8 8 0 0 0 0-16z",
silent: "M3 9v6h4l5 4V5L7 9zm12 0l6 6m0-6l-6 6m0-6l1-1 2.5 2.5L21 8l1 1-2.5 2.5L22 14l-1 1-2.5-2.5L16 15l-1-1 2.5-2.5z",
statistics: "M4 20V11h4v9zm6 0V4h4v16zm6 0v-6h4v6z",
snapshot: "M9 4L7.5 6H4v14h16V6h-3.5L15 4zm3 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
picture: "M3 5h18v14H3zm2 2v10h14V7zm6 4h7v5h-7z",
full: "M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z",
};
const step = 5;
const idleLimit = 3000;
const wakingEvents = ["pointermove", "click", "focusin"];
export class Controls {
constructor(player) {
this.player = player;
this.copy = null;
this.panel = new StatisticsPanel();
const button = (name, label, action) => {
const element = make("button", { type: "button", title: label, "aria-label": label }, icon(icons[name]));
element.addEventListener("click", action);
return element;
};
this.playButton = button("pause", "Pause", () => this.togglePlay());
this.rewindButton = button("rewind", `Back ${step} seconds`, () => player.rewind(step));
this.liveButton = make("button", { type: "button", class: "live" }, "Live");
this.liveButton.addEventListener("click", () => player.live());
this.muteButton = button("loud", "Mute", () => { player.muted = !player.muted; });
this.volume = make("input", { type: "range", min: "0", max: "1", step: "0.05", value: "1", "aria-label": "Volume" });
this.volume.addEventListener("input", () => { player.volume = Number(this.volume.value); });
this.statisticsButton = button("statistics", "Statistics", () => this.toggleStatistics());
const hasPicture = document.pictureInPictureEnabled;
this.bar = make("div", { class: "bar", part: "controls", role: "toolbar", "aria-label": "Player" },
this.playButton, this.rewindButton, this.liveButton, make("span", { class: "space" }),
this.muteButton, this.volume, this.statisticsButton, button("snapshot", "Save a picture", () => this.save()),
...(hasPicture ? [button("picture", "Picture in picture", () => this.togglePicture())] : []),
button("full", "Full screen", () => this.toggleFullscreen()));
this.unmute = make("button", { type: "button", class: "unmute", hidden: "" }, "Turn on sound");
this.unmute.addEventListener("click", () => { player.muted = false; });
player.cover.append(this.panel.element, this.unmute, this.bar);
this.listen();
this.changed();
}
listen() {
const { player } = this;
player.addEventListener("keydown", this.keyPressed);
for (const event of wakingEvents) player.addEventListener(event, this.wake);
this.wake();
player.stage.addEventListener("dblclick", () => this.toggleFullscreen());
document.addEventListener("visibilitychange", this.keepAwake);
const session = navigator.mediaSession;
if (!session) return;
session.setActionHandler("play", () => player.play());
session.setActionHandler("pause", () => player.pause());
session.setActionHandler("stop", () => player.pause());
session.setActionHandler("seekbackward", () => player.rewind(step));
}
remove() {
this.player.removeEventListener("keydown", this.keyPressed);
for (const event of wakingEvents) this.player.removeEventListener(event, this.wake);
clearTimeout(this.idleTimer);
document.removeEventListener("visibilitychange", this.keepAwake);
for (const element of [this.bar, this.unmute, this.panel.element]) element.remove();
this.lock?.release();
}
changed() {
const { player } = this;
const isPaused = player.paused || player.state === "stopped";
set(this.playButton, isPaused ? "play" : "pause", isPaused ? "Play" : "Pause");
set(this.muteButton, player.muted ? "silent" : "loud", player.muted ? "Turn on sound" : "Mute");
this.muteButton.disabled = this.volume.disabled = !player.hasAudio;
this.volume.value = String(player.volume);
this.unmute.hidden = !player.isSoundBlocked || !player.hasAudio;
this.bar.classList.toggle("is-live", player.state === "live" && !player.rewound);
this.liveButton.textContent = player.rewound ? `−${Math.round(player.rewound)} s` : "Live";
this.liveButton.setAttribute("aria-label", player.rewound ? "Go to the live picture" : "Live");
if (navigator.mediaSession) {
navigator.mediaSession.playbackState = isPaused ? "paused" : "playing";
if ("MediaMetadata" in window) navigator.mediaSession.metadata = new MediaMetadata({ title: player.address?.stream ?? "" });
}
this.keepAwake();
}
measured(statistics) {
this.panel.update(statistics);
}
togglePlay() {
if (this.player.paused || this.player.state === "stopped") this.player.play();
else this.player.pause();
}
toggleStatistics() {
this.statisticsButton.setAttribute("aria-pressed", String(this.panel.toggle()));
this.panel.update(this.player.statistics);
}
async save() {
const blob = await this.player.snapshot();
if (!blob) return;
const address = URL.createObjectURL(blob);
const time = new Date().toISOString().replace(/[:.]/g, "-");
make("a", { href: address, download: `${(this.player.address?.stream ?? "").replaceAll("/", "-")}-${time}.png` }).click();
setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
async togglePicture() {
if (document.pictureInPictureElement) return document.exitPictureInPicture();
const { screen } = this.player;
let video = screen;
if (screen instanceof HTMLCanvasElement) {
video = this.copy ??= make("video", { playsinline: "" });
this.copy.muted = true;
this.copy.srcObject = screen.captureStream();
await this.copy.play();
}
if (video instanceof HTMLVideoElement) await video.requestPictureInPicture().catch(() => {});
}
toggleFullscreen() {
const { player } = this;
if (document.fullscreenElement) document.exitFullscreen();
else if (player.requestFullscreen) player.requestFullscreen().catch(() => player.classList.toggle("fills-page"));
else player.classList.toggle("fills-page");
}
wake = () => {
clearTimeout(this.idleTimer);
this.bar.classList.remove("is-idle");
this.idleTimer = setTimeout(() => this.bar.classList.add("is-idle"), idleLimit);
};
keepAwake = async () => {
const isWatching = this.player.state === "live" && !document.hidden;
if (isWatching && (!this.lock || this.lock.released)) {
this.lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
} else if (!isWatching && this.lock) {
this.lock.release();
this.lock = undefined;
}
};
keyPressed = (event) => {
const target = (event.composedPath()[0]);
if (event.ctrlKey || event.altKey || event.metaKey || target.localName === "input") return;
if (target.localName === "button" && (event.key === " " || event.key === "Enter")) return;
const { player } = this;
const keys = {
" ": () => this.togglePlay(), k: () => this.togglePlay(), m: () => { player.muted = !player.muted; },
f: () => this.toggleFullscreen(), p: () => this.togglePicture(), s: () => this.save(),
i: () => this.toggleStatistics(), l: () => player.live(),
ArrowLeft: () => player.rewind(step), ArrowRight: () => player.rewind(-step),
ArrowUp: () => { player.volume += 0.1; }, ArrowDown: () => { player.volume -= 0.1; },
};
const action = keys[event.key];
if (!action) return;
event.preventDefault();
action();
this.wake();
};
}
function set(button, name, label) {
if (button.title === label) return;
button.title = label;
button.setAttribute("aria-label", label);
button.replaceChildren(icon(icons[name]));
}

"""##, gzip: """
H4sIAAAAAAACA606227bSpLv+ooKkQ1IhGIkR1Zs+WiE5Fw2B2OfMeKc7IMhrFtkS+wj3pbdkmNrCMzjPM8+7HfsL+z+yXzJoqq7eZFk5+xgEDgiu6ur
quve1RRpkZcKdiDCPPMhZWsOFSzLPAUneFMk7IGXwW/SueiFeSYVrFjxiTOZZxKm8KfFbzxUwbLk/JG7tz0n4UsF+UY5PjgJUzwLH/Bxk0U8zCO2SDi+
FptFImTMS3zJcgUl/48Nl4pHOFDyMM8yHiqRZxYgYylO9uae5SPL1Se7CqYwsuPt1TCF0xb8L4gEpjC+6IUJkxJ+KlnK34dhvskU7DRguQlVXroe7Hoq
FjIQmVQsCzlMIdskyYUe5UUexjCFgXlf8GVeIswOaGoCAx8y/lVNwM34PVyxwvU8qAw4ziBCO2OGSx5ysSUeB/VQwZnqDKVCShpoVBGkrHBdD6Z/gIFF
9lsuMgJDKjdcIZWqd8+TME955Np94UbFEup3eDGdQmfnHtQ8B2HCWVnz25KNfewQb8Cr3oKvWOaScCxJI0RLz8yVXG3KzKpNyF+0rFpiRw4H8OoVHEMA
r2H4pFIaMKudRh3Vnmrp97i+DFMzuA2CoBHOmj9I15trZaiShWvSyC09+jDI5h5M4HZO8lixwl2xwrN2B8zY4RRuEaUPrT3Mg6XIItc1G4GKEDfbX7HC
iG9GrNRGr/k2qGfBiiskGmjmLkgLLyzhP//ZwE+ngA67RBXu64NnxvKCpSilgtf0TAg0umbqD4TOWM9vm7RoSPstDH0Nplcj+u+mZqGlXFs9ISjJ5OG7
rqfPoDVH3oeo+of8GEg9NNGUvIueEUIg2xIiJKStJUYKl/5vNJa1LJMMAMVLMB0BE9iLtlDRdjWcxBCGHvSd2fNuz+1fT9GcK+CJ5MZtDvG1Zdyi7+8T
qUXdjTaaRrMN2d3GAZrXMMxIKm1XZ1G0t/eqRwwZHCTeen+kzfbymEnrMrMmVk86SrZIEDUh0Oo+hptHt3pyjrv7ZZMueOk2qyujwRSTmJuKsMwlEook
OVZ7oOsOMAPn73/5TwcmcPdy11kJb2A4GAy8QOU/ia886k5+B8PBvw8GA5jBEO3TqyCVdxe95SbTBlzm99KVjXGtWCGPxHi7ZZFF/KsOL3bI7nwW3NLs
HGYzGMy9YCkSxUvXvTWSmtM6Kw1NTolUZCuYggxYWYotSz7nN3F+n130tBvCbe/WuaxTugxMeocZSiKVbj1if70K/ue/YW+Ol2Vefsg3WeSZKiNkhdqU
HFQOKuYgw5Lz7A4mOvGvs/w+c+Z+79Z5r/lCQA3k+JZty4N+DYrTgVf5cH4O/zKBzsT5uVfdaeURWxFPGDK62CyXvOTRHVH6QG+H6Gv4lzsZSNzEz/L7
JA/XCOEDjdgN08sl3/JEU3QcS1g7qiTtVEDPmuwnWq9KUTg+EJISRz6XovA0gPFYxyfrc2WwEOoTU5xweWiBfNwY4IlXwdVCqDfSh5c7Vwbknw18DTgg
XbCUS2CgLVZzdEUG5VC4lkHCs5WKdQA15njbcUFtWHcvd/RWwcudnq7uPPJzF8s5T6s241qr1yJE9Uu9JxlINDojG3pG3mUQlXlRoP/RhHkj+LXQE6iB
1kCFUQSo7OSRVQBR/IHGSkuwYCquaCUOh0jBcSqN615EOPm//0VvMRerWJHyl0wkyHVD1o5UYJ86RD+h4ZDflPiEybZr33OMS7osvVFMCalEKK9ZxpOn
KtNFHj3AlCp211H45tjQzhOecqolzKypvHdAFCbgFIjZ8aFgpZqAI2uSqCJWCtZP2IInzgScm/ZcLKKIZ7gxqGyJkkcPOh3kq1XCGwYNF4FeA1N4cWS4
ji/HJ6vepoiY4m7DoS0fj8Dv1QzIGabShIX8+1gkUckzNwgCHWsbhMaW8ZDhw5YlG06W3DPCQ1PZVb6VZUyClGFe8Ak4ZX5PosDFXg0TmSWEzPO8TtbB
kxbG9l0Pj1cTcK7O4HQ7HCXDYf/dIyllIxH31RhO49F2OPo4fkzPYEDPcX/06Pi9kt+LLEKg4RDG29PkXf90OzxJ+vh7mvTP+mMES/INAb2F8+04HiWn
MPpyevkOzh/T4bA/3J6xEYxgoP/1zx7TQX+0PWFjGNPQEP9OtifsDM5qqCFhliLhmXoK9wkMkjGM00F/nPTtw7A/hJPgFP8uT4Zwlgxh2K8HTmA4Svpm
CP8uh2MYniZ9swyHiHCtOCQ+gpPBl+EwHm3PH9MxDL6MUEpjet72x/Foq7nNWCHjnPg9h9Hlu+AUxh9JnsPxl3Hcf4v0TmH0mL6FUXDKRsEp/pIMUArn
0IyQXPrniLfQ4UuL4TQenqG23j6mJ3CyHQ7i4ejLO2RlFL/bnsak3d5ykySa81E83p58HG9HH0eP6XAAg3i8Hcf9E+Rn9Hg1guEoPtnihk4IYgSD+AQh
xtv+SUxmUNkELhUv2uddESX8UqQCg8DbwWBgx+/ZWmSrH7c8U2iDt06Ri0zxMs23dDYPExGu8WGZhxspMmd+0eNfqUego9P3eabKPJF7YUl3Cmrf168w
Bf1gHDLMi4fuQZrikD2kduOeWxcni41SdJp3tYtSaPKBUeVEOcdWTfuBT68kh1UP5K/1iBIq4ROLqxvz6Be9Gl3VJX+l6DBHR7Yhh0URifFSSMUzXrq1
7AxjdWgzKy569oyJQvlgN6U5ch3yepT8tXnQB3paoEPrdcIeXK+p3zECHKDRw5jdPrBwjblJ8aIyaV3eWbSms6OhXYSpESdiy2u035SjzSi4iiKhc4lP
h8ieEViHJVzR7DLdKH6wR4xqKKmrjWoEtbMIcAmeUl+03y+gsii3ebJJeb03kRXUsKq3VrJshWhTgYlugE/s6wScIeZvxQscDAanjgnvZmYva34hIs4+
1SNCsPT3dlFzaU4vbSQ6rbS21MTEA1l1U3snmR8YWDNLCtA+FTNpijSYQpSHG7J+E/h+zszcjxnWGJHNvKys5RuJbaf0WLCyKTxCE00cH8oc/dFReZ5o
kD2JXpNc0MT2ncgUIm2HMEON9dnULAuWddiRBQtJT/6+wRkcWubmZV/QfiNnk2FIymzLgYGRUVfSkpF5+70gCNyWbGdwW0eCep0tj0Fkx7GZwKCnXM+b
6w6T37O4MNsgop82SdKcmw4w4LSedb3a9zYZCuP/EwT0ioM60fmMYTDP9BHJ6eL/Zlw4cOwlSyTX1m9mwnzLy4AVBc8it0kstjw0ytP0bNnKyiZGIeG6
rRnGGAAi3be0c3WKsdxAZXo/NROH+1jzhwjre0NyzR+uS45HKu+it8xLcE3WwlWQLzvJ2YOn0BK4QXnP1tzyjc9uIxOp2OqYcKNF0pXvU2Zw0au9/RDL
VkixEIlQD1pczR558d5wZSoTLqVuxmdsK1ZM5WWQ8kiwGz1h2pAGrCnhzQC2o95TQv3IsihB2oU+S3WyRmFz4zPLOnnVrsPBbyyUKi/+oXWcrxcsXN+z
MnKeT7xVr+RYgrl7FVSgh/+pdvUt9Efsixr5n0XK843S/oX1JQ6UbTM5yuzvsZQ206aEy5e6EY6Oesx/Ow4+9+y6wMrR+nYermd46OZMcu3StX8/59P2
+oGKsaguZLXeIzy/N26GMXI6BbKTgkcO2oQRUztJ1chmoE0Y6CCujbI9eW0ndSXotfC1s1MnKs7A0ScyWmgKpH2IbhhGQKqgDmutIBKS8rntb5vCozVs
q6uYyfebSOTdMocqFJjCjSpFtnI7Nc1e+G/aAwZKyBvk7wOqTov6CVoLVgaUedDYTARzHSH7VIv6RzSki9RXr2qMJb+nZuRhtar4V4VnHX2c6IJj2+fv
f/3by90VU7Hu0rl7CCvQDSAqhg+xY7BQqhSLjeJuu9DxD0k5/5rb7ihiqAuBGr29aDgaXtHKj8+QcWJ8utEC6hooPWkTTdiDyFaOpuJcIYorrljEFHOw
MsFIlt97T8T3IDWw9gatvd7d2YNYk+0wlM0CqUrOUt2Oo1Rv7hvqsKGdOeVMbkoe7TWIWiHisIHUNKv0iardUDpw8/boEV/vhlOdhfCMKDkc4HNblNul
tuV3v7g8ZiWFDvSOb12rtVPbgKsLuI4A9jfSEgaTD1kIujKtg+IiyRd4eXjPhOpKwVS6rr1BRMj9i0KjR5jCr58ug7DE6yz9ucCvny5dWtG6e+DGNn5A
RrEx/fPNn8z+PNvBc9/cToL5m5UPTh9NXheljOrRuOTLiaXpAybHJGeRvqVp837UvGoS75PEdd44mkLVf7lD1qqgyFZ3UHkBlU2uDsc2Geqkjnss+TZf
t/ZoSHm+ufppSXqvajf29/TZSqc2K+LmEMa/CnW9B9y0TXam3q+zWmCbMQlXsBURz/HCh2C0Jg28vczPl/Dx89Xl9yzbMlkzsevZpU1PZzazhwSaI50g
MSmyRGR8Yn24XlHX8qrc8Pa4LEMtwpq1wNwQ3ZDGcHstk6Q11usq2oTmbm8PX3Cw3oJGQICB+fbkUIxByFQYGwXvqpbvtqvk52qIjlKX9aKajY4e20hN
AMH1dTYgLhsgD56a2ePcnpAO8uRSJInsF2zFHc9S/F3A9B0Jfic0tQe0b9SHR5K1qdIwWSNkXYLUy1D9+152BA9eOzdI/Kbt6VG3rU4WGMjI9dxOv1DI
f0NR6avPJyJ9UzPU+rK3E/ThTIPi1StwX9RVZ5088MVWoJFXR3uCsfG1SZ3I7aUpWkmzrmOO7V29Nrf/9fcBFIy7/NSUOmTb9XCblxonXVeg+OzBAnVN
54KO+BQrV1zVc0GYp0UueXTNVOx6t4O5/axDz6oy+SOnuy89wBLVecdCwQxozMgXS/BbAK0K3SprUg1l7aOQpjNBKtHI1/xBT4HTUKwHf8QeuOPtZ7En
Dwb4rQ9d4TjgTJ7q1PqwfmYunfzexqXfW06eP6v7UEyeaQv5ICeHPSi/JybP9wB9SCbHmrN+731Z5veXfKkmTx9rfSCoT3hrehysr+E0tl+LyRM90NdT
GARDFITG+EN+nz0F269hm7sRZr8GRK3d1pqf1x9AqU7jQQMUJf3+wJdsk1Cto+Hc/XZLRR8I2e848KS2MAe01m2FzfELc7jAmpcsz8xa2t15PVuPPnNo
0GhqyP1Lz2P3GFXv/wCkuL4O/CkAAA==
""")
}
