/** Draws decoded pictures when they are due. */

import { PictureQueue } from "./pictures.js";

/**
 * @typedef {import("./clock.js").PlaybackClock} PlaybackClock
 * @typedef {import("./video.js").Arrival} Arrival
 */

/** @typedef {{ picture: VideoFrame, arrival: Arrival }} Waiting */

export class Picture {
  /**
   * @param {OffscreenCanvas} canvas
   * @param {PlaybackClock} clock
   * @param {() => number} now  microseconds
   * @param {{ shown: (arrival: Arrival, now: number) => void, mayDecode: () => void }} events
   */
  constructor(canvas, clock, now, events) {
    this.canvas = canvas;
    this.context = /** @type {CanvasDrawImage} */ (canvas.getContext("2d", { alpha: false }));
    this.now = now;
    this.events = events;
    /** @type {PictureQueue<Waiting>} */
    this.queue = new PictureQueue(clock);
    this.timer = 0;
  }

  /**
   * Nothing old is shown until the live edge.
   * @param {number} now
   */
  join(now) {
    this.clear();
    this.queue.join(now);
  }

  /**
   * A frame of the track came.
   * @param {number} decodeTime  @param {number} now
   */
  arrived(decodeTime, now) {
    this.queue.arrived(decodeTime, now);
  }

  get mayDecode() { return this.queue.mayDecode; }
  get shown() { return this.queue.shown; }
  get dropped() { return this.queue.dropped; }

  /** @param {VideoFrame} picture  @param {Arrival} arrival */
  offer(picture, arrival) {
    this.queue.offer({ picture, arrival }, picture.timestamp, this.now());
    this.tick();
  }

  clear() {
    clearTimeout(this.timer);
    this.queue.clear().forEach(close);
  }

  tick() {
    clearTimeout(this.timer);
    const now = this.now();
    const { shown, discarded, wakeAt } = this.queue.next(now);
    discarded.forEach(close);
    if (wakeAt !== null) this.timer = Number(setTimeout(() => this.tick(), (wakeAt - now) / 1000));
    if (shown) this.show(shown.picture, shown.arrival);
    if (this.mayDecode) this.events.mayDecode();
  }

  /** @param {VideoFrame} picture  @param {Arrival} arrival */
  show(picture, arrival) {
    const { canvas } = this;
    const { displayWidth, displayHeight } = picture;
    if (canvas.width !== displayWidth || canvas.height !== displayHeight) {
      canvas.width = displayWidth;
      canvas.height = displayHeight;
    }
    this.context.drawImage(picture, 0, 0, displayWidth, displayHeight);
    picture.close();
    this.events.shown(arrival, this.now());
  }
}

/** @param {Waiting} waiting */
const close = ({ picture }) => picture.close();
