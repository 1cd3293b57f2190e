/** Frames of the protocol as segments for MediaSource, on a time line without jumps. One for each track. */

import { audioFormat } from "./aac.js";
import { codecString, NAL, nalType, nalUnits, parameterSets, pictureSize } from "./h264.js";
import { Flag } from "./messages.js";
import { fragment, initializationSegment, withLengths } from "./mp4.js";
import { Kind } from "./names.js";

/**
 * @typedef {import("./messages.js").Frame} Frame
 * @typedef {import("./messages.js").Track} Track
 * @typedef {{ codec: string | null, bytes: Uint8Array, end: number }} Segment  `codec` begins a new initialization
 *   segment; `end` is microseconds on the time line
 */

const aacFrameSamples = 1024;
/** Microseconds: a longer distance between two frames is a gap. */
const longestDuration = 1_000_000;
const firstDuration = 33_333;

/** The time line that the tracks of a stream share: media times without the jumps of epochs. */
export class Timeline {
  constructor() {
    /** @type {number | null} */
    this.shift = null;
    this.end = 0;
  }

  /** The media clock begins anew with the next frame. */
  restart() { this.shift = null; }

  /** @param {number} media  @returns the time on the line, never negative */
  place(media) {
    this.shift ??= this.end - media;
    const time = Math.max(0, media + this.shift);
    this.end = Math.max(this.end, time);
    return time;
  }
}

export class Muxer {
  /** @param {Track} track  @param {Timeline} timeline */
  constructor(track, timeline) {
    this.track = track;
    this.timeline = timeline;
    this.number = 0;
    this.needsRandomAccess = true;
    this.parameters = "";
    this.duration = firstDuration;
    /** @type {number | null} */
    this.lastDecodeTime = null;
  }

  /** @param {Frame} frame  @returns {Segment | null}  null if nothing can be shown of it */
  add(frame) {
    if (this.needsRandomAccess && !(frame.flags & Flag.randomAccess)) return null;
    const isVideo = this.track.kind === Kind.video;
    const units = isVideo ? nalUnits(frame.payload) : [];
    const beginning = isVideo ? this.beginVideo(units) : this.beginAudio();
    if (!this.parameters) return null;
    this.needsRandomAccess = false;
    const decodeTime = this.timeline.place(frame.decodeTime);
    if (isVideo && this.lastDecodeTime !== null) {
      const passed = decodeTime - this.lastDecodeTime;
      if (passed > 0 && passed < longestDuration) this.duration = passed;
    }
    this.lastDecodeTime = decodeTime;
    this.number += 1;
    const bytes = fragment({
      number: this.number, decodeTime, duration: this.duration, isSync: (frame.flags & Flag.randomAccess) !== 0,
      compositionOffset: frame.presentationTime - frame.decodeTime,
      data: isVideo ? withLengths(units.filter((unit) => ![NAL.sps, NAL.pps, NAL.delimiter].includes(nalType(unit)))) : [frame.payload],
    });
    const end = decodeTime + this.duration;
    if (!beginning) return { codec: null, bytes, end };
    const both = new Uint8Array(beginning.bytes.length + bytes.length);
    both.set(beginning.bytes);
    both.set(bytes, beginning.bytes.length);
    return { codec: beginning.codec, bytes: both, end };
  }

  /** @param {Uint8Array[]} units */
  beginVideo(units) {
    const sps = parameterSets(units, NAL.sps);
    const pps = parameterSets(units, NAL.pps);
    const parameters = `${sps}/${pps}`;
    if (!sps.length || !pps.length || parameters === this.parameters) return null;
    const size = pictureSize(sps[0]);
    if (!size) return null;
    this.parameters = parameters;
    return { codec: codecString(sps[0]), bytes: initializationSegment({ kind: "video", sps, pps, ...size }) };
  }

  beginAudio() {
    const { configuration } = this.track;
    const format = audioFormat(configuration);
    if (!format || this.parameters) return null;
    this.parameters = String(configuration);
    this.duration = Math.round(aacFrameSamples * 1e6 / format.sampleRate);
    return { codec: format.codec, bytes: initializationSegment({ kind: "audio", configuration, ...format }) };
  }
}
