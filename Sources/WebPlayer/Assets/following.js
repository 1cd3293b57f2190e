/** What the worker reports of the connection and the stream, as the player's states and sentences. */

import { httpOrigin } from "./address.js";
import { Kind, State } from "./names.js";
import { codecSentence, endSentence, stateSentence, tokenErrors } from "./sentences.js";

/** Milliseconds without a picture after which the player says what it waits for; a fault is named sooner. */
const patience = 1500;
const faultPatience = 500;
/** Milliseconds after which a stream that has ended may have begun again. */
const endedPause = 2000;
/** @type {Record<number, string>} */
const playable = { [Kind.video]: "H264", [Kind.audio]: "mp4a" };

export class Following {
  /** @param {import("./player.js").StreamdPlayer} player */
  constructor(player) {
    this.player = player;
    this.relay = "";
    /** Whether the relay has admitted the present connection. */
    this.wasOpen = false;
    /** Whether the stream has ended since it was live. */
    this.hasEnded = false;
  }

  /** The player plays another stream. */
  begin() {
    this.wasOpen = this.hasEnded = false;
    this.player.overlay.say("Connecting …", patience);
  }

  /** @param {any} data  a message of the worker */
  receive(data) {
    if (data.connection) this.connectionChanged(data.connection, data.end);
    if (data.picture) this.player.overlay.say("");
    if (data.welcome) this.welcomed(data.welcome);
    if (data.state !== undefined) this.streamChanged(data.state);
    if (data.tracks) this.tracksChanged(data.tracks);
    if (data.unsupported) this.player.fail(codecSentence(data.unsupported));
  }

  /** @param {string} action  @param {import("./messages.js").End | null} end */
  connectionChanged(action, end) {
    const { player } = this;
    clearTimeout(this.again);
    if (action === "connect") return player.setState("connecting");
    if (action === "close") return;
    if (action === "stop" && player.media) player.media.rewound = 0;
    const sentence = endSentence(end, player.address?.secure ?? false, this.wasOpen, player.token !== "");
    player.setState(action === "stop" ? "stopped" : "connecting");
    if (action === "stop" || end) player.fail(sentence, tokenErrors.includes(end?.name ?? ""));
    else player.overlay.say(sentence, this.wasOpen ? faultPatience : 0);
    this.wasOpen = false;
    if (end?.name !== "end-of-stream") return;
    this.again = setTimeout(() => player.play(), endedPause);
    this.hasEnded = true;
  }

  /** @param {{ relay: string, state: number, history: number }} welcome */
  welcomed(welcome) {
    const { player } = this;
    this.wasOpen = true;
    this.relay = welcome.relay;
    player.rewound = welcome.history / 1000;
    if (player.media) player.media.rewound = player.rewound;
    this.streamChanged(welcome.state);
  }

  /** @param {number} state */
  streamChanged(state) {
    const { player } = this;
    player.setState(state === State.live ? "live" : state === State.interrupted ? "interrupted" : "waiting");
    const stream = player.address?.stream ?? "";
    if (state === State.live) this.hasEnded = false;
    const sentence = stateSentence(state, stream, this.hasEnded);
    if (!sentence) return player.overlay.say("Waiting for a picture …", patience);
    player.overlay.say(sentence, state === State.interrupted ? faultPatience : 0);
    if (state === State.waiting && !this.hasEnded && player.address && !player.isPreview) {
      player.overlay.listStreams(httpOrigin(player.address), player.token, stream);
    }
  }

  /** @param {{ kind: number, codec: string, width?: number, height?: number, sampleRate?: number }[]} tracks */
  tracksChanged(tracks) {
    const { player } = this;
    const wanted = tracks.filter(({ kind }) => kind !== Kind.data && player.kinds & 1 << kind - 1);
    const usable = wanted.filter(({ kind, codec }) => playable[kind] === codec);
    if (wanted.length && !usable.length) return player.fail(codecSentence(wanted[0].codec));
    const audio = usable.find(({ kind }) => kind === Kind.audio);
    const video = usable.find(({ kind }) => kind === Kind.video);
    player.media?.begin([...new Set(usable.map(({ kind }) => kind))], `${video?.width}x${video?.height}`);
    if (!video) player.overlay.say("");
    player.speaker.trackChanged(audio ? audio.sampleRate ?? 0 : null);
  }

  /** The player does not wait for the stream to begin again. */
  end() {
    clearTimeout(this.again);
  }
}
