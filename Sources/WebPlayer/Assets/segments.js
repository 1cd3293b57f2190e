/** The second way to play: fragmented MP4 for the page's MediaSource, where there is no WebCodecs. */

import { Muxer, Timeline } from "./muxer.js";

/**
 * @typedef {import("./messages.js").Frame} Frame
 * @typedef {import("./messages.js").Track} Track
 */

export class Segments {
  /** @param {{ post: (message: object, transfer?: Transferable[]) => void }} session */
  constructor(session) {
    this.session = session;
    this.timeline = new Timeline();
    /** @type {Map<number, Muxer>} */
    this.muxers = new Map();
    this.codec = "";
  }

  /** The page's sound element plays what comes. */
  connectSound() {}

  restart() {
    this.muxers.clear();
    this.timeline.restart();
  }

  /** @param {Frame} frame  @param {Track} track */
  add(frame, track) {
    let muxer = this.muxers.get(track.track);
    if (!muxer || String(muxer.track.configuration) !== String(track.configuration)) {
      muxer = new Muxer(track, this.timeline);
      this.muxers.set(track.track, muxer);
    }
    const segment = muxer.add(frame);
    if (!segment) return;
    if (segment.codec?.startsWith("avc1")) this.codec = segment.codec;
    this.session.post({ segment: { kind: track.kind, ...segment } }, [segment.bytes.buffer]);
  }

  tick() {}

  async snapshot() {
    return null;
  }

  close() {
    this.restart();
  }

  get statistics() {
    return { path: "MediaSource", codec: this.codec };
  }
}
