/** The second way to play, in the page: the worker's segments go through a MediaSource into a video element. */

/**
 * @typedef {{ kind: number, codec: string | null, bytes: Uint8Array, end: number }} Segment
 * @typedef {{ buffer: SourceBuffer | null, codec: string, waiting: Segment[] }} Part
 */

/** Milliseconds. */
const tickInterval = 100;
/** Seconds. How much is buffered ahead at first, and at most; how much more after the picture stood still. */
const firstTarget = 0.12;
const longestTarget = 0.6;
const targetStep = 0.04;
/** What stays of that after each tick, and milliseconds after the picture stood still before it becomes less. */
const targetRest = 0.98;
const targetHold = 3000;
/** Seconds beyond the target: the player jumps, or plays faster. */
const jumpLimit = 0.4;
const tolerance = 0.03;
const fasterRate = 1.05;
const slowerRate = 0.97;
/** Seconds that stay behind the picture. */
const keptSeconds = 5;
/** Milliseconds after which the picture begins without a track that has not come. */
const trackLimit = 1500;

/** @type {typeof MediaSource | undefined} */
const Source = /** @type {any} */ (globalThis).ManagedMediaSource ?? globalThis.MediaSource;

export class MediaSourcePlayback {
  /** @param {HTMLVideoElement} video  @param {{ isPreview: boolean, problem: (codec: string) => void }} options */
  constructor(video, options) {
    this.video = video;
    this.options = options;
    this.target = firstTarget;
    this.rewound = 0;
    this.isPaused = false;
    this.jumps = 0;
    /** @type {Map<number, Part>} */
    this.parts = new Map();
    this.size = "";
    this.timer = setInterval(() => this.tick(), tickInterval);
    video.disableRemotePlayback = true;
    this.stoodAt = 0;
    video.addEventListener("waiting", () => {
      this.target = Math.min(longestTarget, this.target + targetStep);
      this.stoodAt = performance.now();
    });
  }

  /**
   * The tracks that come. All buffers must exist before the first segment, and WebKitGTK shows no other size later.
   * @param {number[]} kinds  @param {string} size  of the pictures
   */
  begin(kinds, size) {
    if (size === this.size && kinds.length === this.parts.size && kinds.every((kind) => this.parts.has(kind))) return;
    this.size = size;
    this.parts = new Map(kinds.map((kind) => [kind, { buffer: null, codec: "", waiting: [] }]));
    this.begunAt = performance.now();
    const source = this.source = new /** @type {typeof MediaSource} */ (Source)();
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(source);
    this.video.src = this.url;
    this.video.play().catch(() => {});
    source.onsourceopen = () => this.flush();
  }

  /** @param {Segment} segment */
  add(segment) {
    const part = this.parts.get(segment.kind);
    if (!part) return;
    part.waiting.push(segment);
    this.flush();
  }

  flush() {
    if (this.source?.readyState !== "open" || !this.open()) return;
    for (const [kind, part] of this.parts) {
      const { buffer, waiting } = part;
      if (!buffer || buffer.updating || !waiting.length) continue;
      // Segments that wait together are appended together, up to the next change of the codec.
      const next = waiting.findIndex(({ codec }, index) => index > 0 && codec && codec !== part.codec);
      const batch = waiting.splice(0, next < 0 ? waiting.length : next);
      try {
        const codec = batch[0].codec;
        if (codec && codec !== part.codec) {
          buffer.changeType(typeOf(kind, codec));
          part.codec = codec;
        }
        buffer.appendBuffer(new Uint8Array(joined(batch.map(({ bytes }) => bytes))));
      } catch (error) {
        if (/** @type {Error} */ (error).name === "QuotaExceededError") this.trim(0);
        else this.options.problem(part.codec);
      }
    }
  }

  /**
   * Makes the buffers when the first segment of every track is here.
   * @returns whether they exist
   */
  open() {
    const parts = [...this.parts];
    if (parts.some(([, { buffer }]) => buffer)) return true;
    const ready = parts.filter(([, { waiting }]) => waiting.length);
    const isLate = performance.now() - (this.begunAt ?? 0) > trackLimit;
    if (ready.length < parts.length && !(isLate && ready.length)) return false;
    for (const [kind, part] of ready) {
      part.codec = part.waiting[0].codec ?? "";
      const type = typeOf(kind, part.codec);
      if (!Source?.isTypeSupported(type)) {
        this.options.problem(part.codec);
        this.parts.delete(kind);
        continue;
      }
      part.buffer = /** @type {MediaSource} */ (this.source).addSourceBuffer(type);
      part.buffer.onupdateend = () => this.flush();
    }
    return this.parts.size > 0;
  }

  /** The time up to which all tracks are there. */
  get end() {
    const ends = [...this.parts.values()].map(({ buffer }) => buffer?.buffered.length ? buffer.buffered.end(buffer.buffered.length - 1) : 0);
    return ends.length ? Math.min(...ends.filter((end) => end > 0)) : 0;
  }

  tick() {
    const { video, end } = this;
    this.flush();
    if (!Number.isFinite(end) || !end) return;
    if (this.options.isPreview) {
      video.currentTime = end - 0.01;
      return;
    }
    if (video.paused && !this.isPaused) video.play().catch(() => {});
    if (performance.now() - this.stoodAt > targetHold) this.target = firstTarget + (this.target - firstTarget) * targetRest;
    const ahead = end - video.currentTime - this.target - this.rewound;
    const { buffered } = video;
    const isInside = [...Array(buffered.length).keys()].some((index) =>
      buffered.start(index) <= video.currentTime + tolerance && video.currentTime <= buffered.end(index));
    if (ahead > jumpLimit || (!isInside && ahead > 0)) {
      const wanted = end - this.target - this.rewound;
      const last = buffered.length ? buffered.start(buffered.length - 1) : wanted;
      video.currentTime = Math.max(wanted, Math.min(last, end));
      this.jumps += 1;
    }
    video.playbackRate = ahead > tolerance ? fasterRate : ahead < -tolerance ? slowerRate : 1;
    if (!this.rewound) this.trim(keptSeconds);
  }

  /** @param {number} kept  seconds */
  trim(kept) {
    const until = this.video.currentTime - kept;
    for (const { buffer } of this.parts.values()) {
      if (buffer && !buffer.updating && buffer.buffered.length && buffer.buffered.start(0) < until - keptSeconds) buffer.remove(0, until);
    }
  }

  get statistics() {
    const quality = this.video.getVideoPlaybackQuality?.();
    return {
      width: this.video.videoWidth, height: this.video.videoHeight, jumps: this.jumps,
      shown: quality?.totalVideoFrames ?? 0, dropped: quality?.droppedVideoFrames ?? 0,
      delay: Math.max(0, this.end - this.video.currentTime) * 1e6,
    };
  }

  close() {
    clearInterval(this.timer);
    this.parts.clear();
    this.video.removeAttribute("src");
    this.video.load();
    if (this.url) URL.revokeObjectURL(this.url);
  }
}

/** @param {number} kind  @param {string} codec */
const typeOf = (kind, codec) => `${kind === 1 ? "video" : "audio"}/mp4; codecs="${codec}"`;

/** @param {Uint8Array[]} pieces */
function joined(pieces) {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
