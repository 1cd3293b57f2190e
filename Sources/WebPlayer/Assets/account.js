/** The account of a stream: for every track, the frames received and the frames named in gaps are all frames. */

import { gapReasons } from "./names.js";

/**
 * @typedef {import("./messages.js").Frame} Frame
 * @typedef {import("./messages.js").Gap} Gap
 */

export const notRequested = 4;
const reconnection = 5;
const notNamed = 6;

export class FrameAccount {
  constructor() {
    /** @type {bigint | null} */
    this.instance = null;
    this.epoch = 0;
    /** The epoch before: its last gaps come behind the table of the next one. */
    this.before = { epoch: 0, next: /** @type {Map<number, bigint>} */ (new Map()) };
    /**
     * The next sequence number of each track.
     * @type {Map<number, bigint>}
     */
    this.next = new Map();
    this.received = 0;
    this.repeated = 0;
    /**
     * Frames by the reason of their gap.
     * @type {number[]}
     */
    this.missed = gapReasons.map(() => 0);
    /**
     * Tracks that have brought a frame on this connection.
     * @type {Set<number>}
     */
    this.joined = new Set();
  }

  /**
   * A connection begins.
   * @param {bigint} instance  of the stream
   */
  welcomed(instance) {
    if (instance !== this.instance) this.next.clear();
    this.instance = instance;
    this.joined.clear();
  }

  /** @param {number} epoch  of a track table */
  began(epoch) {
    if (epoch === this.epoch) return;
    const isNext = this.epoch !== 0 && epoch === this.epoch + 1;
    this.before = { epoch: this.epoch, next: this.next };
    this.epoch = epoch;
    this.next = new Map(isNext ? [...this.next.keys()].map((track) => [track, 0n]) : []);
  }

  /** @param {Gap} gap */
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

  /** @param {Frame} frame  perhaps one that came before: a relay repeats frames after a reconnection */
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

  /** @param {number} track  @param {bigint} count  numbers that neither a frame nor a gap had */
  jump(track, count) {
    this.miss(this.joined.has(track) ? notNamed : reconnection, count);
  }

  /** @param {number} reason  @param {bigint} count */
  miss(reason, count) {
    this.missed[reason] += Number(count);
  }
}
