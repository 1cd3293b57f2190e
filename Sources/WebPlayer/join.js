// Joins the player's modules into the few files that a relay serves: node Sources/WebPlayer/join.js FOLDER
//
// The modules run as they are. Joined, a page needs a few requests in place of thirty, and the comments stay here.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { squeezed } from "./squeeze.js";

const assets = new URL("Assets/", import.meta.url);

/**
 * Each becomes a file; what one of them imports of another stays an import. A file with a host takes the modules that
 * the host has from there.
 * @type {Record<string, string | null>}
 */
const entries = {
  "player.js": null, "controls.js": "player.js", "page.js": "player.js", "gallery.js": "player.js", "mediasource.js": null,
  "worker.js": null, "playback.js": "worker.js", "segments.js": "worker.js", "worklet.js": null,
};
const copies = ["icon.svg", "page.html", "gallery.html", "page.css", "player.css"];

const importLine = /^import (?:\{([^}]*)\} from )?"\.\/([\w.]+)";$/gm;
const exportWord = /^export (?=(?:async )?(?:class|const|function) )/gm;

/** @param {string} file */
const read = (file) => readFileSync(new URL(file, assets), "utf8");

/**
 * Without comments, indentation and empty lines. The modules have comments only in lines of their own.
 * @param {string} source
 */
export const stripped = (source) => source.replace(/^\s*\/\*\*[\s\S]*?\*\/$/gm, "").replace(/\/\*\* @type \{.*?\} \*\/ ?/g, "")
  .replace(/^\s*\/\/.*$/gm, "").replace(/\n\s+/g, "\n").trim();

/**
 * @param {string} file
 * @returns {{ line: string, names: string[], other: string }[]}  what it imports, and from where
 */
const importsOf = (file) => [...stripped(read(file)).matchAll(importLine)].map(([line, names, other]) =>
  ({ line, names: names?.split(",").map((name) => name.trim()).filter(Boolean) ?? [], other }));

/**
 * @param {string} file
 * @returns {string[]}  the modules that it imports, in any depth, without other entries; itself last
 */
function modulesOf(file) {
  const inner = importsOf(file).map(({ other }) => other);
  return [...new Set([...inner.filter((other) => !(other in entries)).flatMap(modulesOf), file])];
}

/**
 * @param {string} entry
 * @returns {{ own: string[], taken: string[] }}  the modules that its file holds, and what these take from its host
 */
function parts(entry) {
  const host = entries[entry];
  const hosted = host ? modulesOf(host) : [];
  const own = modulesOf(entry).filter((file) => !hosted.includes(file));
  const taken = own.flatMap(importsOf).filter(({ other }) => hosted.includes(other) && other !== host);
  return { own, taken: [...new Set(taken.flatMap(({ names }) => names))].sort() };
}

/**
 * The modules share one scope, so names of all their declarations must differ; a test finds those that do not.
 * @param {string} entry
 * @returns the text of the joined file
 */
export function joined(entry) {
  const { own, taken } = parts(entry);
  const lines = own.flatMap((file) => {
    const source = stripped(read(file)).replace(importLine, "");
    const kept = importsOf(file).filter(({ other }) => other in entries).map(({ line }) => line);
    return [...kept, file === entry ? source : source.replace(exportWord, "")];
  });
  if (taken.length) lines.unshift(`import { ${taken.join(", ")} } from "./${entries[entry]}";`);
  const guests = Object.keys(entries).filter((guest) => entries[guest] === entry);
  const given = [...new Set(guests.flatMap((guest) => parts(guest).taken))].sort();
  if (given.length) lines.push(`export { ${given.join(", ")} };`);
  return squeezed(lines.join("\n").replace(/\n\n+/g, "\n").trim()) + "\n";
}

/** @param {string} file  of HTML, CSS or SVG  @returns its text without needless spaces */
function copied(file) {
  const text = read(file).replace(/\n\s+/g, "\n");
  return file.endsWith(".css") ? text.replace(/ *([{};,>]) */g, "$1").replaceAll(": ", ":").replaceAll(";}", "}") : text;
}

/** @returns {Record<string, string>} the files by their names */
export function files() {
  return Object.fromEntries([
    ...Object.keys(entries).map((entry) => [entry, joined(entry)]),
    ...copies.map((file) => [file, copied(file)]),
  ]);
}

/** @param {Record<string, string>} all  @returns {string} the hash that the addresses of the files contain */
export const hashOf = (all) => createHash("sha256").update(JSON.stringify(all)).digest("hex").slice(0, 16);

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split("/").at(-1) ?? "")) {
  const folder = process.argv[2];
  const all = files();
  let sum = 0;
  for (const [name, text] of Object.entries(all)) {
    const bytes = gzipSync(text, { level: 9 });
    sum += bytes.length;
    console.log(`${name.padEnd(16)} ${String(text.length).padStart(7)} ${String(bytes.length).padStart(7)}`);
    if (!folder) continue;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${name}`, text);
    writeFileSync(`${folder}/${name}.gz`, bytes);
  }
  console.log(`${"all".padEnd(24)} ${String(sum).padStart(7)}\nhash ${hashOf(all)}`);
}
