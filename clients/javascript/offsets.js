/** When a publisher sends its clock offset to the relay (Protocol.md, Clock offset). A value; times are microseconds. */

import { boundAt } from "../../Sources/WebPlayer/Assets/latency.js";

/** @typedef {import("../../Sources/WebPlayer/Assets/latency.js").Sample} Sample */

/** The rule is 30 seconds. */
const longestPause = 20_000_000;
const highestBound = 2 ** 32 - 1;

export class OffsetReports {
  constructor() {
    /**
     * What was sent last: the relay's clock minus this one.
     * @type {Sample | null}
     */
    this.last = null;
  }

  /** A track table was sent: the relay drops the offset with the epoch before it. */
  tableSent() { this.last = null; }

  /**
   * @param {Sample | null} relay  the best sample of the relay's clock
   * @param {number} now
   * @returns {{ offset: number, errorBound: number } | null}  what to send: this clock minus the relay's
   */
  next(relay, now) {
    if (!relay) return null;
    const bound = boundAt(relay, now);
    const { last } = this;
    const isDue = !last || now - last.at >= longestPause || Math.abs(relay.offset - last.offset) > bound
      || bound <= boundAt(last, now) / 2;
    if (!isDue) return null;
    this.last = { offset: relay.offset, errorBound: bound, at: now };
    return { offset: -Math.round(relay.offset) + 0, errorBound: Math.min(Math.ceil(bound), highestBound) };
  }
}
