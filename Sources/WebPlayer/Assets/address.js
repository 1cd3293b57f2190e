/** Where a stream is: addresses that a page gives, and those of redirects (Protocol.md, Transport and Reconnecting). */

import { isStreamName } from "./names.js";

/** @typedef {{ secure: boolean, host: string, stream: string }} Address  the host with its port */

const defaultPort = 7450;

/**
 * Reads the attribute `src`: a path of the page's own relay, or an address with http, https, ws, wss, streamd or tls.
 * @param {string} source
 * @param {string} base  the address of the page or module
 * @returns {Address | null}  null if it names no stream; the stream is "" if there is no path
 */
export function parseSource(source, base) {
  const written = /^(streamd|tls):\/\/([^/?#]+)(\/[^?#]*)?$/.exec(source);
  if (written) return parseRedirect(source, { secure: false, host: "", stream: "live" });
  let url;
  try {
    url = new URL(source, base);
  } catch {
    return null;
  }
  if (!["http:", "https:", "ws:", "wss:"].includes(url.protocol)) return null;
  const stream = url.pathname.slice(1);
  if (stream && !isStreamName(stream)) return null;
  return { secure: url.protocol === "https:" || url.protocol === "wss:", host: url.host, stream };
}

/**
 * @param {string} text  host:port or host:port/stream, perhaps with tls:// or streamd://
 * @param {Address} from  the address that redirects
 * @returns {Address | null}  null if the text is no address, or leads from an encrypted connection to one that is not
 */
export function parseRedirect(text, from) {
  const match = /^(?:(streamd|tls):\/\/)?([A-Za-z0-9.\-_]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?(?:\/(.*))?$/.exec(text);
  if (!match) return null;
  const [, scheme, host, port, name] = match;
  const secure = scheme ? scheme === "tls" : from.secure;
  const stream = name || from.stream;
  if (stream && !isStreamName(stream) || Number(port ?? 1) > 65535 || Number(port ?? 1) < 1) return null;
  if (from.secure && !secure) return null;
  return { secure, host: `${host}:${port ?? defaultPort}`, stream };
}

/** @param {Address} address  @returns the address of the WebSocket */
export const webSocketURL = (address) => `${address.secure ? "wss" : "ws"}://${address.host}/${address.stream}`;

/** @param {Address} address  @returns the origin of the relay's HTTP */
export const httpOrigin = (address) => `${address.secure ? "https" : "http"}://${address.host}`;
