/** Whether the sound of a player has holes, and how early its samples must be there. A value; times are microseconds. */

/** From the decoder to the device, at first, how much more after each time that samples were missing, and the most. */
const firstMargin = 8_000;
const marginStep = 4_000;
const longestMargin = 60_000;
/** How much less a second of whole sound makes it: no lag stays after a bad time. */
const marginFall = 200;
/** After so long without samples, the sound begins anew. */
const silenceLimit = 200_000;

export class SoundContinuity {
  constructor() {
    this.margin = firstMargin;
    this.interruptions = 0;
    this.wholeAt = 0;
    this.isWhole = false;
  }

  /**
   * The sound begins, or jumps.
   * @param {number} at  when it will be heard
   */
  began(at) {
    this.isWhole = false;
    this.wholeAt = at;
  }

  /**
   * The device took samples.
   * @param {boolean} isWhole  whether all of them were there
   * @param {number} now
   * @returns {boolean} whether the sound still plays; otherwise it begins anew when there are samples
   */
  played(isWhole, now) {
    if (isWhole) {
      if (this.isWhole) this.margin = Math.max(firstMargin, this.margin - marginFall * (now - this.wholeAt) / 1e6);
      this.wholeAt = now;
    } else if (this.isWhole) {
      this.interruptions += 1;
      this.margin = Math.min(longestMargin, this.margin + marginStep);
    }
    this.isWhole = isWhole;
    return now - this.wholeAt <= silenceLimit;
  }
}
