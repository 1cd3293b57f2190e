/** The element <streamd-player>: a live stream of a streamd relay. */

import { parseSource } from "./address.js";
import { asset, make } from "./dom.js";
import { Following } from "./following.js";
import { isToken } from "./names.js";
import { Overlay } from "./overlay.js";
import { Presence } from "./presence.js";
import { codecSentence } from "./sentences.js";
import { Speaker } from "./speaker.js";
import { portToWorker } from "./threads.js";

/** @type {Record<string, number>} */
const kindBits = { video: 1, audio: 2 };

/** WebKitGTK 2.50 crashes when samples are copied from its decoder, and often does not paint what a worker draws. */
const isWebKitGTK = /Linux.*AppleWebKit\/605\./.test(navigator.userAgent);
/** The two ways to play; see docs/player.md. Only secure contexts have the first. */
const hasCodecs = !isWebKitGTK && "VideoDecoder" in window && "AudioWorkletNode" in window
  && "transferControlToOffscreen" in HTMLCanvasElement.prototype;
const hasMediaSource = "MediaSource" in window || "ManagedMediaSource" in window;

export class StreamdPlayer extends HTMLElement {
  static observedAttributes = ["src", "token", "muted", "latency", "controls", "fit", "kinds", "preview"];

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    this.stage = make("div", { class: "stage", part: "stage" });
    this.overlay = new Overlay((token) => { this.token = token; });
    // What lies over the picture is shown when it has its style.
    this.cover = make("div", { hidden: "" }, this.overlay.element);
    // A page of another site gets the assets by CORS only.
    const style = make("link", { rel: "stylesheet", href: asset("player.css"), crossorigin: "" });
    style.onload = style.onerror = () => { this.cover.hidden = false; };
    root.append(style, this.stage, this.cover);
    /** @type {MessagePort | null} */
    this.worker = null;
    /** @type {import("./controls.js").Controls | null} */
    this.bar = null;
    /** @type {HTMLCanvasElement | HTMLVideoElement | null} */
    this.screen = null;
    /** @type {import("./mediasource.js").MediaSourcePlayback | null} */
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
    this.following = new Following(this);
    /** @type {"idle" | "connecting" | "waiting" | "live" | "interrupted" | "paused" | "stopped"} */
    this.state = "idle";
    this.givenToken = "";
    /** Seconds behind the live edge. */
    this.rewound = 0;
    /** Whether a hidden page watches less. */
    this.isReduced = false;
    /** Whether `connectedCallback` was called: an element that was in the page before gets its attributes first. */
    this.hasBegun = false;
    /** @type {Record<string, any>} */
    this.statistics = {};
    /** @type {((blob: Blob | null) => void)[]} */
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

  /** @param {string} name  @param {string | null} old  @param {string | null} value */
  attributeChangedCallback(name, old, value) {
    if (!this.hasBegun || old === value) return;
    if (name === "token") this.token = value ?? "";
    else if (name === "muted") this.muted = value !== null;
    else if (name === "latency") this.post({ latency: this.latency });
    else if (name === "controls") this.updateControls();
    else if (name !== "fit") this.open();
  }

  get isPreview() { return this.hasAttribute("preview"); }
  /** Milliseconds that the picture stays behind the arrival at least. */
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

  /** @param {object} message  @param {Transferable[]} [transfer] */
  post(message, transfer = []) {
    this.worker?.postMessage(message, transfer);
  }

  /** Begins anew with the attributes. */
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
    this.following.begin();
    const start = () => this.post({ start: settings }, canvas ? [/** @type {any} */ (canvas)] : []);
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
    const problem = (/** @type {string} */ codec) => this.fail(codecSentence(codec));
    screen.addEventListener("timeupdate", () => { if (this.state === "live") this.overlay.say(""); });
    this.media = new MediaSourcePlayback(screen, { isPreview: this.isPreview, problem });
  }

  /** @param {HTMLCanvasElement | HTMLVideoElement} screen */
  setScreen(screen) {
    this.screen = screen;
    screen.setAttribute("aria-label", `Live video ${this.address?.stream ?? ""}`);
    this.stage.replaceChildren(screen);
  }

  close() {
    this.following.end();
    this.overlay.say("");
    this.speaker.stop();
    this.speaker.video = null;
    this.media?.close();
    this.media = null;
    this.post({ close: true });
    this.worker = null;
  }

  /** @param {any} data  a message of the worker */
  receive(data) {
    if (data.segment) return this.media?.add(data.segment);
    if (data.snapshot !== undefined) this.snapshots.shift()?.(data.snapshot);
    if (this.paused) return;
    if (data.statistics) this.measured(data.statistics);
    if (data.needsOutput) this.speaker.rateChanged(data.needsOutput.sampleRate);
    this.following.receive(data);
  }

  /** @param {Record<string, any>} statistics */
  measured(statistics) {
    const media = this.media?.statistics;
    this.statistics = { ...statistics, ...media, relay: this.following.relay };
    const arrival = statistics.arrivalLatency;
    if (media && arrival) this.statistics.latency = { ...arrival, latency: arrival.latency + media.delay };
    this.bar?.measured(this.statistics);
    this.dispatchEvent(new CustomEvent("statistics", { detail: this.statistics }));
  }

  // What a person does.

  pause() {
    this.post({ disconnect: true });
    this.speaker.stop();
    if (this.media) {
      this.media.isPaused = true;
      this.media.video.pause();
    }
    this.setState("paused");
    this.following.end();
    this.overlay.say("");
  }

  /** Continues at the live edge, also after an error. */
  play() {
    if (!this.worker) return this.open();
    if (this.media) this.media.isPaused = false;
    this.setState("connecting");
    this.post({ connect: {} });
  }

  /** @param {number} seconds  further back; negative for nearer to the live edge */
  rewind(seconds) {
    this.post({ connect: { history: Math.max(0, Math.round((this.rewound + seconds) * 1000)) } });
  }

  live() { this.play(); }

  /** @returns {Promise<Blob | null>}  the picture as PNG */
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

  // What is seen.

  /**
   * Watches everything, or only what is heard.
   * @param {boolean} isVisible
   */
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

  /** @param {StreamdPlayer["state"]} state */
  setState(state) {
    if (this.state === state) return;
    this.state = state;
    this.changed();
    this.dispatchEvent(new CustomEvent("statechange", { detail: state }));
  }

  changed() {
    this.bar?.changed();
  }


  /** @param {string} sentence  @param {boolean} asksForToken */
  fail(sentence, asksForToken = false) {
    this.overlay.say(sentence);
    this.overlay.askForToken(asksForToken);
    this.dispatchEvent(new CustomEvent("problem", { detail: sentence }));
  }
}

customElements.define("streamd-player", StreamdPlayer);
