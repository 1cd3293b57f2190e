/** Plays the samples that the worker sends, and reports what is heard. */

import { SampleRing } from "./ring.js";

/** Quanta of 128 samples between two reports. */
const reportInterval = 16;

class PlayerProcessor extends AudioWorkletProcessor {
  constructor() {
    super();
    /** @type {MessagePort | null} */
    this.worker = null;
    this.ring = new SampleRing(2, sampleRate);
    this.quanta = 0;
    /** @type {{ frame: number, media: number } | null} */
    this.beginning = null;
    this.isClosed = false;
    this.port.onmessage = ({ data }) => {
      if (data === "close") this.isClosed = true;
      else this.connect(data);
    };
  }

  /** @param {MessagePort} worker */
  connect(worker) {
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (data.planes) this.ring.write(this.samples(data.media), data.planes);
      if (data.stretch !== undefined) this.ring.stretch = data.stretch;
      if (data.begin) this.beginning = data.begin;
      if (data.stop) this.ring.position = null;
    };
  }

  /** @param {number} media  microseconds */
  samples(media) {
    return Math.round(media * sampleRate / 1e6);
  }

  /** @param {Float32Array[][]} _  @param {Float32Array[][]} outputs */
  process(_, [output]) {
    if (this.beginning && this.beginning.frame <= currentFrame) {
      const { frame, media } = this.beginning;
      this.ring.seek(this.samples(media) + currentFrame - frame);
      this.beginning = null;
    }
    const position = this.ring.position;
    const isWhole = this.ring.read(output);
    if (++this.quanta % reportInterval === 0 && this.worker) {
      const media = position === null ? null : position * 1e6 / sampleRate;
      this.worker.postMessage({ frame: currentFrame, media, isWhole, level: this.ring.level / sampleRate * 1e6 });
    }
    return !this.isClosed;
  }
}

registerProcessor("streamd-player", PlayerProcessor);
