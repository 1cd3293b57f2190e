/** Reads the project's negative vectors and the examples of Protocol.md. */

import { readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);

/** @param {string} line  pairs of hexadecimal digits, perhaps "* N", perhaps a comment */
function lineBytes(line) {
  const [digits, times] = line.split("#")[0].split("*");
  const bytes = (digits.match(/[0-9A-Fa-f]{2}/g) ?? []).map((pair) => parseInt(pair, 16));
  return Array.from({ length: times ? Number(times) : 1 }, () => bytes).flat();
}

/** @param {string} name  of the file  @returns the cases, with their bytes */
export function conformanceCases(name) {
  const path = new URL(`Tests/StreamProtocolTests/conformance/${name}.json`, root);
  const { parts, cases } = JSON.parse(readFileSync(path, "utf8"));
  const bytesOf = (lines) => lines.flatMap((line) => {
    if (line.startsWith("@")) return bytesOf(parts[line.slice(1).split("#")[0].trim()]);
    return line.split("#")[0].trim() === "<name>" ? [...Buffer.from("live")] : lineBytes(line);
  });
  return cases.map((entry) => ({ ...entry, bytes: Uint8Array.from(bytesOf(entry.bytes)) }));
}

const text = readFileSync(new URL("Protocol.md", root), "utf8");

/** @param {string} name  of an example of Protocol.md */
export function example(name) {
  const match = new RegExp("```hex example=" + name + "\\n([\\s\\S]*?)```").exec(text);
  if (!match) throw new Error(`Protocol.md has no example ${name}.`);
  return Uint8Array.from(match[1].split("\n").flatMap(lineBytes));
}
