/** Where to connect, and what protects the connection: addresses, pins, authorities and the token. */

import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { parseRedirect } from "../../Sources/WebPlayer/Assets/address.js";
import { isToken } from "../../Sources/WebPlayer/Assets/names.js";
import { Failure } from "./failure.js";
import { Status } from "./registry.js";

/**
 * @typedef {import("../../Sources/WebPlayer/Assets/address.js").Address} Address
 * @typedef {{ pins: string[], authorities: string[] | undefined, token: string, allowsClearToken: boolean }} Security
 *   pins as 64 hexadecimal digits; authorities as PEM, or undefined for those that Node.js trusts
 */

/**
 * Reads an address of the command line.
 * @param {string} text  host:port/stream, perhaps with tls:// or streamd://
 * @param {boolean} isSecure  whether the user wants encryption whatever the address says
 * @param {string} stream  if the address names none
 * @returns {Address}
 */
export function readAddress(text, isSecure, stream) {
  const address = parseRedirect(text, { secure: isSecure, host: "", stream });
  if (address) return address;
  throw new Failure(Status.usage, isSecure && text.startsWith("streamd://")
    ? "An address with 'streamd://' is not encrypted, and --tls, --pin and --ca ask for encryption; leave one of them out."
    : `'${text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "\ufffd")}' is no address; write HOST:PORT/STREAM, for example 127.0.0.1:7450/live.`);
}

/** @param {Address} address  @returns {{ host: string, port: number }}  an IPv6 address without brackets */
export function endpointOf(address) {
  const colon = address.host.lastIndexOf(":");
  return { host: address.host.slice(0, colon).replace(/^\[|\]$/g, ""), port: Number(address.host.slice(colon + 1)) };
}

/** @param {string | undefined} address  of a socket's other end  @returns whether it is this machine */
export const isLoopback = (address) =>
  address !== undefined && (address === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address));

/** @param {string} host  @returns the name for SNI; undefined for an IP address, for which a client sends none */
export const serverName = (host) => (isIP(host) ? undefined : host);

/**
 * @param {{ pin?: string[], ca?: string, "allow-clear-token"?: boolean }} options
 * @param {Record<string, string | undefined>} environment
 * @returns {Security}
 */
export function readSecurity(options, environment) {
  const pins = (options.pin ?? []).map((text) => {
    const digits = text.replace(/^sha256:/i, "").replaceAll(":", "").toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(digits)) throw new Failure(Status.usage, "--pin needs the SHA-256 of a certificate: sha256: and 64 hexadecimal digits.");
    return digits;
  });
  const token = environment.STREAMD_TOKEN ?? "";
  if (token && !isToken(token)) throw new Failure(Status.usage, "STREAMD_TOKEN has no token: a token has 1 to 4096 printable ASCII characters, and no spaces.");
  return { pins, authorities: options.ca === undefined ? undefined : readAuthorities(options.ca), token, allowsClearToken: options["allow-clear-token"] ?? false };
}

/** @param {string} file  @returns {string[]} */
function readAuthorities(file) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Failure(Status.noInput, `The file of --ca cannot be read (${/** @type {any} */ (error).code}).`);
  }
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!certificates) throw new Failure(Status.noInput, "The file of --ca has no certificate in the PEM format.");
  return certificates;
}
