/** The page of all streams that the caller may watch. */

import { httpOrigin, parseSource } from "./address.js";
import { make } from "./dom.js";
import { followList } from "./listing.js";
import { Kind, State } from "./names.js";
import { endSentence, tokenErrors } from "./sentences.js";
import { keepToken, takeToken } from "./token.js";
import "./player.js";

/** Milliseconds between two readings of sizes and viewers. */
const detailsInterval = 5000;

const address = /** @type {import("./address.js").Address} */ (parseSource("/", location.href));
let token = takeToken();
/** @type {() => void} */
let stop = () => {};
/** @type {Map<string, { item: HTMLElement, details: HTMLElement, preview: HTMLElement | null }>} */
const tiles = new Map();

const list = make("ul");
const status = make("p", { role: "status" });
const field = make("input", { type: "password", "aria-label": "Token", placeholder: "Token", autocomplete: "off" });
const form = make("form", { hidden: "" }, field, make("button", {}, "Show streams"));
document.body.append(make("main", {}, make("h1", {}, "Streams"), status, form, list));

/** @param {import("./listing.js").Listed} stream */
function makeTile(stream) {
  const details = make("span");
  const preview = document.createElement("streamd-player");
  const link = make("a", { href: `/${stream.name}` }, preview,
    make("div", {}, make("strong", {}, stream.name), details));
  for (const [key, value] of Object.entries({ src: `/${stream.name}`, preview: "", fit: "cover", "aria-hidden": "true" })) preview.setAttribute(key, value);
  if (token) /** @type {import("./player.js").StreamdPlayer} */ (preview).givenToken = token;
  return { item: make("li", {}, link), details, preview };
}

/** @param {import("./listing.js").Listed[]} streams */
function changed(streams) {
  if (token) keepToken(token);
  const shown = streams.filter(({ state, kinds }) => state !== State.waiting && (kinds & 1 << Kind.video - 1 || !kinds));
  for (const [name, tile] of tiles) {
    if (shown.some((stream) => stream.name === name)) continue;
    tile.item.remove();
    tiles.delete(name);
  }
  shown.forEach((stream, index) => {
    let tile = tiles.get(stream.name);
    if (!tile) tiles.set(stream.name, tile = makeTile(stream));
    if (list.children[index] !== tile.item) list.insertBefore(tile.item, list.children[index] ?? null);
  });
  form.hidden = true;
  status.textContent = shown.length ? "" : "No stream is live. This page shows streams as they begin.";
  readDetails();
}

async function readDetails() {
  if (document.hidden || !tiles.size) return;
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const answer = await fetch(`${httpOrigin(address)}/streams?limit=1000`, { headers }).catch(() => null);
  const document_ = answer?.ok ? await answer.json().catch(() => null) : null;
  for (const { name, viewers, state, tracks } of document_?.streams ?? []) {
    const tile = tiles.get(name);
    if (!tile) continue;
    const video = tracks?.find((/** @type {any} */ track) => track.kind === "video");
    const size = /\d+ ?[x×] ?\d+/.exec(video?.summary ?? "")?.[0] ?? "";
    tile.details.textContent = [state === "live" ? "" : state, size, `${viewers} watching`].filter(Boolean).join(" · ");
  }
}

function follow() {
  stop();
  stop = followList(address, token, {
    changed,
    ended: (end, isFinal) => {
      status.textContent = endSentence(end, address.secure, false, token !== "").replace("watch this stream", "see the streams");
      form.hidden = !(isFinal && tokenErrors.includes(end?.name ?? ""));
    },
  });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  token = field.value.trim();
  field.value = "";
  follow();
});
setInterval(readDetails, detailsInterval);
addEventListener("pagehide", () => stop());
addEventListener("pageshow", ({ persisted }) => { if (persisted) follow(); });
follow();
