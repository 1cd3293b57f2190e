/** Numbers about the last frames. */

/** The last values of a quantity. */
const size = 600;

export class Distribution {
  constructor() {
    /** @type {number[]} */
    this.values = [];
    this.at = 0;
  }

  /** @param {number} value */
  add(value) {
    this.values[this.at] = value;
    this.at = (this.at + 1) % size;
  }

  clear() {
    this.values = [];
    this.at = 0;
  }

  get summary() {
    const sorted = [...this.values].sort((a, b) => a - b);
    /** @param {number} part */
    const quantile = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
    return { count: sorted.length, p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99), most: quantile(1) };
  }
}

/** How much a total grows a second. */
export class Rate {
  constructor() {
    this.total = 0;
    this.at = 0;
    this.perSecond = 0;
  }

  /** @param {number} total  @param {number} now  microseconds */
  update(total, now) {
    if (this.at && now > this.at) this.perSecond = Math.max(0, total - this.total) * 1e6 / (now - this.at);
    this.total = total;
    this.at = now;
    return this.perSecond;
  }
}
