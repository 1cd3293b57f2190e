/** What lies over the picture: one sentence, the streams that there are, and a field for the token. */

import { make } from "./dom.js";
import { isStreamName } from "./names.js";

/** Streams that are named to a person who asked for another one. */
const listedStreams = 12;
/** Milliseconds between two readings of the list. */
const listInterval = 5000;

export class Overlay {
  /** @param {(token: string) => void} tokenGiven */
  constructor(tokenGiven) {
    this.sentence = make("p", { role: "status" });
    this.streams = make("p", { class: "streams" });
    const field = make("input", { type: "password", "aria-label": "Token", autocomplete: "off", spellcheck: "false" });
    this.form = make("form", {}, field, make("button", {}, "Watch"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.askForToken(false);
      tokenGiven(field.value.trim());
      field.value = "";
    });
    /** Changes with each sentence: an answer that comes later is not shown with another one. */
    this.asking = {};
    this.element = make("div", { class: "overlay", part: "overlay" }, this.sentence, this.streams, this.form);
    this.askForToken(false);
    this.say("");
  }

  /** @param {string} sentence  @param {number} delay  milliseconds: what is over sooner is not said */
  say(sentence, delay = 0) {
    clearTimeout(this.patience);
    if (delay) this.patience = setTimeout(() => this.show(sentence), delay);
    else this.show(sentence);
  }

  /** @param {string} sentence */
  show(sentence) {
    if (this.sentence.textContent !== sentence) this.sentence.textContent = sentence;
    this.element.hidden = !sentence;
    this.streams.replaceChildren();
    this.asking = {};
    clearTimeout(this.timer);
    if (!sentence) this.askForToken(false);
  }

  /** @param {boolean} asks */
  askForToken(asks) {
    this.form.hidden = !asks;
  }

  /** @param {string} origin  of the relay  @param {string} token  @param {string} asked  the stream that is not there */
  async listStreams(origin, token, asked) {
    const { asking } = this;
    const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
    const answer = document.hidden ? null : await fetch(`${origin}/streams?limit=${listedStreams}`, { headers }).catch(() => null);
    const list = answer?.ok ? await answer.json().catch(() => null) : null;
    if (this.asking !== asking) return;
    this.timer = setTimeout(() => this.listStreams(origin, token, asked), listInterval);
    if (Array.isArray(list?.streams)) this.link(origin, asked, list);
  }

  /** @param {string} origin  @param {string} asked  @param {{ streams: any[] }} list  as the relay answered */
  link(origin, asked, list) {
    const names = list.streams.filter((/** @type {any} */ { name, state }) =>
      typeof name === "string" && isStreamName(name) && name !== asked && state === "live");
    // A link that has the focus stays.
    if (names.map((/** @type {any} */ { name }) => name).join() === [...this.streams.children].map((link) => link.textContent).join()) return;
    const links = names.flatMap((/** @type {any} */ { name }) => [make("a", { href: `${origin}/${name}` }, name), " "]);
    this.streams.replaceChildren(...(links.length ? ["Live now: ", ...links] : []));
  }
}
