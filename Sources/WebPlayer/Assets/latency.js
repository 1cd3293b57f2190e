/** How old frames are, though no clock need be right (Protocol.md, Ping and pong, Clock offset, Latency). */

/** Two clocks drift apart by at most this, in microseconds a microsecond. */
export const drift = 200e-6;
/** Microseconds: a browser's clock moves in steps of up to a millisecond. */
const clockStep = 1000;
/** Microseconds: an older sample is not used. */
const sampleLifetime = 60e6;
/** Pings that may be on their way. */
const maximumPings = 8;

/** @typedef {{ offset: number, errorBound: number, at: number }} Sample  microseconds */

export class LatencyMeter {
  /** @param {number} step  microseconds by which this clock may be coarse */
  constructor(step = clockStep) {
    this.step = step;
    /**
     * When each ping was sent.
     * @type {number[]}
     */
    this.pings = [];
    /**
     * The relay's clock minus this one.
     * @type {Sample | null}
     */
    this.relay = null;
    /**
     * The publisher's clock minus the relay's.
     * @type {Sample | null}
     */
    this.publisher = null;
    this.roundTrip = 0;
  }

  /** A new connection. The clocks of another relay differ. */
  restart() {
    this.pings = [];
    this.relay = this.publisher = null;
  }

  /** A new epoch may have another publisher. */
  dropPublisher() {
    this.publisher = null;
  }

  /** @param {number} now */
  pingSent(now) {
    this.pings = [...this.pings, now].slice(-maximumPings);
  }

  /** @param {{ sent: number, received: number, answered: number }} pong  @param {number} now */
  pong(pong, now) {
    const index = this.pings.indexOf(pong.sent);
    if (index < 0) return;
    this.pings.splice(index, 1);
    const roundTrip = Math.max(0, now - pong.sent - (pong.answered - pong.received));
    const offset = (pong.received - pong.sent + pong.answered - now) / 2;
    const sample = { offset, errorBound: roundTrip / 2 + this.step + drift * (now - pong.sent), at: now };
    this.roundTrip = roundTrip;
    if (!this.relay || now - this.relay.at > sampleLifetime || sample.errorBound <= boundAt(this.relay, now)) {
      this.relay = sample;
    }
  }

  /** @param {{ offset: number, errorBound: number }} message  @param {number} now */
  clockOffset(message, now) {
    this.publisher = { offset: message.offset, errorBound: message.errorBound, at: now };
  }

  /**
   * @param {number} captureTime  of a frame; 0 if not known
   * @param {number} at  when the frame came, or was shown, by this clock
   * @returns {{ latency: number, errorBound: number } | null}  microseconds; null if it is not known
   */
  of(captureTime, at) {
    if (!this.relay || !this.publisher || captureTime === 0 || at - this.relay.at > sampleLifetime) return null;
    const latency = Math.max(0, at - (captureTime - this.publisher.offset - this.relay.offset));
    return { latency, errorBound: boundAt(this.relay, at) + boundAt(this.publisher, at) + 2 * drift * latency };
  }
}

/** @param {Sample} sample  @param {number} now */
export const boundAt = (sample, now) => sample.errorBound + drift * Math.max(0, now - sample.at);
