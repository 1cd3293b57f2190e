/** Draws decoded pictures when they are due. */

/**
 * @typedef {import("./clock.js").PlaybackClock} PlaybackClock
 * @typedef {import("./video.js").Arrival} Arrival
 */

/** Decoders have few pictures; more than these do not wait here. */
const maximumPictures = 6;

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
    this.clock = clock;
    this.now = now;
    this.events = events;
    /** @type {{ picture: VideoFrame, arrival: Arrival }[]} */
    this.waiting = [];
    this.timer = 0;
    this.shown = 0;
    this.dropped = 0;
    this.stream = { newest: -Infinity, arrivedAt: 0, shownAt: 0, isJoining: true };
  }

  /**
   * Nothing old is shown until the live edge.
   * @param {number} now
   */
  join(now) {
    this.clear();
    this.stream = { newest: -Infinity, arrivedAt: now, shownAt: now, isJoining: true };
  }

  /**
   * A frame of the track came.
   * @param {number} media  @param {number} now
   */
  arrived(media, now) {
    this.stream.newest = Math.max(this.stream.newest, media);
    this.stream.arrivedAt = now;
  }

  get mayDecode() {
    return this.waiting.length < maximumPictures;
  }

  /** @param {VideoFrame} picture  @param {Arrival} arrival */
  offer(picture, arrival) {
    // A decoder needs long for its first pictures.
    if (!this.stream.isJoining) this.clock.isReady("video", picture.timestamp, this.now());
    this.waiting.push({ picture, arrival });
    this.tick();
  }

  clear() {
    clearTimeout(this.timer);
    for (const { picture } of this.waiting) picture.close();
    this.waiting = [];
  }

  tick() {
    clearTimeout(this.timer);
    const now = this.now();
    this.clock.advance(now);
    let chosen = null;
    while (this.waiting.length) {
      const at = this.clock.showAt(this.waiting[0].picture.timestamp, now, this.stream);
      if (at !== null && at > now) {
        this.timer = Number(setTimeout(() => this.tick(), (at - now) / 1000));
        break;
      }
      const next = this.waiting.shift();
      const old = at === null ? next : chosen;
      if (at !== null) chosen = next;
      if (!old) continue;
      old.picture.close();
      if (!this.stream.isJoining) this.dropped += 1;
    }
    if (chosen) this.show(chosen.picture, chosen.arrival);
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
    this.shown += 1;
    const now = this.now();
    this.stream.shownAt = now;
    this.stream.isJoining = false;
    this.events.shown(arrival, now);
  }
}
