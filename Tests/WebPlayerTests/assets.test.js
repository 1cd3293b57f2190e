import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { files, stripped } from "../../Sources/WebPlayer/join.js";
import { squeezed } from "../../Sources/WebPlayer/squeeze.js";

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

test("spaces leave a module, and nothing else does", () => {
  const source = ['const a = { b: 1, c: [2, 3] };', 'const t = `x, ${a ? `y = ${ { z : 1 }.z }, w` : ", v"} = u`;', "x = y / 2 + + z / (3) ;",
    'const r = / [,=] \\/ "/g, s = "a , b", q = \'it , "is"\';', "return / a {2}/.test(s) ;"].join("\n");
  assert.equal(squeezed(source), ['const a={b:1,c:[2,3]};', 'const t=`x, ${a?`y = ${{z:1}.z }, w`:", v"} = u`;', "x=y/2 + + z/(3);",
    'const r=/ [,=] \\/ "/g,s="a , b",q=\'it , "is"\';', "return / a {2}/.test(s);"].join("\n"));
  for (const [name, text] of Object.entries(sources).filter(([name]) => name.endsWith(".js"))) {
    const long = stripped(text);
    const short = squeezed(long);
    assert.equal(short.replaceAll(" ", ""), long.replaceAll(" ", ""), name);
    for (const [literal] of long.matchAll(/"(?:[^"\\\n`]|\\.)*"/g)) assert.ok(short.includes(literal), `${name}: ${literal}`);
  }
});

test("the element has at most 30 kB on either way to play", () => {
  const common = ["player.js", "player.css", "controls.js", "worker.js"];
  for (const own of [["playback.js", "worklet.js"], ["mediasource.js", "segments.js"]]) {
    const sum = [...common, ...own].reduce((sum, name) => sum + size(name), 0);
    assert.ok(sum <= 30_000, `${own}: ${sum} bytes`);
  }
});
