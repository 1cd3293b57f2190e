/** The error registry of Protocol.md: names of codes, sentences for people, and exit codes for scripts. */

import { errorNames } from "../../Sources/WebPlayer/Assets/protocol.js";

/** @typedef {import("../../Sources/WebPlayer/Assets/messages.js").End} End */

/**
 * The player knows the codes that it acts on; these are the others.
 * @type {Readonly<Record<number, string>>}
 */
export const names = Object.freeze({
  ...errorNames,
  0x0000: "done", 0x0106: "handshake-timeout", 0x0107: "silent", 0x0203: "stream-not-found", 0x0204: "stream-taken",
  0x0300: "too-many-connections", 0x0301: "too-many-streams", 0x0303: "rate-exceeded", 0x0305: "too-many-from-address",
  0x0306: "connecting-too-fast", 0x0400: "internal-fault", 0x0401: "overloaded",
});

const codes = Object.freeze(Object.fromEntries(Object.entries(names).map(([code, name]) => [name, Number(code)])));

/** @param {string} name */
export function codeOf(name) {
  if (!(name in codes)) throw new Error(`The registry has no code ${name}.`);
  return codes[name];
}

/** What a code that is not known means: its class. */
const classes = [
  "the connection has an orderly end", "the bytes broke the protocol", "the relay refuses the request",
  "the client exceeds a limit of the relay", "the relay has a fault or is overloaded",
];

/** @param {End} end  @returns why the relay ended the connection, as one sentence */
export function sentenceOf(end) {
  const name = names[end.code] ?? `${classes[end.code >> 8] ?? "a code of no known class"}, 0x${end.code.toString(16).padStart(4, "0")}`;
  const reason = end.reason.trim().replace(/([^.!?…])$/, "$1.");
  if (end.code === 0x0003) return `The relay sends this client to ${end.redirect ? `'${end.redirect}', and the client does not follow` : "no address"}.`;
  return reason ? `${reason} (${name})` : `The relay ended the connection (${name}).`;
}

/** Exit codes, as those of the program streamd: 0 is success. */
export const Status = Object.freeze({
  failure: 1, usage: 64, badData: 65, noInput: 66, unavailable: 69, cannotWrite: 73, refused: 77,
});

/** @param {number} code  of an error or a goodbye that is final  @returns {number} */
export function statusOf(code) {
  const name = names[code];
  if (name === "end-of-stream") return 0;
  if (name === "stream-not-found") return Status.unavailable;
  if (name === "invalid-stream-name") return Status.usage;
  if (name === "replaced") return Status.refused;
  return { 1: Status.failure, 2: Status.refused }[code >> 8] ?? Status.unavailable;
}
