/** Reads pictures from a byte stream, and gives them times. */

import { wallClock } from "./client.js";
import { AccessUnitReader } from "./annexb.js";
import { Failure } from "./failure.js";
import { FrameMaker } from "./frames.js";
import { isStart } from "./queue.js";
import { Status } from "./registry.js";

/**
 * @typedef {import("./frames.js").Picture} Picture
 * @typedef {import("./outgoing.js").MediaFrame} MediaFrame
 * @typedef {[number, number]} Rate  frames a second, as a fraction
 */

/** Bytes in which decoding must be able to begin. */
const longestPrelude = 64 * 1024 * 1024;
/** Without a rate, what presentation lies behind decoding: pictures are reordered, and nobody says how fast they come. */
const assumedRate = /** @type {Rate} */ ([25, 1]);

/**
 * @param {AsyncIterable<Uint8Array>} stream
 * @returns {AsyncGenerator<Picture & { arrival: number }>}  from the first one on with which decoding can begin
 */
export async function* pictures(stream) {
  const reader = new AccessUnitReader();
  const maker = new FrameMaker();
  let hasBegun = false;
  let skipped = 0;
  /** @param {import("./annexb.js").AccessUnit[]} units */
  function* made(units) {
    for (const unit of units) {
      const picture = maker.make(unit);
      hasBegun ||= isStart(picture);
      if (hasBegun) yield { ...picture, arrival: unit.arrival };
    }
  }
  for await (const bytes of stream) {
    yield* made(reader.push(bytes, wallClock()));
    if (!hasBegun) skipped += bytes.length;
    if (skipped > longestPrelude) break;
  }
  yield* made(reader.end());
  if (!hasBegun) throw new Failure(Status.badData, "The input has no H.264 picture with which a decoder can begin.");
}

/** The times of the frames: counted with a known rate, or those of the arrival. */
export class MediaClock {
  /** @param {Rate | null} rate  @param {Rate | undefined} streamRate  what the stream says, if the rate is not known */
  constructor(rate, streamRate) {
    this.isCounted = rate !== null;
    const [numerator, denominator] = rate ?? streamRate ?? assumedRate;
    /** Microseconds of a field period. */
    this.period = 5e5 * denominator / numerator;
    this.last = 0;
  }

  /**
   * @param {Picture & { arrival: number }} picture
   * @returns {{ decodeTime: number, presentationTime: number }}  microseconds
   */
  times({ decode, presentation, arrival }) {
    const decodeTime = this.isCounted ? Math.round(decode * this.period) : Math.max(arrival, this.last);
    this.last = decodeTime;
    const delay = this.isCounted ? Math.round(presentation * this.period) - decodeTime : Math.round((presentation - decode) * this.period);
    return { decodeTime, presentationTime: decodeTime + delay };
  }
}

/** @param {string} text  such as 30, 29.97 or 30000/1001  @returns {Rate} */
export function readRate(text) {
  const fraction = /^(\d{1,9})\/(\d{1,9})$/.exec(text);
  const decimal = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(text);
  const rate = fraction ? [Number(fraction[1]), Number(fraction[2])]
    : decimal ? [Number(decimal[1] + (decimal[2] ?? "")), 10 ** (decimal[2]?.length ?? 0)] : [0, 0];
  if (!rate[0] || !rate[1]) throw new Failure(Status.usage, "--fps needs a number above 0, such as 30, 29.97 or 30000/1001.");
  return /** @type {Rate} */ (rate);
}
