/**
 * The playback clock: when each picture is shown and each sample is heard. A value; all times are microseconds.
 *
 * There is one number, the delay: media time + delay = the local time at which it is shown. The clock wants the
 * smallest delay with which most pictures and nearly all sound are ready in time. While sound plays, the sound is the
 * clock: its delay is measured, and it is stretched until it is the wanted one. Otherwise the pictures follow the
 * wanted delay themselves.
 */

/** The readiness of this many frames of a track decides. */
const readyWindow = 128;
/** The earliest arrivals of the last one to two of these spans decide: a longer way changes the delay after that. */
const arrivalSpan = 1_500_000;
/** The part of the frames that must be ready in time. Missing sound is heard; a late picture comes a refresh later. */
const readyParts = { video: 0.8, audio: 0.97 };
/** Jitter beyond this does not make the delay longer: late frames are dropped instead. */
const jitterLimit = 300_000;
/** Sound that always comes so much later than its pictures, at most, delays them: microphones and muxers hold it back. */
const soundLag = 1_000_000;
/**
 * Pictures that are shown so much later than they are decoded, at most, are not late: the encoder puts those that refer
 * to later ones behind these.
 */
const reordering = 1_000_000;
/** A picture so late is dropped if a newer one has come. */
const lateLimit = 100_000;
/** Frames that are so late are overtaken by the next random access point. */
const overtakenLimit = 250_000;
/** Nothing is dropped for longer than this, so that the pictures of a slow decoder move; and while a viewer joins. */
const frozenLimit = 250_000;
const joiningLimit = 1_500_000;
/** A burst is over when nothing has come for this long. */
const burstPause = 50_000;
/** The time in which most of a delay of pictures that is too long goes away. */
const settlingTime = 400_000;
/** Pictures jump when their delay is so much too long: what made it long is over. */
const longestExcess = 150_000;
/** How much sound is stretched, at most. */
const soundRate = 0.05;
/** From the drawing of a picture to the screen: the browser waits for the next refresh. Sound's own latency is known. */
const refreshTime = 14_000;
/** Sound that is wrong by less plays on as it is. Less than its margin: early sound would soon have no samples. */
const soundTolerance = 4_000;
/** Sound that is wrong by more jumps. */
const soundJump = 400_000;
/** Sound that has not been measured for so long is no longer the clock: its device is gone, or stands still. */
const soundSilence = 500_000;

export class PlaybackClock {
  /** @param {number} target  the delay behind the arrival that the page wants at least */
  constructor(target) {
    this.target = target;
    this.rewound = 0;
    this.arrivals = new Earliest();
    this.soundArrivals = new Earliest();
    this.decodeArrivals = new Earliest();
    /** @type {Record<string, Readiness>} */
    this.ready = {};
    this.advancedAt = this.heardAt = 0;
    this.soundIsClock = false;
    this.edge = 0;
    /**
     * The decode time of the last frame of each track.
     * @type {Map<number, number>}
     */
    this.decodeTimes = new Map();
    /** @type {number | null} */
    this.delay = null;
  }

  /** Another connection or epoch: nothing is due until its first frame. */
  restart() {
    this.decodeTimes.clear();
    this.delay = null;
    this.soundIsClock = false;
  }

  /**
   * A frame came: the first one of a connection or epoch, one of another time line, or one that follows its track's last.
   * @param {{ track: number, presentationTime: number, decodeTime: number }} frame
   * @param {number} isDiscontinuity  0 if the frame follows the one before it
   * @param {number} at
   * @param {{ age: number, rewind: boolean }} beginning  how long the relay had the connection's first frame, and
   *   whether it is played now, instead of at the live edge
   * @param {boolean} isSound
   * @returns {boolean} whether it is one of another time line
   */
  received({ track, presentationTime, decodeTime }, isDiscontinuity, at, { age, rewind }, isSound) {
    const isFirst = this.delay === null;
    const isJump = !isFirst && (isDiscontinuity > 0 || decodeTime < (this.decodeTimes.get(track) ?? -Infinity));
    this.decodeTimes.set(track, decodeTime);
    if (isFirst || isJump) this.began(presentationTime, at, isFirst ? age : 0, isFirst && rewind);
    this.arrived(presentationTime, decodeTime, at, isSound);
    return isJump;
  }

  /**
   * The first frame of a connection or epoch.
   * @param {number} media
   * @param {number} at  when it came
   * @param {number} age  how long the relay had it
   * @param {boolean} rewind  to play it now, instead of at the live edge
   */
  began(media, at, age, rewind) {
    this.arrivals = new Earliest();
    this.soundArrivals = new Earliest();
    this.decodeArrivals = new Earliest();
    this.ready = { video: new Readiness(readyWindow), audio: new Readiness(readyWindow) };
    this.soundIsClock = false;
    this.rewound = rewind ? age : 0;
    this.delay = at - media - age + this.rewound;
    this.edge = media + age;
    this.advancedAt = at;
  }

  /**
   * A frame came.
   * @param {number} media  @param {number} decodeTime  @param {number} at  @param {boolean} isSound
   */
  arrived(media, decodeTime, at, isSound) {
    if (!this.isRecent(media, at)) return;
    this.arrivals.add(at - media, at);
    // The first picture of a group comes long before it is shown, so its arrival says nothing about the others.
    if (isSound) this.soundArrivals.add(at - media, at);
    else this.decodeArrivals.add(at - decodeTime, at);
  }

  /**
   * The delay of pictures that come in time, as far as their decode times tell, without what the player is rewound.
   * @param {number} base  of the first frames to come, of either track
   */
  pictureDelay(base) {
    return Math.min(Math.max(this.decodeArrivals.least ?? base, base), base + reordering);
  }

  /**
   * The longest delay with which sound plays, without what the player is rewound.
   * @param {number} base  of the first frames to come, of either track
   */
  longestSoundDelay(base) {
    return Math.min(this.soundArrivals.least ?? base, base + soundLag) + jitterLimit;
  }

  /**
   * Whether a frame of sound may still be heard. It need not be decoded otherwise.
   * @param {number} media  @param {number} now
   */
  canBeHeard(media, now) {
    const base = this.arrivals.least;
    return base === null || media + this.longestSoundDelay(base) + this.rewound >= now;
  }

  /**
   * A frame could have been shown, or heard, from `at` on.
   * @param {"video"|"audio"} kind  @param {number} media  @param {number} at
   */
  isReady(kind, media, at) {
    if (!this.isRecent(media, at)) return;
    const late = at - media - this.rewound;
    // What was held up by a stalled thread or network says nothing about the jitter after that.
    const base = this.arrivals.least ?? late;
    const longest = kind === "audio" ? this.longestSoundDelay(base) : this.pictureDelay(base) + jitterLimit;
    if (late <= longest) this.ready[kind].add(late);
  }

  /**
   * Frames from before the join say nothing about the delay.
   * @param {number} media  @param {number} at
   */
  isRecent(media, at) {
    return this.delay !== null && at > 0 && media >= this.edge - lateLimit;
  }

  /** Sound no longer plays. */
  soundStopped() {
    this.soundIsClock = false;
    this.ready.audio = new Readiness(readyWindow);
  }

  /** The delay that the clock wants; null before the first frame. */
  get wanted() {
    if (this.delay === null) return null;
    const base = this.arrivals.least;
    if (base === null) return this.delay;
    const inTime = this.pictureDelay(base);
    const video = Math.min(this.ready.video.quantile(readyParts.video) ?? inTime, inTime + jitterLimit);
    const audio = Math.min(this.ready.audio.quantile(readyParts.audio) ?? base, this.longestSoundDelay(base));
    return Math.max(base + this.target, video, audio) + this.rewound;
  }

  /** How long frames wait after their arrival. */
  get waiting() {
    const { delay, arrivals: { least } } = this;
    return delay !== null && least !== null ? delay - least : 0;
  }

  /**
   * Moves the delay of pictures without sound.
   * @param {number} now
   */
  advance(now) {
    if (this.soundIsClock && now - this.heardAt > soundSilence) this.soundStopped();
    const { wanted } = this;
    const passed = Math.max(0, now - this.advancedAt);
    this.advancedAt = now;
    if (wanted === null || this.delay === null || this.soundIsClock) return;
    const excess = Math.min(this.delay - wanted, longestExcess);
    this.delay = excess < 0 ? wanted : wanted + excess * Math.exp(-passed / settlingTime);
  }

  /**
   * The sound was measured: the sample of time `media` is heard at `at`.
   * @param {number} media
   * @param {number} at
   * @returns {{ stretch: number } | { jump: number }}  how much to speed up (positive) or to slow down; or the delay
   *   with which the sound must begin anew
   */
  soundHeard(media, at) {
    const wanted = this.wanted ?? at - media;
    const error = at - media - wanted;
    if (Math.abs(error) > soundJump) {
      this.soundIsClock = false;
      return { jump: wanted };
    }
    this.delay = at - media;
    this.heardAt = at;
    this.soundIsClock = true;
    if (Math.abs(error) < soundTolerance) return { stretch: 0 };
    return { stretch: Math.max(-soundRate, Math.min(soundRate, error / 1e6)) };
  }

  /** @param {number} media  @returns when it is shown, or null if the clock has not begun */
  due(media) {
    return this.delay === null ? null : media + this.delay;
  }

  /**
   * Whether the next random access point overtakes the frames from this one on.
   * @param {number} media  @param {number} now
   */
  isOvertaken(media, now) {
    return (this.due(media) ?? Infinity) < now - overtakenLimit;
  }

  /**
   * What happens to a decoded picture.
   * @param {number} media
   * @param {number} now
   * @param {{ newest: number, arrivedAt: number, shownAt: number, isJoining: boolean }} stream  the newest decode
   *   time that came, and when; when a picture was shown last, or the viewer joined
   * @returns {number | null}  when to show it, at the earliest now; null to drop it
   */
  showAt(media, now, stream) {
    const due = (this.due(media) ?? now) - (this.soundIsClock ? refreshTime : 0);
    if (due >= now - lateLimit) return Math.max(due, now);
    if (media >= stream.newest) return stream.isJoining ? Math.max(now, stream.arrivedAt + burstPause) : now;
    return now - stream.shownAt > (stream.isJoining ? joiningLimit : frozenLimit) ? now : null;
  }
}

/** How much later than their media time the last frames of a track were there. */
class Readiness {
  /** @param {number} size  frames */
  constructor(size) {
    this.size = size;
    /** @type {number[]} */
    this.values = [];
    this.at = 0;
    this.isSorted = true;
    /** @type {number[]} */
    this.sorted = [];
  }

  /** @param {number} value */
  add(value) {
    this.values[this.at] = value;
    this.at = (this.at + 1) % this.size;
    this.isSorted = false;
  }

  /** @param {number} part  from 0 to 1 */
  quantile(part) {
    if (!this.values.length) return null;
    if (!this.isSorted) this.sorted = [...this.values].sort((a, b) => a - b);
    this.isSorted = true;
    return this.sorted[Math.min(this.sorted.length - 1, Math.floor(part * this.sorted.length))];
  }
}

/**
 * How much later than their media time the frames come at least. A burst after a stall does not change it, because the
 * time of the arrivals counts and not their number.
 */
class Earliest {
  constructor() {
    this.before = this.current = Infinity;
    this.since = -Infinity;
  }

  /** @param {number} value  @param {number} now */
  add(value, now) {
    if (now - this.since > arrivalSpan) {
      this.before = this.current;
      this.current = Infinity;
      this.since = now;
    }
    this.current = Math.min(this.current, value);
  }

  get least() {
    const least = Math.min(this.before, this.current);
    return least === Infinity ? null : least;
  }
}
