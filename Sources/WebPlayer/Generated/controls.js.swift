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
H4sIAAAAAAACA606227bSpLv+ooKkQ1IhGIkRVZs+WiE5Fw2B2OfMeKc7INhrFtkS+QRb9vdkmNrCMzjPM8+7HfsL+z+yXzJoqq7eZFk5+xgEDgiu6ur
quve1UyyshAKdpCERe5DxtYcKliKIgMneFOm7IGL4DfpnPfCIpcKVqz8xJkscgkz+NPiNx6qYCk4f+TuTc9J+VJBsVGOD07KFM/DB3zc5BEPi4gtUo6v
5WaRJjLmAl/yQoHg/7HhUvEIBwQPizznoUqK3ALkLMPJ3q1n+cgL9cmughmM7Xh7NczgpAX/CyKBGUzOe2HKpISfBMv4+zAsNrmCnQYUm1AVwvVg11Nx
IoMkl4rlIYcZ5Js0PdejvCzCGGYwMO8LviwEwuyApqYw8CHnX9UU3JzfwyUrXc+DyoDjDCK0M2ZY8JAnW+JxUA+VnKnOUJZISQONKoKMla7rwewPMLDI
fiuSnMCQyjVXSKXqrbiCtJCKNii42ogcWlgDwaNNyF1XbjIfSDA+CCJC2PUjzGazrgLmIDcZTOn/13bdgCje8zQsMh65VpJIOVlC/Q4vZjPoyNqDWkpB
mHImagm1tGEfO9ttwKvegq9Y7pI6LEmjNkvPzGkxWENJ5C9aOy1FI4cDePUKjiGA1zB80gwaMGsPjQFUe8ZEv8ctxDA1h5sgCBrhrPmDdL1brX4lWLgm
Ld3Qow+D/NaDKdzcatWz0l2x0rOWDsxY/gxuEKUPrT3cBsskj1zXbAQqQtxsf8VKI745sVK7mebboJ4HK66QaKCZOyctvLCE//xnAz+bAYaIJapwXx88
N7YeLBMhFbymZ0Kg0TVTfyB0xnp+22RlQ9pvYehrML0a0X83Mwst5dojCIEx+u+6sWUOrTnyd0TVP+THQOqhqabknfeMEALZlhAhIW0tMTa59H+jsbxl
mWQAKF6C6QiYwF60hYq2q+Ek+ix60Hdmz7u9QPN6huZcAU8lN25ziK8t4xZ9f59ILepufNM0mm3I7jYO0LyGYU5Sabs6i6K9vVc9YsjgIPHW+yNttpfH
TFqXmTfZYdpRskWCqAmBVvcx3Dy60ZO3uLtfNtmCC7dZXRkNZpg23SwJRSGRUCTJsdoDXXeAOTh//8t/OjCFu5e7zkp4A8PBYOAFqvgp+cqj7uR3MBz8
+2AwgDkM0T69CjJ5d95bbnJtwKK4l65sjGvFSnkkq9gtJ3nEv+rwYofszufBDc3ewnwOg1svWCap4sJ1b4ykbmmdlYYmp5IsyVcwAxkwIZItSz8X13Fx
n5/bvHTTu3Eu6iJCBqaggDlKIpNuPWJ/vQr+579hb44LUYgPxSaPPFPXhKxUG8FBFaBiDjIUnOd3MNWlxjov7nPn1u/dOO81XwiogRzfsm150K9BeTLw
Kh/OzuBfptCZODvzqjutPGIr4ilDRheb5ZILHt0RpQ/0doi+hn+5k4HETfwsv0+LcI0QPtCI3TC9XPAtTzVFx7GEtaNK0k4F9KzJfqL1SiSl4wMhETjy
WSSlpwGMxzo+WZ8rg0WiPjHFCZeHFsgnjQGOvAouF4l6I314uXNlQP7ZwNeAA9IFy7gEBtpiNUeXZFAOhWsZpDxfqVgHUGOONx0X1IZ193JHbxW83Onp
6s4jP3exgPS0anOutXqVhKh+qfckA4lGZ2RDz8i7DCJRlCX6H02YN4JfJ3oCNdAaqDCKABW6PLIKIIo/0JiwBEum4opW4nCIFByn0rjukwgn//e/6C3m
ySpWpPwlS1LkuiFrRyqwTx2in9BwyG8EPmGy7dr3LcYlXQhfK6YSqZJQXrGcp0/VwosieoAZnRFcR+GbY0M7T3nGqZYws6bW3wFRmIJTImbHh5IJNQVH
1iRRRUwkrJ+yBU+dKTjX7bk4iSKe48agsiVKET3odFCsVilvGDRcBHoNzODFkeE6vhyfrHqbMmKKuw2Htnw8Ar9XMyBnmEpTFvLv4ySNBM/dIAh0rG0Q
GlvGY40PW5ZuOFlyzwgPTWVX+VaWMQlShkXJp+CI4p5EgYu9GiYySwiZ53mdrINnO4ztux4e6KbgXJ7CyXY4TofD/rtHUspGIu7LCZzE4+1w/HHymJ3C
gJ7j/vjR8XuC3yd5hEDDIUy2J+m7/sl2OEr7+HuS9k/7EwRLiw0BvYWz7SQepycw/nJy8Q7OHrPhsD/cnrIxjGGg//VPH7NBf7wdsQlMaGiIf6PtiJ3C
aQ01JMwySXmunsI9gkE6gUk26E/Svn0Y9ocwCk7w72I0hNN0CMN+PTCC4TjtmyH8uxhOYHiS9s0yHCLCteKQ+BhGgy/DYTzenj1mExh8GaOUJvS87U/i
8VZzm7NSxgXxewbji3fBCUw+kjyHky+TuP8W6Z3A+DF7C+PghI2DE/wlGaAUzqAZIbn0zxBvqcOXFsNJPDxFbb19zEYw2g4H8XD85R2yMo7fbU9i0m5v
uUlTzfk4nmxHHyfb8cfxYzYcwCCebCdxf4T8jB8vxzAcx6MtbmhEEGMYxCOEmGz7o5jMoLIJXCpetk/YSZTyiyRLMAi8HQwGdvyerZN89eOW5wpt8MYp
iyRXXGTFlroBYZqEa3xYFuFGJrlze97jX6kroaPT90WuRJHKvbCkexO17+tXmIF+MA4ZFuVD9+hOccgei7txz62Lk8VGKeofuNpFKTT5wKhyopxjq6b9
wKdXksOqB/LXekQlKuVTi6sb8+gXvRpd1SV/pehwi45sQw6LIhLjRSIVz7lwa9kZxurQZlac9+wZE4XywW5Kc+Q65PUo+SvzoFsItECH1quUPbheU79j
BDhAo4cxu31g4Rpzk+JlZdK6vLNoTS9JQ7sIUyNOky2v0X5Tjjaj4CqKhM4FPh0ie0ZgHZZwRbPLbKP4wR4xqqGkLjeqEdTOIsAleEp90X4/h8qi3Bbp
JuP13pK8pBZZvTXB8hWizRJMdAN8Yl+n4Awxfyte4mAwOHFMeDcze1nzCxFx9qkeEYKlv7eLmktzemkj0WmltaUmJh7IqpvaO8n8wMCaWVKA9qmYSVOk
wQyiItyQ9ZvA93Nu5n7MscaIbOZlopZvlGw7pceCiabwCE00cXwQBfqjo4oi1SB7Er0iuaCJ7TuRKUTaDmGGGuuzqVmWLO+wI0sWkp78fYMzOLTMzcu+
oP1GzibDkJTZlgMDI6OupCUj8/Z7QRC4LdnO4aaOBPU6Wx5Dkh/HZgKDnnI971Z3mPyexYXZBhH9tEnT5tx0gAGn9azr1b63yVEY/58goFcc1InOZwyD
Ra6PSE4X/zfjwoFjL1kqubZ+MxMWWy4CVpY8j9wmsdjy0ChP07NlKxNNjELCdVszjDEARLpvaefqFGO5gcr0fmomDvex5g8R1veG5Jo/XAmORyrvvLcs
BLgma+EqKJad5OzBU2gJ3KC8Z2tu+cZnt5GJVGx1TLjRIu3K9ykzOO/V3n6IZZvIZJGkiXrQ4mr2yMv3hitTmXApdfs/Z9tkxVQhgoxHCbvWE6YNacCa
Et4MYDvqPSXUjyyPUqRd6rNUJ2uUNjc+s6yTV+06HPzGQqmK8h9ax/l6wcL1PROR83zirXqCYwnm7lVQgR7+p9rVt9AfsS9q5H9OMl5slPYvrC9xQLTN
5Cizv8dS2kybEq5Y6kY4Ouox/+04+K1n1wVWjta3i3A9x0M3Z5Jrl679+zmfttcPVIxFdSGr9R7h+b1xM4yRsxmQnZQ8ctAmjJjaSapGNgdtwkAHcW2U
7ckrO6krQa+Fr52dOlFxDo4+kdFCUyDtQ3TDMAJSBXVYawVRIimf2/62KTxaw7a6ipl8v4mSolvmUIUCM7hWIslXbqem2Qv/TXvAQCXyGvn7gKrTon6C
1oKJgDIPGpuJYK6TyD7Vov4RDeki9dWrGqPg99SMPKxWFf+q8KyjjxNdcGz7/P2vf3u5u2Qq1l06dw9hBboBRMXwIXYMFkqJZLFR3G0XOv4hKedfC9sd
RQx1IVCjtxcNR8MrWvnxGTJOjE/XWkBdA6UnbaIpe0jylaOpOJeI4pIrFjHFHKxMMJIV994T8T3IDKy9QWuvd3f2INZkOwxl80AqwVmm23GU6s19Qx02
tDNnnMmN4NFeg6gVIg4bSE2zSp+o2g2lAzdvjx7x9W441VkIz4iSwwE+t0W5XWpbfveLy2NWUupA7/jWtVo7tQ24uoDrCGB/Iy1hMPmQh6Ar0zooLtJi
gZeH9yxRXSmYSte1N4gIuX9RaPQIM/j100UQCrzO0h8o/PrpwqUVrbsHbmzjB2QUG9M/X//J7M+zHTz3zc00uH2z8sHpo8nropRRPRoLvpxamj5gckwL
FulbmjbvR82rJvE+TV3njaMpVP2XO2StCsp8dQeVF1DZ5OpwbJOhTuq4R8G3xbq1R0PK883VT0vSe1W7sb+nz1Y6tVkRN4cw/jVRV3vATdtkZ+r9OqsF
thmTcgXbJOIFXvgQjNakgbeX+cUSPn6+vPie5VsmayZ2Pbu06enM5/aQQHOkEyQmkzxNcj61PlyvqGt5JTa8PS5FqEVYsxaYG6Jr0hhur2WStMZ6XUWb
0Nzt7eELDtZb0AgIMDBfuxyKMQiZCmOj4F3V8t12lfxcDdFR6rJeVLPR0WMbqQkguL7OBsRlA+TBUzN7nNsT0kGeXCZpKvslW3HHsxR/FzB9R4JfJs3s
Ae0b9eGRZG2qNEzWCFmXIPUyVP++lx3Bg9fODRK/aXt61G2rkwUGMnI9t9MvTOS/oaj01ecTkb6pGWp92dsJ+nCmQfHqFbgv6qqzTh74YivQyKujPcHY
+NqkTuT2whStpFnXMcf2rl6b2//6+wAKxl1+akodsu16uM1LjZOuK1B89mCBuqZzQUd8ign8hMnOBWGRlYXk0RVTsevdDG7tZx16Von0j5zuvvQAS1Xn
HQsFM6AxI18sxW8BtCp0q6xJNZS1j0KazgSpRCNf8wc9BU5DsR78EXvgjrefxZ48GOC3PnSF44AzfapT68P6mbls+nsbl35vOX3+rO5DOX2mLeSDnB72
oPxeMn2+B+hDOj3WnPV774Uo7i/4Uk2fPtb6QFCf8Nb0OFhfw2lsv5bTJ3qgr2cwCIYoCI3xh+I+fwq2X8M2dyPMfn+IWrupNX9bfwClOo0HDVAK+v2B
L9kmpVpHw7n77ZaKPhCy33HgSW1hDmit2wqb4xfmcIE1L1membW0u/N6th595tCg0dSQ+5eex+4xqt7/AaWUs2JuKgAA
""")
}
