/** Whether a player is heard, and how loud, on both ways to play. */

import { Sound } from "./sound.js";

const usualRate = 48_000;
/** Milliseconds after which the player tries again to be heard when the device has failed. */
const lostPause = 500;

export class Speaker {
  /**
   * @param {{ post: (message: object, transfer?: Transferable[]) => void, isPlaying: () => boolean, changed: () => void }}
   *   player  `post` sends to the worker
   */
  constructor(player) {
    this.player = player;
    this.sound = new Sound(player.post, () => this.lost());
    /**
     * On the second way, the browser plays the sound with the picture.
     * @type {HTMLVideoElement | null}
     */
    this.video = null;
    this.isWanted = true;
    /** Whether the browser allows no sound before a click. */
    this.isBlocked = false;
    /** Whether the browser has allowed sound. */
    this.hasPlayed = false;
    this.hasTrack = false;
    this.sampleRate = usualRate;
    this.volume = 1;
  }

  get muted() { return !this.isWanted || this.isBlocked; }

  /** @param {boolean} muted */
  mute(muted) {
    this.isWanted = !muted;
    this.isBlocked = false;
    this.update();
  }

  /** @param {number} volume  from 0 to 1; others become the nearest */
  setVolume(volume) {
    this.volume = Math.max(0, Math.min(1, volume));
    this.sound.setVolume(this.volume);
    if (this.video) this.video.volume = this.volume;
    this.player.changed();
  }

  /** @param {number | null} sampleRate  of the stream's audio track; null if it has none, 0 if the rate is not known */
  trackChanged(sampleRate) {
    this.hasTrack = sampleRate !== null;
    this.sampleRate = sampleRate || usualRate;
    this.update();
  }

  /**
   * The decoder's rate is not always that of the track table.
   * @param {number} sampleRate
   */
  rateChanged(sampleRate) {
    if (sampleRate === this.sampleRate) return;
    this.sampleRate = sampleRate;
    this.start();
  }

  /** Begins or ends the sound, as it should be now. */
  update() {
    const { video, muted, sound } = this;
    if (video) {
      video.muted = muted;
      video.volume = this.volume;
      if (!muted) video.play().catch(({ name }) => { if (name === "NotAllowedError") this.block(); });
    } else if (muted || !this.hasTrack || !this.player.isPlaying()) {
      sound.stop();
    } else if (!sound.context) {
      this.start();
    }
    this.player.changed();
  }

  async start() {
    if (this.muted || !this.player.isPlaying()) return;
    const plays = await this.sound.start(this.sampleRate, this.hasPlayed).catch(() => false);
    if (plays) this.hasPlayed = true;
    if (plays !== false) return;
    // A browser that has allowed sound does so until the page is left: the device has failed.
    if (this.hasPlayed) this.lost();
    else this.block();
  }

  /** The browser suspends the sound when its device fails, and does not resume it. */
  lost() {
    this.sound.stop();
    setTimeout(() => this.update(), lostPause);
  }

  block() {
    this.isBlocked = true;
    if (this.video) this.video.muted = true;
    this.player.changed();
  }

  stop() {
    this.sound.stop();
  }
}
