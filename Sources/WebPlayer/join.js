// Joins the player's modules into the few files that a relay serves: node Sources/WebPlayer/join.js FOLDER
//
// The modules run as they are. Joined, a page needs a few requests in place of thirty, and the comments stay here.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const assets = new URL("Assets/", import.meta.url);

/**
 * Each becomes a file; what one of them imports of another stays an import. A file with a host takes the modules that
 * the host has from there.
 * @type {Record<string, string | null>}
 */
const entries = {
  "player.js": null, "controls.js": "player.js", "page.js": "player.js", "gallery.js": "player.js", "mediasource.js": null,
  "worker.js": null, "segments.js": "worker.js", "worklet.js": null,
};
const copies = ["icon.svg", "page.html", "gallery.html", "page.css", "player.css"];

const importLine = /^import (?:\{([^}]*)\} from |\* as (\w+) from )?"\.\/([\w.]+)";$/gm;
const exportWord = /^export (?=(?:async )?(?:class|const|function) (\w+))/gm;

/** @param {string} file */
const read = (file) => readFileSync(new URL(file, assets), "utf8");

/**
 * Without comments, indentation and empty lines. The modules have comments only in lines of their own.
 * @param {string} source
 */
export const stripped = (source) => source.replace(/^\s*\/\*\*[\s\S]*?\*\/$/gm, "").replace(/\/\*\* @type \{.*?\} \*\/ ?/g, "")
  .replace(/^\s*\/\/.*$/gm, "").replace(/\n\s+/g, "\n").trim();

/** @param {string} file  @returns {string} the name that holds a module's exports */
const holder = (file) => `$${file.replace(".js", "")}`;

/**
 * @param {string} file
 * @returns {string[]}  the modules that it imports, in any depth, without other entries; itself last
 */
function modulesOf(file) {
  const inner = [...stripped(read(file)).matchAll(importLine)].map(([, , , other]) => other);
  return [...new Set([...inner.filter((other) => !(other in entries)).flatMap(modulesOf), file])];
}

/**
 * @param {string} file  a module
 * @param {boolean} isEntry  whether its exports stay exports
 */
function wrapped(file, isEntry) {
  let source = stripped(read(file));
  const names = [...source.matchAll(exportWord)].map(([, name]) => name);
  const head = [...source.matchAll(importLine)].flatMap(([line, list, all, other]) => {
    if (other in entries) return isEntry ? [line] : [];
    return list ? [`const {${list.replace(/ as /g, ": ")}} = ${holder(other)};`] : all ? [`const ${all} = ${holder(other)};`] : [];
  });
  source = source.replace(importLine, "");
  if (isEntry) return [...head, source];
  return [`const ${holder(file)} = (() => {`, ...head, source.replace(exportWord, ""), `return { ${names.join(", ")} };`, "})();"];
}

/** @param {string} entry  @returns the text of the joined file */
export function joined(entry) {
  const host = entries[entry];
  const hosted = host ? modulesOf(host) : [];
  const modules = modulesOf(entry);
  const taken = modules.filter((file) => hosted.includes(file)).map(holder);
  const lines = modules.filter((file) => !hosted.includes(file)).flatMap((file) => wrapped(file, file === entry));
  if (taken.length) lines.unshift(`import { ${taken.join(", ")} } from "./${host}";`);
  const guests = Object.keys(entries).filter((guest) => entries[guest] === entry);
  const given = modules.filter((file) => file !== entry && guests.some((guest) => modulesOf(guest).includes(file)));
  if (given.length) lines.push(`export { ${given.map(holder).join(", ")} };`);
  return lines.join("\n").replace(/\n\n+/g, "\n") + "\n";
}

/** @returns {Record<string, string>} the files by their names, and the hash that their address contains */
export function files() {
  return Object.fromEntries([
    ...Object.keys(entries).map((entry) => [entry, joined(entry)]),
    ...copies.map((file) => [file, read(file).replace(/\n\s+/g, "\n")]),
  ]);
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split("/").at(-1) ?? "")) {
  const folder = process.argv[2];
  const all = files();
  const hash = createHash("sha256").update(JSON.stringify(all)).digest("hex").slice(0, 16);
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
  console.log(`${"all".padEnd(24)} ${String(sum).padStart(7)}\nhash ${hash}`);
}
