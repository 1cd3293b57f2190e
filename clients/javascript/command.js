/** What the three commands share: arguments, sentences on standard error, exit codes and signals. */

import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readAddress, readSecurity } from "./address.js";
import { Client } from "./client.js";
import { Failure } from "./failure.js";
import { sentenceOf, Status, statusOf } from "./registry.js";

/** @typedef {import("./client.js").End} End */

/** @typedef {Record<string, { type: "string" | "boolean", multiple?: boolean, short?: string }>} Options */

/** @type {Options} */
const commonOptions = {
  tls: { type: "boolean" }, pin: { type: "string", multiple: true }, ca: { type: "string" },
  "allow-clear-token": { type: "boolean" }, "no-wait": { type: "boolean" }, quiet: { type: "boolean" }, help: { type: "boolean", short: "h" },
};

const commonHelp = `  --tls                 encrypt the connection, as an address with tls:// does
  --pin sha256:HEX      the relay's certificate; no other is trusted; may be repeated
  --ca FILE             trust the authorities in this PEM file, and no others
  --allow-clear-token   send the token without encryption to another machine
  --no-wait             fail if the relay does not answer at once
  --quiet               no sentences about the connection
  --help                this text

The variable STREAMD_TOKEN has the token for the relay. An address is HOST:PORT/STREAM, perhaps with tls:// or streamd://
in front; without a port, it means 7450.

Exit codes: 0 success, also after Ctrl-C; 1 a fault of the relay or of this program; 64 wrong usage; 65 invalid input;
66 a file that cannot be read; 69 a relay or stream that cannot be reached; 73 an output that cannot be written; 77
refused by the relay, or by this program for its security.`;

export class Command {
  /**
   * @param {string} name
   * @param {string} help  usage and own options
   * @param {Options} options
   * @param {string} stream  if the address names none
   */
  constructor(name, help, options, stream) {
    const { values, positionals } = parsed({ ...commonOptions, ...options });
    this.name = name;
    this.help = `${help}\n${commonHelp}`;
    /** @type {Record<string, any>} */
    this.options = values;
    if (positionals.length !== 1 && !values.help) throw new Failure(Status.usage, `One address is needed; '${name} --help' shows the options.`);
    const isSecure = Boolean(values.tls || values.pin || values.ca);
    this.security = readSecurity(values, process.env);
    this.address = readAddress(positionals[0] ?? "localhost", isSecure, stream);
  }

  /** What the hello has in every role. */
  get wish() {
    return { instance: randomBytes(16), token: this.security.token || undefined, client: `streamd clients/javascript ${this.name}` };
  }

  /** @param {string} option  @param {number} most  @returns {number | undefined}  a whole number */
  number(option, most = 2 ** 32 - 1) {
    const text = this.options[option];
    if (text === undefined) return undefined;
    if (!/^\d{1,10}$/.test(text) || Number(text) > most) throw new Failure(Status.usage, `--${option} needs a whole number up to ${most}.`);
    return Number(text);
  }

  /** @param {string} sentence */
  say(sentence) {
    if (!this.options.quiet) tell(this.name, sentence);
  }

  /** @param {import("./client.js").Session} session */
  client(session) {
    return new Client(session, {
      address: this.address, security: this.security, isPatient: !this.options["no-wait"], say: (sentence) => this.say(sentence),
    });
  }

  /**
   * @param {End | null} end  with which the relay has ended the session
   * @returns {number}  the exit code
   */
  finished(end) {
    if (!end) return 0;
    const status = statusOf(end.code);
    if (status) throw new Failure(status, sentenceOf(end));
    this.say(sentenceOf(end));
    return 0;
  }
}

/** @param {Options} options  @returns {{ values: Record<string, any>, positionals: string[] }} */
function parsed(options) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(Status.usage, `${/** @type {Error} */ (error).message.split(". ")[0].replace(/\.$/, "")}.`);
  }
}

/** @param {string} name  @param {string} sentence */
const tell = (name, sentence) => process.stderr.write(`${name}: ${sentence}\n`);

/**
 * Runs a command, if this module is the program and not part of a test.
 * @param {string} url  of the command's module
 * @param {(name: string) => Promise<number>} work  returns the exit code
 */
export async function main(url, work) {
  const path = fileURLToPath(url);
  if (realpathSync(process.argv[1]) !== path) return;
  const name = path.split("/").at(-1) ?? "";
  process.stderr.on("error", () => {});
  try {
    process.exitCode = await work(name);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    tell(name, error.message);
    process.exitCode = error.status;
  }
}

/**
 * Calls `stop` for the first SIGINT or SIGTERM; a second one ends the program at once.
 * @param {(signal: "SIGINT" | "SIGTERM") => void} stop
 */
export function onStop(stop) {
  let isStopping = false;
  for (const [signal, number] of /** @type {const} */ ([["SIGINT", 2], ["SIGTERM", 15]])) {
    process.on(signal, () => {
      if (isStopping) process.exit(128 + number);
      isStopping = true;
      stop(signal);
    });
  }
}
