/** Samples by their media time, read at a pace that can be stretched without a change of pitch. A value. */

/** Seconds that the ring holds. */
const capacity = 2;
/** Seconds: media times that differ by less continue each other. */
const tolerance = 0.005;
/** Seconds: how much is left out or repeated at once, and how long both sides are mixed. */
const shortestSplice = 0.005;
const longestSplice = 0.0125;
const fade = 0.008;
/** Samples over which sound begins and ends when there is none. */
const ramp = 64;

export class SampleRing {
  /** @param {number} channels  @param {number} rate  samples a second */
  constructor(channels, rate) {
    this.rate = rate;
    this.size = 2 ** Math.ceil(Math.log2(rate * capacity));
    this.planes = Array.from({ length: channels }, () => new Float32Array(this.size));
    /** The samples from `start` to `end` are here. */
    this.start = 0;
    this.end = 0;
    /**
     * The next sample to read; null before `seek`.
     * @type {number | null}
     */
    this.position = null;
    this.stretch = 0;
    this.owed = 0;
    this.gain = 0;
    this.last = new Float32Array(channels);
  }

  /** Samples that can be read. */
  get level() {
    return this.position === null ? 0 : Math.max(0, this.end - Math.max(this.position, this.start));
  }

  /** @param {number} at  number of the first sample since media time 0  @param {Float32Array[]} planes */
  write(at, planes) {
    const count = planes[0].length;
    const distance = at - this.end;
    if (Math.abs(distance) <= tolerance * this.rate) at = this.end;
    else if (distance < 0 && at + count <= this.end && at >= this.start) return;
    else if (distance > 0 && distance < this.size / 2 && this.end > this.start) this.fill(distance);
    else {
      this.start = this.end = at;
      this.position = null;
    }
    for (const [channel, plane] of this.planes.entries()) {
      const source = planes[Math.min(channel, planes.length - 1)];
      for (let index = 0; index < count; index++) plane[(at + index) & (this.size - 1)] = source[index];
    }
    this.end = at + count;
    this.start = Math.max(this.start, this.end - this.size);
  }

  /**
   * Silence in place of lost samples.
   * @param {number} count
   */
  fill(count) {
    for (const plane of this.planes) for (let index = 0; index < count; index++) plane[(this.end + index) & (this.size - 1)] = 0;
    this.end += count;
  }

  /**
   * The next sample that is read.
   * @param {number} at
   */
  seek(at) {
    this.position = at;
    this.owed = 0;
    this.gain = 0;
  }

  /** @param {Float32Array[]} output  of equal lengths; filled whole  @returns whether all of it was there */
  read(output) {
    const count = output[0].length;
    this.splice(count);
    let isWhole = this.position !== null;
    for (let index = 0; index < count; index++) {
      const at = this.position;
      const isThere = at !== null && at >= this.start && at < this.end;
      this.gain = isThere ? Math.min(1, this.gain + 1 / ramp) : Math.max(0, this.gain - 1 / ramp);
      for (const [channel, plane] of output.entries()) {
        const source = Math.min(channel, this.planes.length - 1);
        if (isThere) this.last[source] = this.planes[source][at & (this.size - 1)];
        plane[index] = this.last[source] * this.gain;
      }
      // Before its first sample, the sound waits for its time; behind its last one, for more samples.
      if (at !== null && at < this.end) this.position = at + 1;
      isWhole = isWhole && isThere;
    }
    return isWhole;
  }

  /**
   * Leaves out or repeats a piece when the stretch has added up to one.
   * @param {number} count  samples to be read
   */
  splice(count) {
    this.owed = this.stretch ? this.owed + this.stretch * count : 0;
    const most = Math.round(longestSplice * this.rate);
    const length = Math.round(fade * this.rate);
    const from = this.position;
    if (Math.abs(this.owed) < most || from === null || from < this.start) return;
    const direction = Math.sign(this.owed);
    const isRoom = direction > 0 ? from + most + length <= this.end : from - most >= this.start && from + length <= this.end;
    if (!isRoom) return;
    const lag = this.bestLag(from, direction, length, most);
    const to = from + direction * lag;
    for (const plane of this.planes) {
      for (let index = 0; index < length; index++) {
        const weight = (index + 1) / (length + 1);
        const old = plane[(from + index) & (this.size - 1)];
        const target = (to + index) & (this.size - 1);
        plane[target] = old * (1 - weight) + plane[target] * weight;
      }
    }
    this.position = to;
    this.owed -= direction * lag;
  }

  /**
   * The lag at which the sound resembles itself most.
   * @param {number} from  @param {number} direction  @param {number} length  @param {number} most
   */
  bestLag(from, direction, length, most) {
    const plane = this.planes[0];
    const mask = this.size - 1;
    let best = most;
    let bestScore = 0;
    for (let lag = Math.round(shortestSplice * this.rate); lag <= most; lag += 2) {
      let product = 0;
      let energy = 1e-9;
      for (let index = 0; index < length; index += 2) {
        const other = plane[(from + direction * lag + index) & mask];
        product += plane[(from + index) & mask] * other;
        energy += other * other;
      }
      const score = product / Math.sqrt(energy);
      if (score > bestScore) {
        bestScore = score;
        best = lag;
      }
    }
    return best;
  }
}
