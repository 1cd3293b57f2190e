/** What is wrong, in one sentence on the picture. */

import { State } from "./names.js";

/** @type {Record<string, string>} */
const byName = {
  "unauthorized": "A token is needed to watch this stream.",
  "forbidden": "This token does not allow you to watch this stream.",
  "end-of-stream": "The stream has ended.",
  "dismissed": "The relay's operator ended this stream.",
  "encryption-required": "The relay asks for an encrypted connection: open this page with https.",
  "invalid-stream-name": "This is not a valid name of a stream.",
  "role-not-served": "This relay does not serve viewers.",
  "draining": "The relay is restarting. Connecting again …",
  "too-many-viewers": "The stream has all the viewers that the relay accepts. Trying again …",
  "too-slow": "The network was too slow. Connecting again …",
  "redirect": "The relay sends viewers to an address that this page cannot follow.",
};

export const tokenErrors = ["unauthorized", "forbidden"];

/**
 * @param {import("./messages.js").End | null} end
 * @param {boolean} isSecure
 * @param {boolean} wasOpen
 * @param {boolean} [hasToken]  without one, the relay forbids a page because of its origin, and says so
 */
export function endSentence(end, isSecure, wasOpen, hasToken) {
  if (end?.name === "forbidden" && !hasToken && end.reason) return end.reason;
  if (end) return byName[end.name] ?? (end.reason || "The relay ended the connection.");
  if (wasOpen) return "The connection was lost. Connecting again …";
  return isSecure
    ? "The relay does not answer, or this browser does not trust its certificate. Trying again …"
    : "The relay does not answer. Trying again …";
}

/** @param {number} state  @param {string} stream  @param {boolean} hasEnded  whether it was live before */
export function stateSentence(state, stream, hasEnded) {
  if (state === State.waiting && hasEnded) return "The stream has ended. If it begins again, it plays here.";
  if (state === State.waiting) return `“${stream}” has no publisher yet. Waiting …`;
  if (state === State.interrupted) return "The publisher is gone. Waiting …";
  return "";
}

/** @param {string} codec */
export const codecSentence = (codec) => `This browser cannot play this stream (${codec}).`;
