/** The statistics of a player as a table over the picture. */

import { make } from "./dom.js";
import { gapReasons } from "./names.js";

/** @param {number | undefined} microseconds */
const ms = (microseconds) => microseconds === undefined ? "–" : `${(microseconds / 1000).toFixed(microseconds < 10_000 ? 1 : 0)} ms`;

/** @param {Record<string, any>} s  @returns {[string, string][]} */
function rows(s) {
  const gaps = gapReasons.map((reason, index) => [reason, s.missed?.[index] ?? 0]).filter(([, count]) => count);
  const timing = s.arrivalToShown;
  return [
    ["Latency", s.latency ? `${ms(s.latency.latency)} ± ${ms(s.latency.errorBound)} from capture to the screen` : "not known"],
    ["Arrival to screen", timing ? `${ms(timing.p50)}, 99 %: ${ms(timing.p99)}` : `${ms(s.delay)} buffered`],
    ["Buffer", timing ? `${ms(s.delay)}${s.soundIsClock ? `, sound ${ms(s.soundLevel)}` : ""}` : `${s.jumps ?? 0} jumps`],
    ["Round trip", ms(s.roundTrip)],
    ["Received", `${((s.bitRate ?? 0) / 1e6).toFixed(2)} Mbit/s, ${(s.frameRate ?? 0).toFixed(0)} frames a second`],
    ["Missed", gaps.length ? gaps.map(([reason, count]) => `${count} ${reason}`).join(", ") : "none"],
    ["Pictures", `${s.shown ?? 0} shown, ${s.dropped ?? 0} dropped${s.skipped ? `, ${s.skipped} not decoded` : ""}`],
    ["Decoder", `${s.path} ${s.codec ?? ""}, ${s.width} × ${s.height}${s.failures ? `, ${s.failures} failures` : ""}`],
    ["Relay", s.relay || "not known"],
  ];
}

export class StatisticsPanel {
  constructor() {
    this.body = make("tbody");
    this.element = make("table", { class: "panel", part: "statistics", "aria-label": "Statistics", hidden: "" }, this.body);
  }

  /** @returns {boolean}  whether it is shown now */
  toggle() {
    this.element.hidden = !this.element.hidden;
    return !this.element.hidden;
  }

  /** @param {Record<string, any>} statistics */
  update(statistics) {
    if (this.element.hidden) return;
    this.body.replaceChildren(...rows(statistics).map(([name, value]) =>
      make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value))));
  }
}
