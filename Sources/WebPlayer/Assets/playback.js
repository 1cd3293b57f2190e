/** The first way to play: WebCodecs. Pictures are drawn in this worker, sound goes to the worklet. */

import { AudioDecoding } from "./audio.js";
import { PlaybackClock } from "./clock.js";
import { Flag } from "./messages.js";
import { Picture } from "./picture.js";
import { Kind } from "./names.js";
import { Distribution } from "./statistics.js";
import { VideoDecoding } from "./video.js";

/**
 * @typedef {import("./messages.js").Frame} Frame
 * @typedef {import("./messages.js").Track} Track
 * @typedef {import("./video.js").Arrival} Arrival
 */

export class Playback {
  /**
   * @param {OffscreenCanvas} canvas
   * @param {{ target: number, now: () => number, requestKeyFrame: () => void, post: (message: object) => void,
   *   shown: (arrival: Arrival, now: number) => void }} session  the target in microseconds
   */
  constructor(canvas, session) {
    this.canvas = canvas;
    this.session = session;
    this.clock = new PlaybackClock(session.target);
    this.arrivalToShown = new Distribution();
    this.picture = new Picture(canvas, this.clock, session.now, {
      shown: (arrival, now) => {
        this.arrivalToShown.add(now - arrival.arrivedAt);
        session.shown(arrival, now);
      },
      mayDecode: () => this.video.pump(),
    });
    this.video = new VideoDecoding({
      decoded: (picture, arrival) => this.picture.offer(picture, arrival),
      mayDecode: () => this.picture.mayDecode,
      isLate: (frame) => this.clock.isOvertaken(frame.presentationTime, session.now()),
      needsKeyFrame: session.requestKeyFrame,
      unsupported: (codec) => session.post({ unsupported: codec }),
    });
    this.audio = new AudioDecoding(this.clock, session.now, (format) => session.post({ needsOutput: format }));
    this.hasSound = false;
  }

  /** @param {MessagePort | null} port  of the worklet */
  connectSound(port) {
    this.hasSound = port !== null;
    this.audio.connect(port);
  }

  /** A connection or an epoch begins. The last picture stays. */
  restart() {
    this.clock.restart();
    this.video.restart();
    this.audio.restart();
    this.picture.join(this.session.now());
  }

  /**
   * @param {Frame} frame
   * @param {Track} track
   * @param {number} now
   * @param {{ age: number, rewind: boolean }} beginning  how long the relay had the connection's first frame
   */
  add(frame, track, now, beginning) {
    const isSound = track.kind === Kind.audio;
    const isJump = this.clock.received(frame, frame.flags & Flag.discontinuity, now, beginning, isSound);
    if (isJump) {
      this.picture.join(now);
      this.audio.restart();
    }
    if (isSound) {
      if (this.hasSound) this.audio.add(frame, track);
    } else {
      this.picture.arrived(frame.decodeTime, now);
      this.video.add(frame, now);
    }
  }

  tick() {
    this.video.pump();
    this.audio.pump();
  }

  async snapshot() {
    return this.canvas.convertToBlob({ type: "image/png" });
  }

  close() {
    this.picture.clear();
    this.video.close();
    this.audio.connect(null);
  }

  get statistics() {
    const { clock, picture, video, audio } = this;
    return {
      path: "WebCodecs", codec: video.codec, width: this.canvas.width, height: this.canvas.height,
      shown: picture.shown, dropped: picture.dropped, skipped: video.skipped, failures: video.failuresInAll,
      waiting: video.waiting.length + video.inDecoder.size, delay: clock.waiting,
      hasSound: this.hasSound, soundIsClock: clock.soundIsClock, soundLevel: audio.level,
      interruptions: audio.interruptions,
      arrivalToShown: this.arrivalToShown.summary,
    };
  }
}
