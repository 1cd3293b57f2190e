/** Workers, also for pages of other sites. */

import { asset } from "./dom.js";

/** @type {Worker | null} */
let previews = null;

function makeWorker() {
  const address = asset("worker.js");
  if (new URL(address).origin === location.origin) return new Worker(address, { type: "module" });
  // A worker must come from the page's own origin; what it imports need not.
  const source = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
  const own = URL.createObjectURL(source);
  const worker = new Worker(own, { type: "module" });
  setTimeout(() => URL.revokeObjectURL(own), 60_000);
  return worker;
}

/**
 * A worker for a player, or the worker that all previews share.
 * @param {boolean} isPreview
 * @returns {MessagePort}  `close` in a message ends the player, and its worker if it has one of its own
 */
export function portToWorker(isPreview) {
  const worker = isPreview ? previews ??= makeWorker() : makeWorker();
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ port: port2, isShared: isPreview }, [port2]);
  return port1;
}
