/**
 * Runs a session over as many connections as it takes. The sessions (viewer.js, publisher.js, lister.js) are values
 * without I/O and clock; this module has the clock, and a Link has the I/O.
 */

import { ProtocolError } from "../../Sources/WebPlayer/Assets/bytes.js";
import { preface } from "../../Sources/WebPlayer/Assets/protocol.js";
import { Failure } from "./failure.js";
import { ClientReader } from "./incoming.js";
import { encodeEnd, encodeGrease } from "./outgoing.js";
import { codeOf, sentenceOf, Status, statusOf } from "./registry.js";
import { Reconnection } from "./reconnection.js";
import { Link } from "./transport.js";

/**
 * @typedef {import("./address.js").Address} Address
 * @typedef {import("./incoming.js").Message} Message
 * @typedef {import("../../Sources/WebPlayer/Assets/messages.js").Welcome} Welcome
 * @typedef {import("../../Sources/WebPlayer/Assets/messages.js").End} End
 * @typedef {import("../../Sources/WebPlayer/Assets/connection.js").Action} Action
 *
 * @typedef {object} Session  times are microseconds of this machine's wall clock
 * @property {number} role
 * @property {number} unreadLimit  bytes that may wait to be sent: a relay that reads nothing may not fill the memory
 * @property {(stream: string) => Uint8Array} hello
 * @property {(welcome: Welcome, at: number) => void} welcomed
 * @property {(message: Message, at: number) => Uint8Array[]} handle  returns the answers
 * @property {(at: number, waiting: number) => Uint8Array[]} due  what is to be sent now; waiting: bytes not taken yet
 * @property {() => void} lost  the connection is gone
 * @property {Uint8Array | null} goodbye  what ends the session, when everything before it has been sent
 */

/** Microseconds since 1970, by a clock that is never set. */
export const wallClock = () => Math.round((performance.timeOrigin + performance.now()) * 1000);

/** Milliseconds of the same clock. */
const milliseconds = () => wallClock() / 1000;

const tickInterval = 50;

export class Client {
  /**
   * @param {Session} session
   * @param {object} settings
   * @param {Address} settings.address
   * @param {import("./address.js").Security} settings.security
   * @param {boolean} settings.isPatient  whether to wait for a relay that does not answer at first
   * @param {(sentence: string) => void} settings.say  for the person at the terminal
   */
  constructor(session, { address, security, isPatient, say }) {
    this.session = session;
    this.security = security;
    this.isPatient = isPatient;
    this.connection = new Reconnection(address, Math.random);
    /** @type {Link | null} */
    this.link = null;
    this.pingInterval = 0;
    this.isReading = true;
    this.isOver = false;
    /**
     * Ends `run`.
     * @type {(end: End | null, error?: unknown) => void}
     */
    this.over = () => {};
    this.said = "";
    this.say = (/** @type {string} */ sentence) => {
      if (sentence !== this.said) say(sentence);
      this.said = sentence;
    };
  }

  /**
   * Connects, and stays connected until the session ends.
   * @returns {Promise<End | null>}  the relay's last message; null if this side ended the session
   */
  run() {
    return new Promise((resolve, reject) => {
      this.over = (end, error) => {
        clearInterval(this.timer);
        this.isOver = true;
        this.link?.finish();
        if (error) reject(error);
        else resolve(end);
      };
      this.timer = setInterval(() => this.tick(), tickInterval);
      this.perform(this.connection.start(milliseconds()), "");
    });
  }

  /**
   * Says goodbye and ends.
   * @param {Uint8Array} last
   * @param {boolean} waitsForRelay  whether what was sent before may take its time, as at the end of a stream
   */
  async leave(last, waitsForRelay = false) {
    if (this.isOver) return;
    this.isOver = true;
    this.connection.close();
    clearInterval(this.timer);
    const silence = waitsForRelay ? 3 * this.pingInterval : undefined;
    const hasRelayClosed = await this.link?.finish(last, silence);
    if (hasRelayClosed || !waitsForRelay) this.over(null);
    else this.over(null, new Failure(Status.unavailable, "The relay did not confirm the end of the stream."));
  }

  /** Sends what the session has to send now. */
  flush() {
    const { link, connection, session } = this;
    if (!link || connection.state !== "open" || this.isOver) return;
    for (const bytes of session.due(wallClock(), link.waiting)) link.send(bytes);
    if (link.waiting > session.unreadLimit) return this.lost("the relay reads nothing");
    if (session.goodbye) this.leave(session.goodbye, true);
  }

  /** @param {boolean} isReading  whether the client takes bytes; while it does not, the relay's silence is its own */
  setReading(isReading) {
    this.isReading = isReading;
    this.link?.setReading(isReading);
  }

  tick() {
    const now = milliseconds();
    if (!this.isReading) this.connection.received(now);
    if (this.connection.isSilent(now)) {
      this.drop(encodeEnd("silent"));
      this.perform(this.connection.closed(now), "the relay was silent for three ping intervals");
    } else {
      this.perform(this.connection.tick(now), "no answer");
      this.flush();
    }
  }

  /**
   * @param {Action | null} action
   * @param {string} why  the connection was lost
   */
  perform(action, why) {
    if (!action || this.isOver) return;
    this.drop();
    if (action.kind === "connect") return this.dial(action.address);
    if (action.kind === "stop") return this.over(action.end);
    if (action.kind !== "wait") return;
    const { end } = action;
    const sentence = end ? sentenceOf(end) : `The connection to ${this.connection.home.host} failed: ${why}.`;
    if (this.isPatient || this.connection.wasWelcomed) return this.say(`${sentence} Trying again …`);
    this.over(null, new Failure(end ? statusOf(end.code) : Status.unavailable, sentence));
  }

  /** @param {Uint8Array} [last]  an error or a goodbye  */
  drop(last) {
    if (!this.link) return;
    this.link.finish(last);
    this.link = null;
    this.session.lost();
  }

  /** @param {string} why */
  lost(why) {
    this.perform(this.connection.closed(milliseconds()), why);
  }

  /** @param {Address} address */
  dial(address) {
    const reader = new ClientReader(this.session.role);
    const isCurrent = () => this.link === link && !this.isOver;
    const link = new Link(address, this.security, {
      opened: () => {
        if (!isCurrent()) return;
        this.connection.opened(milliseconds());
        link.send(Buffer.concat([preface, this.session.hello(address.stream)]));
      },
      received: (bytes) => { if (isCurrent()) this.receive(reader, link, bytes); },
      drained: () => { if (isCurrent()) this.flush(); },
      closed: (why) => { if (isCurrent()) this.lost(why); },
      refused: (failure) => { if (isCurrent()) this.over(null, failure); },
    });
    this.link = link;
    link.setReading(this.isReading);
  }

  /** @param {ClientReader} reader  @param {Link} link  @param {Uint8Array} bytes */
  receive(reader, link, bytes) {
    this.connection.received(milliseconds());
    try {
      reader.push(bytes);
      for (let message = reader.next(); message && this.link === link && !this.isOver; message = reader.next()) this.handle(message, link);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.faulted(error);
    }
  }

  /** @param {Message} message  @param {Link} link */
  handle(message, link) {
    const at = wallClock();
    if (message.type === "end") return this.perform(this.connection.ended(message, at / 1000), "");
    if (message.type !== "welcome") {
      for (const bytes of this.session.handle(message, at)) link.send(bytes);
      if (link.waiting > this.session.unreadLimit) this.lost("the relay reads nothing");
      return;
    }
    this.pingInterval = message.pingInterval;
    this.connection.welcomed(message.pingInterval, at / 1000);
    this.said = "";
    this.session.welcomed(message, at);
    link.send(encodeGrease(Math.random));
    this.flush();
  }

  /** @param {ProtocolError} fault  of the relay */
  faulted({ name, message }) {
    this.drop(encodeEnd(name, message));
    const end = /** @type {End} */ ({ type: "end", name, code: codeOf(name), retryable: false, retryAfter: 0, reason: message, redirect: "" });
    this.perform(this.connection.faulted(end, milliseconds()), name);
  }
}
