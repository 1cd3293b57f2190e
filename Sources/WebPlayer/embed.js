// Keeps the Swift files of Generated, which hold the joined files for the relay: node Sources/WebPlayer/embed.js [--write]
//
// Without --write it only compares, and fails if a file is not what the modules make.
//
// The Swift files are in the repository, so a build of the program needs no Node.js. A file is there twice: as text, for
// clients that take no compression, and compressed, so that the relay needs no zlib and does no work at its start.
// Versions of zlib compress differently; so compressed bytes stay as they are for as long as they decompress to the text.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { files, hashOf } from "./join.js";

const folder = new URL("Generated/", import.meta.url);
/** @type {Record<string, string>} */
const pages = { "page.html": "playerPage", "gallery.html": "galleryPage" };
const head = `// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file
`;
/** The least length of a line of text, but for the last one. */
const lineLength = 2000;

/** @param {string} name  @returns {string} what a Swift file calls it */
const property = (name) => pages[name] ?? name.replace(/\.(\w+)$/, (_, type) => type.toUpperCase());

/**
 * @param {string} text
 * @param {string} present  the Swift file that holds the text now, or ""
 * @returns {Buffer} the text compressed, as it is in the present file if that is right
 */
function compressed(text, present) {
  const [, base64 = ""] = /gzip: """\n([^"]*)"""/.exec(present) ?? [];
  try {
    const bytes = Buffer.from(base64, "base64");
    if (gunzipSync(bytes).equals(Buffer.from(text))) return bytes;
  } catch {
    // It is missing or damaged.
  }
  return gzipSync(text, { level: 9 });
}

/**
 * @param {string} text
 * @returns {string} the content of a Swift literal in few long lines: it is data, and its source is in Assets
 */
function literal(text) {
  /** @type {string[]} */
  const lines = [];
  for (const line of text.split("\n").map((line, index, all) => index + 1 < all.length ? line + "\\##n" : line)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length < lineLength) lines[lines.length - 1] = last + line;
    else lines.push(line);
  }
  return lines.join("\\##\n");
}

/**
 * @param {string} name
 * @param {string} declaration  of the property
 * @param {string} text
 */
function swiftFile(name, declaration, text) {
  const present = read(`${name}.swift`);
  if (text.includes('"""##') || text.includes("\\##") || text.includes("\r")) throw new Error(`${name} fits in no literal of Swift.`);
  const lines = compressed(text, present).toString("base64").replace(/.{1,116}/g, "$&\n");
  return `${head}
extension PlayerFile {
    ${declaration} = PlayerFile(name: "${name}", text: ##"""
${literal(text)}
"""##, gzip: """
${lines}""")
}
`;
}

/** @param {Record<string, string>} all */
const listFile = (all) => `${head}
extension PlayerFile {
    /// Of all files together, in hexadecimal digits.
    public static let hash = "${hashOf(all)}"

    /// All but the pages.
    public static let assets = [
        ${Object.keys(all).filter((name) => !(name in pages)).map(property).join(", ")},
    ]
}
`;

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(new URL(file, folder), "utf8");
  } catch {
    return "";
  }
}

const all = files();
const hash = hashOf(all);
/** @type {Record<string, string>} */
const wanted = { "PlayerFile+List.swift": listFile(all) };
for (const [name, text] of Object.entries(all)) {
  wanted[`${name}.swift`] = name in pages
    ? swiftFile(name, `public static let ${property(name)}`, text.replaceAll("/@/ASSETS/", `/@/${hash}/`))
    : swiftFile(name, `static let ${property(name)}`, text);
}
wanted["module.js.swift"] = swiftFile("module.js",
  "/// What pages of other sites import: its address does not change with its content.\n    public static let module",
  `export * from "./${hash}/player.js";\n`);
mkdirSync(folder, { recursive: true });
const stale = [...new Set([...readdirSync(folder), ...Object.keys(wanted)])].filter((file) => read(file) !== wanted[file]);
if (process.argv.includes("--write")) {
  for (const file of stale) {
    if (file in wanted) writeFileSync(new URL(file, folder), wanted[file]);
    else rmSync(new URL(file, folder));
  }
} else if (stale.length) {
  console.error(`Sources/WebPlayer/Generated is not what the modules make (${stale.join(", ")}); run scripts/web-player --write.`);
  process.exit(1);
}
