/**
 * When to show pictures: H.264 has the order of output, not its time (ITU-T H.264, 8.2.1 and C.4.4). Values; times count
 * field periods from the first access unit: a frame lasts two.
 */

/**
 * @typedef {import("./pictures.js").SPS} SPS
 * @typedef {import("./pictures.js").Slice} Slice
 */

/** The picture order count of pictures in the order of decoding (8.2.1). Operation 5 of memory management is not known. */
export class OrderCounter {
  constructor() {
    this.referenceMsb = this.referenceLsb = 0;
    this.frameNum = this.frameNumOffset = 0;
  }

  /** @param {Slice} slice  the first one of a picture  @param {SPS} sps */
  next(slice, sps) {
    if (slice.isIDR) this.referenceMsb = this.referenceLsb = this.frameNum = this.frameNumOffset = 0;
    if (sps.order.type === 0) return this.coded(slice, 2 ** sps.order.log2MaxLsb);
    if (this.frameNum > slice.frameNum) this.frameNumOffset += 2 ** sps.log2MaxFrameNum;
    this.frameNum = slice.frameNum;
    const absolute = this.frameNumOffset + slice.frameNum;
    if (sps.order.type === 2) return 2 * absolute - (slice.isReference ? 0 : 1);
    return cycled(slice, sps.order, absolute);
  }

  /**
   * The low bits are coded; the high bits follow the last reference picture.
   * @param {Slice} slice  @param {number} maxLsb
   */
  coded({ lsb, isReference, structure, deltas }, maxLsb) {
    let msb = this.referenceMsb;
    if (lsb < this.referenceLsb && this.referenceLsb - lsb >= maxLsb / 2) msb += maxLsb;
    else if (lsb > this.referenceLsb && lsb - this.referenceLsb > maxLsb / 2) msb -= maxLsb;
    if (isReference) {
      this.referenceMsb = msb;
      this.referenceLsb = lsb;
    }
    return msb + lsb + (structure === "frame" ? Math.min(0, deltas[0] ?? 0) : 0);
  }
}

/**
 * @param {Slice} slice
 * @param {{ nonReference: number, topToBottom: number, cycle: number[] }} order
 * @param {number} absolute  frame_num without the wrap
 */
function cycled({ isReference, structure, deltas }, { nonReference, topToBottom, cycle }, absolute) {
  let frames = cycle.length ? absolute : 0;
  if (!isReference && frames > 0) frames -= 1;
  let expected = isReference ? 0 : nonReference;
  if (frames > 0) {
    const whole = Math.floor((frames - 1) / cycle.length);
    const sum = (/** @type {number[]} */ list) => list.reduce((total, offset) => total + offset, 0);
    expected += whole * sum(cycle) + sum(cycle.slice(0, (frames - 1) % cycle.length + 1));
  }
  const top = expected + (deltas[0] ?? 0);
  const bottom = top + topToBottom + (deltas[1] ?? 0);
  return structure === "frame" ? Math.min(top, bottom) : structure === "top" ? top : expected + topToBottom + (deltas[0] ?? 0);
}

/** The most that decoded picture buffers explain: two of 16 frames. Anything else is a cut. */
const window = 64;
/** Leading pictures are shown before the picture with which the sequence begins; at most 8 frames of them. */
const longestLead = 16;

export class PresentationOrder {
  constructor() {
    this.counter = new OrderCounter();
    this.decode = 0;
    /** How much decoding precedes presentation if no picture is reordered. */
    this.delay = 0;
    /**
     * Time and count of the picture that began the sequence.
     * @type {{ time: number, count: number } | null}
     */
    this.start = null;
    /** The end of the last picture so far, as shown. */
    this.shownUntil = 0;
    this.firstField = 0;
    /** The difference of counts between two frames: 2 for nearly all encoders, 1 for some. */
    this.step = 2;
    /** Differences up to this one were converted with a step of 2; converting them so keeps their order. */
    this.bend = -Infinity;
    this.largest = 0;
  }

  /**
   * @param {Slice | null} slice  of the access unit; null if it cannot be read: then the picture is shown when decoded
   * @param {SPS | null} sps
   * @param {boolean} isSecondField
   * @returns {{ decode: number, presentation: number }}
   */
  next(slice, sps, isSecondField) {
    const duration = slice && slice.structure !== "frame" ? 1 : 2;
    const count = slice && sps ? this.counter.next(slice, sps) : 0;
    const wanted = !slice || !sps ? this.decode : isSecondField ? this.firstField + 1 : this.time(count, slice.isIDR, sps);
    const times = { decode: this.decode, presentation: Math.max(this.decode, wanted) };
    this.firstField = times.presentation;
    this.shownUntil = Math.max(this.shownUntil, times.presentation + duration);
    this.decode += duration;
    return times;
  }

  /** @param {number} count  @param {boolean} isIDR  @param {SPS} sps */
  time(count, isIDR, sps) {
    if (!isIDR && this.start && this.delay === 0) return this.decode;
    if (!isIDR && this.start) {
      const difference = count - this.start.count;
      if (difference % this.step) {
        this.step = 1;
        this.bend = this.largest;
      }
      this.largest = Math.max(this.largest, difference);
      const time = this.start.time + 2 * difference / (difference <= this.bend ? 2 : this.step);
      if (time >= this.decode - window && time <= this.decode + this.delay + window) {
        // A picture that is late moves those behind it, so that only one is late.
        if (time < this.decode) this.start.time += this.decode - time;
        return time;
      }
    }
    return this.begin(count, isIDR, sps);
  }

  /** @param {number} count  @param {boolean} isIDR  @param {SPS} sps */
  begin(count, isIDR, sps) {
    this.delay = 2 * sps.reorderedFrames;
    const lead = isIDR ? 0 : Math.min(2 * this.delay, longestLead);
    const time = Math.max(this.decode + this.delay, this.shownUntil) + lead;
    this.decode = Math.max(this.decode, time - lead - this.delay);
    this.start = { time, count };
    this.bend = -Infinity;
    this.largest = 0;
    return time;
  }
}
