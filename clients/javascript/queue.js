/**
 * The frames of a publisher that wait to be sent, and what is left out when the connection is too slow (Protocol.md,
 * Rules for a publisher). A value; times are microseconds.
 */

import { Flag } from "../../Sources/WebPlayer/Assets/messages.js";

/**
 * @typedef {import("./outgoing.js").MediaFrame} MediaFrame
 * @typedef {import("./outgoing.js").Track} Track
 * @typedef {{ frame: MediaFrame, since: number, left: bigint }} Waiting  with the number of frames of its track that were
 *   left out just before it
 * @typedef {{ left: Map<number, bigint>, tracks: Track[] }} End  of an epoch, with the numbers of all tracks, and the
 *   tracks of the next one
 * @typedef {{ kind: "frame", frame: MediaFrame, sequence: bigint }
 *   | { kind: "gap", track: number, first: bigint, count: bigint } | { kind: "epoch", tracks: Track[] }} Item  what to send
 */

/** Frames that wait for longer are left out, unless the user decides otherwise. */
export const patience = 1_500_000;
/** Bytes of payload that wait, at most. One frame may be longer. */
const maximumBytes = 32 * 1024 * 1024;

/** @param {{ flags: number }} frame  @returns whether decoding of the track can begin with it */
export const isStart = (frame) => (frame.flags & (Flag.randomAccess | Flag.gradual)) !== 0;

class TrackState {
  /** The next sequence number; above 0 if a frame was sent in this epoch. */
  next = 0n;
  /** Frames left out behind the last one in the queue. */
  left = 0n;
  needsStart = true;
}

export class FrameQueue {
  constructor() {
    /** @type {(Waiting | End)[]} */
    this.entries = [];
    this.bytes = 0;
    this.maximumLength = Infinity;
    this.patience = patience;
    /** All frames that were left out. */
    this.leftOut = 0;
    /** @type {Map<number, TrackState>} */
    this.states = new Map();
  }

  get isEmpty() { return this.entries.length === 0; }

  /** @param {number} track */
  state(track) {
    const state = this.states.get(track) ?? new TrackState();
    this.states.set(track, state);
    return state;
  }

  /**
   * A connection begins: each track begins with a start frame, and its numbers with 0.
   * @param {number} maximumLength  bytes of payload of a frame
   * @returns {Track[] | null}  the tracks of the frames that wait, if they are others than before
   */
  begin(maximumLength) {
    this.maximumLength = maximumLength;
    // The welcome has begun the next epoch, so nothing before the last end of an epoch is needed.
    const ends = this.entries.map((entry) => !("frame" in entry));
    const past = this.entries.splice(0, ends.lastIndexOf(true) + 1);
    for (const entry of past) if ("frame" in entry) this.forget(entry);
    for (const [track, state] of this.states) {
      this.leaveGroup(track, false);
      state.next = 0n;
    }
    const end = past.at(-1);
    return end && "tracks" in end ? end.tracks : null;
  }

  /** @param {Track[]} tracks  of the frames to come, which belong to the next epoch */
  endEpoch(tracks) {
    this.entries.push({ left: new Map([...this.states].map(([track, { left }]) => [track, left])), tracks });
    for (const state of this.states.values()) {
      state.left = 0n;
      state.needsStart = true;
    }
  }

  /** @param {MediaFrame} frame  the next one of its track  @param {number} now */
  offer(frame, now) {
    const state = this.state(frame.track);
    if (state.needsStart && !isStart(frame)) {
      state.left += 1n;
      this.leftOut += 1;
    } else {
      this.entries.push({ frame, since: now, left: state.left });
      this.bytes += frame.payload.length;
      state.left = 0n;
      state.needsStart = false;
    }
    this.shed(now);
  }

  /**
   * Leaves out groups of pictures while frames have waited for too long, or too many wait.
   * @param {number} now
   */
  shed(now) {
    for (;;) {
      const first = this.entries.find((entry) => "frame" in entry);
      if (!first || !("frame" in first)) return;
      const isTooMuch = this.bytes > maximumBytes && this.bytes > first.frame.payload.length;
      if (!isTooMuch && now - first.since <= this.patience) return;
      this.leaveGroup(first.frame.track, true);
    }
  }

  /**
   * Leaves out a track's frames from the first one up to the next start frame or the end of the epoch.
   * @param {number} track  @param {boolean} withFirst  whether also a first one that is a start frame
   */
  leaveGroup(track, withFirst) {
    let left = 0n;
    let isFirst = withFirst;
    for (let index = 0; index < this.entries.length;) {
      const entry = this.entries[index];
      if (!("frame" in entry)) {
        entry.left.set(track, (entry.left.get(track) ?? 0n) + left);
        return;
      }
      if (entry.frame.track !== track) {
        index += 1;
      } else if (!isFirst && isStart(entry.frame)) {
        entry.left += left;
        return;
      } else {
        left += entry.left + 1n;
        this.forget(entry);
        this.entries.splice(index, 1);
        isFirst = false;
      }
    }
    const state = this.state(track);
    state.left += left;
    state.needsStart = true;
  }

  /** @param {{ frame: MediaFrame }} entry  that is not sent */
  forget({ frame }) {
    this.bytes -= frame.payload.length;
    this.leftOut += 1;
  }

  /** @returns {Item[]} the next frame with what precedes it, or the end of an epoch; none if nothing waits */
  take() {
    for (let entry = this.entries[0]; entry; entry = this.entries[0]) {
      if (!("frame" in entry)) return this.takeEnd(entry);
      const { frame, left } = entry;
      if (frame.payload.length > this.maximumLength) {
        this.leaveGroup(frame.track, true);
        continue;
      }
      this.entries.shift();
      this.bytes -= frame.payload.length;
      const gap = this.gap(frame.track, left);
      const state = this.state(frame.track);
      state.next += 1n;
      return [...gap, { kind: "frame", frame, sequence: state.next - 1n }];
    }
    return [];
  }

  /** @param {End} end  @returns {Item[]} */
  takeEnd({ left, tracks }) {
    const gaps = [...left].flatMap(([track, count]) => this.gap(track, count));
    this.entries.shift();
    for (const state of this.states.values()) state.next = 0n;
    return [...gaps, { kind: "epoch", tracks }];
  }

  /** @returns {Item[]} the gaps of what was left out at the very end */
  finish() {
    return [...this.states].flatMap(([track, state]) => {
      const gap = this.gap(track, state.left);
      state.left = 0n;
      return gap;
    });
  }

  /**
   * Frames that were left out before the first one of an epoch need no number.
   * @param {number} track  @param {bigint} count  @returns {Item[]}
   */
  gap(track, count) {
    const state = this.state(track);
    if (count === 0n || state.next === 0n) return [];
    state.next += count;
    return [{ kind: "gap", track, first: state.next - count, count }];
  }
}
