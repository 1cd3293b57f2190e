/** One connection to a relay: TCP or TLS, and the way to close it (Protocol.md, Transport, TLS and Closing). */

import { connect as connectClear } from "node:net";
import { connect as connectTLS } from "node:tls";
import { endpointOf, isLoopback, serverName } from "./address.js";
import { Failure } from "./failure.js";
import { Status } from "./registry.js";

/**
 * @typedef {import("./address.js").Address} Address
 * @typedef {import("./address.js").Security} Security
 * @typedef {object} LinkEvents
 * @property {() => void} opened  preface and hello may be sent
 * @property {(bytes: Uint8Array) => void} received
 * @property {() => void} drained  the system has taken what waited
 * @property {(why: string) => void} closed  it was lost, or never came
 * @property {(failure: Failure) => void} refused  by this client: another attempt does not help
 */

/** Milliseconds for which a side that has sent its last message waits until the other side closes. */
export const closingTime = 1000;
/** How Node.js calls the alert with which a relay without a certificate answers: trying again does not help. */
const noCertificate = "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE";
/** Milliseconds for one address of a host that has several. */
const attemptTime = 2000;

export class Link {
  /** @param {Address} address  @param {Security} security  @param {LinkEvents} events */
  constructor(address, security, events) {
    const { host, port } = endpointOf(address);
    const options = { host, port, allowHalfOpen: true, noDelay: true, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: attemptTime };
    this.events = events;
    this.why = "the relay closed it";
    this.isOpen = this.hasEnded = this.isClosed = false;
    /** @type {Promise<boolean> | null} */
    this.finished = null;
    /** After the last message, the relay sent something, which is discarded. */
    this.stillReceives = () => {};
    this.socket = address.secure ? connectTLS({
      ...options, servername: serverName(host), ALPNProtocols: ["streamd"], minVersion: "TLSv1.2",
      // This module checks the certificate itself, so that it can show the SHA-256 of one that it refuses.
      rejectUnauthorized: false, ca: security.authorities,
    }) : connectClear(options);
    this.socket.on(address.secure ? "secureConnect" : "connect", () => this.connected(address, security));
    this.socket.on("data", (bytes) => {
      if (this.finished) this.stillReceives();
      else this.events.received(bytes);
    });
    this.socket.on("end", () => {
      this.hasEnded = true;
      this.socket.destroy();
    });
    this.socket.on("drain", () => this.events.drained());
    this.socket.on("error", (error) => {
      this.why = error.code ?? error.message;
      if (this.why !== noCertificate || this.finished) return;
      this.finish();
      this.events.refused(new Failure(Status.refused, `The relay at ${address.host} has no certificate, and does not encrypt.`));
    });
    this.socket.on("close", () => {
      this.isClosed = true;
      if (!this.finished) this.events.closed(this.why);
    });
  }

  /** @param {Address} address  @param {Security} security */
  connected(address, security) {
    const problem = address.secure ? certificateProblem(this.socket, address, security)
      : security.token && !security.allowsClearToken && !isLoopback(this.socket.remoteAddress)
        ? "The token would travel to another machine without encryption; use tls://, or allow it with --allow-clear-token." : "";
    if (problem) {
      this.finish();
      return this.events.refused(new Failure(Status.refused, problem));
    }
    this.isOpen = true;
    this.events.opened();
  }

  /** Bytes that the system has not taken yet. */
  get waiting() { return this.socket.writableLength; }

  /** @param {Uint8Array} bytes */
  send(bytes) {
    if (this.isOpen && !this.finished && !this.isClosed) this.socket.write(bytes);
  }

  /** @param {boolean} reads  whether the client takes bytes now */
  setReading(reads) {
    if (reads) this.socket.resume();
    else this.socket.pause();
  }

  /**
   * Sends the last message, closes the sending direction, discards what comes until the other side closes, and closes.
   * @param {Uint8Array} [last]  an error or a goodbye
   * @param {number} [silence]  milliseconds without a byte from the relay after which this side closes too; without it,
   *   it closes after a second in all
   * @returns {Promise<boolean>}  whether the relay closed
   */
  finish(last, silence) {
    return this.finished ??= new Promise((resolve) => {
      if (this.isClosed) return resolve(false);
      this.socket.once("close", () => {
        clearTimeout(this.timer);
        resolve(this.hasEnded);
      });
      if (!this.isOpen) return this.socket.destroy();
      const wait = () => { this.timer = setTimeout(() => this.socket.destroy(), silence ?? closingTime); };
      wait();
      if (silence !== undefined) {
        this.stillReceives = () => {
          clearTimeout(this.timer);
          wait();
        };
      }
      this.socket.end(last ?? new Uint8Array(0));
      this.socket.resume();
    });
  }
}

/**
 * @param {any} socket  whose handshake is done
 * @param {Address} address
 * @param {Security} security
 * @returns {string}  why the certificate is not the relay's; "" if it is
 */
function certificateProblem(socket, address, security) {
  const fingerprint = socket.getPeerCertificate().fingerprint256?.replaceAll(":", "").toLowerCase() ?? "";
  const isTrusted = security.pins.length ? security.pins.includes(fingerprint) : socket.authorized;
  if (isTrusted) return "";
  const why = security.pins.length ? "it is none of --pin" : String(socket.authorizationError);
  return `The certificate of ${address.host} is not trusted (${why}); if its SHA-256 is what the relay's operator says, use --pin sha256:${fingerprint}.`;
}
