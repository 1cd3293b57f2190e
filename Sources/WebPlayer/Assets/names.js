/** Words of the protocol that the page uses too (Protocol.md, Hello, Tracks, Gap, Stream state). */

export const Kind = Object.freeze({ video: 1, audio: 2, data: 3 });
export const State = Object.freeze({ waiting: 0, live: 1, interrupted: 2, gone: 255 });

/** Names of the reasons of gaps; 0 stands for unknown ones. */
export const gapReasons = Object.freeze([
  "left out", "latency", "undecodable", "publisher", "not requested", "reconnection", "not named",
]);

/** @param {string} name  of a stream */
export function isStreamName(name) {
  return name.length <= 255 && /^[A-Za-z0-9\-_.~]+(\/[A-Za-z0-9\-_.~]+)*$/.test(name)
    && !name.split("/").some((part) => part === "." || part === "..");
}

/** @param {string} token */
export const isToken = (token) => /^[\x21-\x7E]{1,4096}$/.test(token);
