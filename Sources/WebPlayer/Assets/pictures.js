/** Decoded pictures until they are shown or dropped. A value; all times are microseconds. */

/** Decoders have few pictures; more than these do not wait here. */
const maximumPictures = 6;

/**
 * @template T  a decoded picture, with what the player wants to know of it
 */
export class PictureQueue {
  /** @param {import("./clock.js").PlaybackClock} clock */
  constructor(clock) {
    this.clock = clock;
    /** @type {{ media: number, picture: T }[]} */
    this.waiting = [];
    this.shown = 0;
    this.dropped = 0;
    this.stream = { newest: -Infinity, arrivedAt: 0, shownAt: 0, isJoining: true };
  }

  /**
   * Nothing old is shown until the live edge.
   * @param {number} now
   */
  join(now) {
    this.stream = { newest: -Infinity, arrivedAt: now, shownAt: now, isJoining: true };
  }

  /** @returns {T[]} the pictures that waited */
  clear() {
    return this.waiting.splice(0).map(({ picture }) => picture);
  }

  /**
   * A frame of the track came.
   * @param {number} decodeTime  @param {number} now
   */
  arrived(decodeTime, now) {
    this.stream.newest = Math.max(this.stream.newest, decodeTime);
    this.stream.arrivedAt = now;
  }

  get mayDecode() {
    return this.waiting.length < maximumPictures;
  }

  /** @param {T} picture  @param {number} media  @param {number} now */
  offer(picture, media, now) {
    // A decoder needs long for its first pictures.
    if (!this.stream.isJoining) this.clock.isReady("video", media, now);
    this.waiting.push({ media, picture });
  }

  /**
   * What is due.
   * @param {number} now
   * @returns {{ shown: T | null, discarded: T[], wakeAt: number | null }}  when to ask again; null if nothing waits
   */
  next(now) {
    this.clock.advance(now);
    /** @type {T | null} */
    let shown = null;
    /** @type {T[]} */
    const discarded = [];
    let wakeAt = null;
    while (this.waiting.length) {
      const at = this.clock.showAt(this.waiting[0].media, now, this.stream);
      if (at !== null && at > now) {
        wakeAt = at;
        break;
      }
      const [{ picture }] = this.waiting.splice(0, 1);
      const old = at === null ? picture : shown;
      if (at !== null) shown = picture;
      if (old) discarded.push(old);
    }
    if (!this.stream.isJoining) this.dropped += discarded.length;
    if (shown) {
      this.shown += 1;
      this.stream.shownAt = now;
      this.stream.isJoining = false;
    }
    return { shown, discarded, wakeAt };
  }
}
