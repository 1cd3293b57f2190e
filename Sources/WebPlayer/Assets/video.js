/** Decodes the frames of a video track with WebCodecs, and begins again at a random access point when it must. */

import { codecString, NAL, nalUnits, parameterSets } from "./h264.js";
import { Flag } from "./messages.js";

/**
 * @typedef {import("./messages.js").Frame} Frame
 * @typedef {{ frame: Frame, arrivedAt: number }} Arrival  microseconds
 * @typedef {object} VideoEvents
 * @property {(picture: VideoFrame, arrival: Arrival) => void} decoded
 * @property {() => boolean} mayDecode  false while enough decoded pictures wait
 * @property {(frame: Frame) => boolean} isLate  whether a frame should have been shown already
 * @property {() => void} needsKeyFrame
 * @property {(codec: string) => void} unsupported
 */

/** Chunks that a decoder may hold unprocessed. */
const maximumInDecoder = 8;
/** Frames that wait to be decoded, and their bytes; a rewound player holds some seconds. */
const maximumWaiting = 4096;
const maximumBytes = 64_000_000;
/**
 * After a failure, a new decoder repeats so many frames since the last random access point, and bytes, at most: more take
 * longer than a key frame. It repeats them so often: one of them may be a frame that no decoder can decode.
 */
const maximumKept = 150;
const maximumKeptBytes = 8_000_000;
const maximumRepeats = 2;
/** Failures without a picture after which software decodes, and after which the page says that nothing can. */
const failuresBeforeSoftware = 2;
const failuresInVain = 8;

export class VideoDecoding {
  /** @param {VideoEvents} events */
  constructor(events) {
    this.events = events;
    /** @type {Arrival[]} */
    this.waiting = [];
    this.waitingBytes = 0;
    /**
     * Decoded soon, by timestamp.
     * @type {Map<number, Arrival>}
     */
    this.inDecoder = new Map();
    /**
     * What the decoder has had since the last random access point; empty if that was too much.
     * @type {Arrival[]}
     */
    this.kept = [];
    this.keptBytes = 0;
    this.repeats = 0;
    /** The time of the last decoded picture. */
    this.lastDecoded = -Infinity;
    /** @type {VideoDecoder | null} */
    this.decoder = null;
    this.codec = "";
    this.parameters = "";
    this.needsRandomAccess = true;
    this.firstShown = -Infinity;
    this.failures = 0;
    this.failuresInAll = 0;
    this.skipped = 0;
  }

  /** Discards everything. Decoding begins with the next random access point. */
  restart() {
    this.skipped += this.waiting.length;
    this.waiting = [];
    this.waitingBytes = 0;
    this.inDecoder.clear();
    this.kept = [];
    this.lastDecoded = -Infinity;
    this.needsRandomAccess = true;
    this.parameters = "";
    if (this.decoder?.state === "configured") this.decoder.reset();
  }

  close() {
    this.restart();
    if (this.decoder && this.decoder.state !== "closed") this.decoder.close();
    this.decoder = null;
  }

  /** @param {Frame} frame  @param {number} now */
  add(frame, now) {
    const isRandomAccess = (frame.flags & Flag.randomAccess) !== 0;
    if (isRandomAccess && this.isBehind()) this.restart();
    if (this.needsRandomAccess && !isRandomAccess) {
      this.skipped += 1;
      this.events.needsKeyFrame();
      return;
    }
    if (this.waiting.length === maximumWaiting || this.waitingBytes > maximumBytes) return this.restart();
    this.needsRandomAccess = false;
    this.waiting.push({ frame, arrivedAt: now });
    this.waitingBytes += frame.payload.length;
    this.pump();
  }

  /** A random access point overtakes frames that are late already. */
  isBehind() {
    const oldest = this.inDecoder.values().next().value ?? this.waiting[0];
    return this.waiting.length + this.inDecoder.size > 2 && this.events.isLate(oldest.frame);
  }

  /** Call it also when decoded pictures no longer wait. */
  pump() {
    while (this.waiting.length && this.events.mayDecode() && (this.decoder?.decodeQueueSize ?? 0) < maximumInDecoder) {
      const arrival = /** @type {Arrival} */ (this.waiting.shift());
      this.waitingBytes -= arrival.frame.payload.length;
      this.decode(arrival);
    }
  }

  /** @param {Arrival} arrival */
  decode(arrival) {
    const { frame } = arrival;
    const isKey = (frame.flags & Flag.randomAccess) !== 0;
    try {
      if (isKey) this.configure(frame);
      if (this.decoder?.state !== "configured") return;
      this.keep(arrival, isKey);
      this.inDecoder.set(frame.presentationTime, arrival);
      this.decoder.decode(new EncodedVideoChunk({
        type: isKey ? "key" : "delta", timestamp: frame.presentationTime, data: frame.payload,
      }));
    } catch {
      this.failed();
    }
  }

  /** Whether a new decoder may go through what the last one had: that one has shown that it can decode some of it. */
  get mayRepeat() {
    const [first] = this.kept;
    return first && this.failures === 1 && this.lastDecoded >= first.frame.presentationTime && this.repeats < maximumRepeats;
  }

  /** @param {Arrival} arrival  @param {boolean} isKey */
  keep(arrival, isKey) {
    if (isKey) {
      if (this.kept[0] !== arrival) this.repeats = 0;
      this.kept = [];
      this.keptBytes = 0;
    }
    if (!isKey && !this.kept.length) return;
    this.kept.push(arrival);
    this.keptBytes += arrival.frame.payload.length;
    if (this.kept.length > maximumKept || this.keptBytes > maximumKeptBytes) this.kept = [];
  }

  /**
   * Configures a decoder for the parameter sets of a random access point, unless it has them.
   * @param {Frame} frame
   */
  configure(frame) {
    const sps = parameterSets(nalUnits(frame.payload), NAL.sps)[0];
    if (!sps) return;
    const parameters = String(sps);
    if (parameters === this.parameters && this.decoder?.state === "configured") return;
    // Of what is repeated, pictures up to the last one have been shown.
    this.firstShown = this.kept[0]?.frame === frame ? this.lastDecoded + 1 : frame.presentationTime;
    this.parameters = parameters;
    this.codec = codecString(sps);
    if (!this.decoder || this.decoder.state === "closed") this.decoder = this.makeDecoder();
    /** @type {VideoDecoderConfig} */
    const configuration = { codec: this.codec, optimizeForLatency: true };
    if (this.failures >= failuresBeforeSoftware) configuration.hardwareAcceleration = "prefer-software";
    this.decoder.configure(configuration);
  }

  makeDecoder() {
    const decoder = new VideoDecoder({
      output: (picture) => {
        const arrival = this.inDecoder.get(picture.timestamp);
        this.inDecoder.delete(picture.timestamp);
        this.failures = 0;
        if (this.decoder === decoder) this.lastDecoded = picture.timestamp;
        // Leading pictures refer to frames that this decoder has not seen.
        if (arrival && this.decoder === decoder && picture.timestamp >= this.firstShown) this.events.decoded(picture, arrival);
        else picture.close();
        this.pump();
      },
      error: (error) => {
        if (this.decoder !== decoder) return;
        this.failed(error.name === "NotSupportedError");
      },
    });
    decoder.addEventListener("dequeue", () => this.pump());
    return decoder;
  }

  /**
   * The decoder cannot go on. A new one begins at a random access point that waits, or repeats what the last one had, or
   * waits for the next random access point.
   * @param {boolean} isUnsupported
   */
  failed(isUnsupported = false) {
    this.failures += 1;
    if (this.failures === (isUnsupported ? failuresBeforeSoftware + 1 : failuresInVain)) this.events.unsupported(this.codec);
    this.failuresInAll += 1;
    const { waiting, decoder, kept } = this;
    this.decoder = null;
    if (decoder && decoder.state !== "closed") decoder.close();
    this.inDecoder.clear();
    this.parameters = "";
    const next = waiting.findIndex(({ frame }) => frame.flags & Flag.randomAccess);
    if (next >= 0) {
      this.waiting = waiting.slice(next);
    } else if (this.mayRepeat) {
      this.repeats += 1;
      this.waiting = [...kept, ...waiting];
    } else {
      this.waiting = this.kept = [];
      this.events.needsKeyFrame();
    }
    this.needsRandomAccess = !this.waiting.length;
    this.waitingBytes = this.waiting.reduce((sum, { frame }) => sum + frame.payload.length, 0);
    this.pump();
  }
}
