/** Follows the list of streams of a relay (Protocol.md, Streams). */

import { webSocketURL } from "./address.js";
import { Connection } from "./connection.js";
import { State } from "./names.js";
import { encodeHello, encodePong, preface, Role } from "./protocol.js";
import { MessageReader } from "./reader.js";

/** @typedef {{ name: string, state: number, kinds: number }} Listed */

/** Streams that a page shows; a relay may have very many. */
const maximumStreams = 1000;

/** The list as a value. */
export class StreamList {
  /** @param {number} limit  of streams */
  constructor(limit = maximumStreams) {
    this.limit = limit;
    /** @type {Map<string, Listed>} */
    this.streams = new Map();
  }

  /** @param {import("./messages.js").Streams} message */
  apply(message) {
    if (message.isNew) this.streams.clear();
    for (const stream of message.streams) {
      if (stream.state === State.gone) this.streams.delete(stream.name);
      else if (this.streams.size < this.limit || this.streams.has(stream.name)) this.streams.set(stream.name, stream);
    }
  }

  get sorted() {
    return [...this.streams.values()].sort((a, b) => a.name < b.name ? -1 : 1);
  }
}

/**
 * @param {import("./address.js").Address} address  the stream is the folder, or ""
 * @param {string} token
 * @param {{ changed: (list: Listed[]) => void, ended: (end: import("./messages.js").End | null, isFinal: boolean) => void }} events
 * @returns {() => void}  ends it
 */
export function followList(address, token, events) {
  const connection = new Connection(address, Math.random);
  /** @type {WebSocket | null} */
  let socket = null;
  /** @param {import("./connection.js").Action | null} action */
  const perform = (action) => {
    if (!action) return;
    if (socket) socket.onclose = socket.onmessage = null;
    socket?.close();
    if (action.kind === "connect") dial(action.address);
    else if (action.kind !== "close") events.ended(action.end, action.kind === "stop");
  };
  /** @param {import("./address.js").Address} to */
  const dial = (to) => {
    const own = socket = new WebSocket(webSocketURL(to), "streamd");
    const reader = new MessageReader(Role.list);
    const list = new StreamList();
    own.binaryType = "arraybuffer";
    own.onopen = () => {
      const instance = crypto.getRandomValues(new Uint8Array(16));
      own.send(preface);
      own.send(encodeHello({ role: Role.list, name: to.stream, instance, token: token || undefined, client: "streamd gallery" }));
    };
    own.onclose = () => perform(connection.closed(performance.now()));
    own.onmessage = ({ data }) => {
      connection.received(performance.now());
      try {
        reader.push(new Uint8Array(data));
        for (let message = reader.next(); message && socket === own; message = reader.next()) {
          if (message.type === "welcome") connection.welcomed(message.pingInterval, performance.now());
          if (message.type === "ping") own.send(encodePong(message.sent, Math.round((performance.timeOrigin + performance.now()) * 1000)));
          if (message.type === "end") perform(connection.ended(message, performance.now()));
          if (message.type !== "streams") continue;
          list.apply(message);
          if (!message.moreFollows) events.changed(list.sorted);
        }
      } catch {
        perform(connection.closed(performance.now()));
      }
    };
  };
  const timer = setInterval(() => perform(connection.tick(performance.now())), 250);
  perform(connection.start(performance.now()));
  return () => {
    clearInterval(timer);
    perform(connection.close());
  };
}
