import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { files, stripped } from "../../Sources/WebPlayer/join.js";

const folder = new URL("../../Sources/WebPlayer/Assets/", import.meta.url);
const sources = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));
const served = files();
const size = (name) => gzipSync(served[name], { level: 9 }).length;

test("no text becomes markup or a program", () => {
  for (const [name, text] of Object.entries(sources)) {
    assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\("(on|style)/, name);
  }
});

test("pages have no inline script and style, and nothing from elsewhere", () => {
  for (const name of ["page.html", "gallery.html"]) {
    assert.doesNotMatch(served[name], /<style|\sstyle=|\son\w+=|javascript:|https?:/, name);
    assert.ok([...served[name].matchAll(/<script[^>]*>/g)].every(([tag]) => tag.includes(" src=\"/@/ASSETS/")), name);
    assert.ok([...served[name].matchAll(/(?:src|href)="([^"]*)"/g)].every(([, path]) => served[path.replace("/@/ASSETS/", "")]), name);
  }
});

test("modules import only files that are there", () => {
  for (const [name, text] of [...Object.entries(sources), ...Object.entries(served)].filter(([name]) => name.endsWith(".js"))) {
    for (const [, path] of text.matchAll(/(?:from|import|import\(|asset\() ?"(?:\.\/)?([^"]+)"/g)) assert.ok(path in sources, `${name}: ${path}`);
  }
});

test("comments are in lines of their own, so they can be left out", () => {
  for (const [name, text] of Object.entries(sources).filter(([name]) => name.endsWith(".js"))) {
    assert.doesNotMatch(stripped(text), /\/\*\*|^\s*\*|^\s*\/\/|@param|@type/m, name);
  }
});

test("the joined files are modules without errors", () => {
  for (const [name, text] of Object.entries(served).filter(([name]) => name.endsWith(".js"))) {
    assert.doesNotThrow(() => execFileSync(process.execPath, ["--input-type=module", "--check"], { input: text, stdio: "pipe" }), name);
  }
});

test("what a joined file takes from another one is given there", () => {
  for (const [name, text] of Object.entries(served)) {
    for (const [, list, other] of text.matchAll(/^import \{ ([^}]*) \} from "\.\/([^"]*)";$/gm)) {
      const given = served[other];
      for (const word of list.split(", ")) {
        assert.match(given, new RegExp(`^export (class|const|function) ${word.replace("$", "\\$")}\\b|^export \\{.*${word.replace("$", "\\$")}\\b.*\\};$`, "m"), `${name}: ${word}`);
      }
    }
  }
});

test("a page with a player has at most 30 kB", () => {
  const loaded = ["page.html", "page.css", "page.js", "player.js", "player.css", "controls.js", "worker.js", "worklet.js"];
  const sum = loaded.reduce((sum, name) => sum + size(name), 0);
  assert.ok(sum <= 30_000, `${sum} bytes`);
});
