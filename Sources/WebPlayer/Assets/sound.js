/** The loudspeaker of a player that decodes with WebCodecs: a context, the worklet, and when its samples are heard. */

import { asset } from "./dom.js";

/** Milliseconds between two measurements of the context's clock. */
const measureInterval = 500;
/** Milliseconds within which a browser that allows sound begins; and when only the device may be slow. */
const startLimit = 400;
const deviceLimit = 5000;
/** Seconds: an output timestamp that differs by more from now is not one. */
const plausible = 2;

export class Sound {
  /**
   * @param {(message: object, transfer?: Transferable[]) => void} post  to the worker
   * @param {() => void} lost  the device has failed
   */
  constructor(post, lost) {
    this.post = post;
    this.lost = lost;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {AudioWorkletNode | null} */
    this.node = null;
    /** @type {GainNode | null} */
    this.gain = null;
    this.volume = 1;
    this.timer = 0;
  }

  /**
   * Begins to play. Call it from a click if the browser wants that.
   * @param {number} sampleRate  of the stream, so that nothing is resampled here
   * @param {boolean} isAllowed  whether the browser allows sound for sure; then only the device may be slow
   * @returns {Promise<boolean | null>}  whether it plays; null if another beginning or end came meanwhile
   */
  async start(sampleRate, isAllowed) {
    this.stop();
    const context = new AudioContext({ sampleRate, latencyHint: "interactive" });
    this.context = context;
    const running = new Promise((resolve) => {
      context.onstatechange = () => { if (context.state === "running") resolve(true); };
      setTimeout(resolve, isAllowed || navigator.userActivation?.hasBeenActive ? deviceLimit : startLimit);
    });
    context.resume().catch(() => {});
    await Promise.all([running, context.audioWorklet.addModule(asset("worklet.js"))]);
    if (this.context !== context) return null;
    if (context.state !== "running") {
      this.stop();
      return false;
    }
    context.onstatechange = () => { if (context.state === "suspended" && this.context === context) this.lost(); };
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

  /** @param {number} volume  from 0 to 1 */
  setVolume(volume) {
    this.volume = volume;
    if (this.gain && this.context) this.gain.gain.setTargetAtTime(volume, this.context.currentTime, 0.01);
  }

  /** Tells the worker which sample is heard when. */
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
