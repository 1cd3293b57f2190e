/** The bar under the picture, its keys, and what the browser shows elsewhere of a player. */

import { icon, make } from "./dom.js";
import { StatisticsPanel } from "./panel.js";

/** @typedef {import("./player.js").StreamdPlayer} Player */

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

/** Seconds of one step back. */
const step = 5;
/** Milliseconds without a movement after which the bar hides. */
const idleLimit = 3000;
/** A finger that taps does not move. Its click comes last, so it presses no button of a bar that it brings back. */
const wakingEvents = ["pointermove", "click", "focusin"];

export class Controls {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /**
     * For picture in picture.
     * @type {HTMLVideoElement | null}
     */
    this.copy = null;
    this.panel = new StatisticsPanel();
    /** @param {keyof typeof icons} name  @param {string} label  @param {() => void} action */
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

  /** The player's state is another one. */
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

  /** @param {Record<string, any>} statistics */
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
    // Phones that give no element the whole screen get the whole page.
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

  /** @param {KeyboardEvent} event */
  keyPressed = (event) => {
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    if (event.ctrlKey || event.altKey || event.metaKey || target.localName === "input") return;
    if (target.localName === "button" && (event.key === " " || event.key === "Enter")) return;
    const { player } = this;
    /** @type {Record<string, () => void>} */
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

/** @param {HTMLButtonElement} button  @param {keyof typeof icons} name  @param {string} label */
function set(button, name, label) {
  if (button.title === label) return;
  button.title = label;
  button.setAttribute("aria-label", label);
  button.replaceChildren(icon(icons[name]));
}
