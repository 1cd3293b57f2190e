/** Decodes the frames of an audio track, sends the samples to the worklet, and keeps the sound at the clock's delay. */

import { audioFormat } from "./aac.js";
import { SoundContinuity } from "./continuity.js";

/**
 * @typedef {import("./clock.js").PlaybackClock} PlaybackClock
 * @typedef {import("./messages.js").Frame} Frame
 * @typedef {import("./messages.js").Track} Track
 * @typedef {{ frame: number, at: number, rate: number, latency: number }} Output  the sample `frame` of the context is
 *   heard at `at`; microseconds, samples a second
 */

/** Sound is decoded so long before it is heard; the ring has no room for a rewound player's. */
const lead = 400_000;
/** The context's time of a sound that begins anew lies so far ahead. */
const beginLead = 20_000;
const maximumFrames = 4096;

export class AudioDecoding {
  /**
   * @param {PlaybackClock} clock
   * @param {() => number} now  microseconds
   * @param {(format: { sampleRate: number, channels: number }) => void} needsOutput  the page must make a context
   */
  constructor(clock, now, needsOutput) {
    this.clock = clock;
    this.now = now;
    this.needsOutput = needsOutput;
    /** @type {Frame[]} */
    this.waiting = [];
    /** @type {AudioDecoder | null} */
    this.decoder = null;
    this.configuration = "";
    /**
     * The times of the chunks in the decoder.
     * @type {number[]}
     */
    this.times = [];
    /** Whether the decoder has given anything. */
    this.hasDecoded = false;
    /** @type {MessagePort | null} */
    this.port = null;
    /** @type {Output | null} */
    this.output = null;
    this.continuity = new SoundContinuity();
    this.hasBegun = false;
    this.level = 0;
  }

  get interruptions() { return this.continuity.interruptions; }

  /** @param {MessagePort | null} port  of the worklet; null while there is no sound */
  connect(port) {
    this.port?.close();
    this.port = port;
    this.hasBegun = false;
    this.clock.soundStopped();
    if (!port) this.restart();
    else port.onmessage = ({ data }) => this.heard(data);
  }

  restart() {
    this.waiting = [];
    this.hasBegun = false;
    this.configuration = "";
    this.port?.postMessage({ stop: true });
    if (this.decoder && this.decoder.state !== "closed") this.decoder.close();
    this.decoder = null;
  }

  /** @param {Frame} frame  @param {Track} track */
  add(frame, track) {
    if (!this.prepare(track)) return;
    if (this.waiting.length < maximumFrames) this.waiting.push(frame);
    this.pump();
  }

  /** Decodes what is heard soon. Call it now and then. */
  pump() {
    const now = this.now();
    while (this.waiting.length && this.decoder) {
      if ((this.clock.due(this.waiting[0].presentationTime) ?? now) > now + lead) return;
      const frame = /** @type {Frame} */ (this.waiting.shift());
      if (!this.clock.canBeHeard(frame.presentationTime, now)) continue;
      try {
        this.times.push(frame.presentationTime);
        this.decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: frame.presentationTime, data: frame.payload }));
      } catch {
        this.restart();
      }
    }
  }

  /** @param {Track} track  @returns whether there is a decoder for it */
  prepare(track) {
    const configuration = String(track.configuration);
    if (this.decoder && configuration === this.configuration) return true;
    const format = audioFormat(track.configuration);
    if (!format) return false;
    this.restart();
    this.configuration = configuration;
    this.times = [];
    this.hasDecoded = false;
    this.decoder = new AudioDecoder({
      output: (data) => this.decoded(data),
      error: () => { this.decoder = null; },
    });
    this.decoder.configure({
      codec: format.codec, sampleRate: format.sampleRate, numberOfChannels: format.channels,
      description: track.configuration,
    });
    return true;
  }

  /**
   * The time of the chunk that became these samples. Chromium looks at the time of its first chunk only and counts
   * samples from there, so its times are wrong after chunks that were left out, and drift with the microphone's clock.
   * @param {number} timestamp  of the samples
   */
  timeOf(timestamp) {
    if (!this.hasDecoded) {
      // The chunks before it gave nothing.
      this.times.splice(0, Math.max(0, this.times.indexOf(timestamp)));
      this.hasDecoded = true;
    }
    return this.times.shift() ?? timestamp;
  }

  /** @param {AudioData} data */
  decoded(data) {
    const { numberOfFrames, numberOfChannels, sampleRate } = data;
    const timestamp = this.timeOf(data.timestamp);
    if (this.port && this.output?.rate === sampleRate) {
      const planes = Array.from({ length: Math.min(2, numberOfChannels) }, (_, planeIndex) => {
        const plane = new Float32Array(numberOfFrames);
        data.copyTo(plane, { planeIndex, format: "f32-planar" });
        return plane;
      });
      this.clock.isReady("audio", timestamp, this.now() + this.continuity.margin + this.output.latency);
      this.port.postMessage({ media: timestamp, planes }, planes.map((plane) => plane.buffer));
      if (!this.hasBegun) this.begin(this.clock.wanted);
    } else {
      this.needsOutput({ sampleRate, channels: Math.min(2, numberOfChannels) });
    }
    data.close();
  }

  /**
   * The sound begins, or jumps, to be heard with this delay.
   * @param {number | null} delay
   */
  begin(delay) {
    if (delay === null || !this.output || !this.port) return;
    const { frame, at, rate } = this.output;
    const then = this.now() + beginLead + this.output.latency;
    const begin = { frame: Math.round(frame + (then - at) * rate / 1e6), media: then - delay };
    this.port.postMessage({ begin, stretch: 0 });
    this.hasBegun = true;
    this.continuity.began(then);
  }

  /** @param {{ frame: number, media: number | null, isWhole: boolean, level: number }} report  of the worklet */
  heard(report) {
    const now = this.now();
    this.level = report.level;
    this.pump();
    if (!this.output || !this.hasBegun) return;
    const { media, isWhole, frame } = report;
    if (media === null || !this.continuity.played(isWhole, now)) {
      this.clock.soundIsClock = false;
      this.hasBegun = false;
    } else if (isWhole) {
      const at = this.output.at + (frame - this.output.frame) * 1e6 / this.output.rate;
      const correction = this.clock.soundHeard(media, at);
      if ("jump" in correction) this.begin(correction.jump ?? null);
      else this.port?.postMessage(correction);
    }
  }
}
