/** The worker of the player. The page sends it a port for each player; a gallery's previews share one worker. */

import { now, Session } from "./session.js";

/** @typedef {import("./session.js").Settings & { canvas: OffscreenCanvas | null }} Start */

/** @param {MessagePort} page  @param {boolean} isShared  whether other players use this worker */
function serve(page, isShared) {
  /** @type {Session | null} */
  let session = null;
  /** @param {object} message  @param {Transferable[]} [transfer] */
  const post = (message, transfer = []) => page.postMessage(message, transfer);

  /** @param {Start} settings */
  const start = async (settings) => {
    const opened = session = new Session(settings, post);
    const events = {
      now, post, target: settings.latency * 1000, requestKeyFrame: () => opened.requestKeyFrame(),
      shown: (/** @type {import("./video.js").Arrival} */ arrival, /** @type {number} */ at) => opened.shown(arrival, at),
    };
    // A browser needs the modules of one of the two ways.
    if (settings.canvas) opened.open(new (await import("./playback.js")).Playback(settings.canvas, events));
    else opened.open(new (await import("./segments.js")).Segments(events));
  };

  /** @param {any} data */
  const handle = async (data) => {
    if (data.start) await start(data.start);
    if (!session) return;
    const { output } = session;
    if (data.token !== undefined) session.settings.token = data.token;
    if (data.latency !== undefined && "clock" in output) output.clock.target = data.latency * 1000;
    if (data.connect) session.connect(data.connect);
    if (data.disconnect) session.disconnect();
    if (data.output && "audio" in output) output.audio.output = data.output;
    if (data.sound !== undefined) output.connectSound(data.sound);
    if (data.snapshot) page.postMessage({ snapshot: await output.snapshot() });
    if (data.close) {
      session.close();
      self.removeEventListener("online", online);
      page.close();
      if (!isShared) self.close();
    }
  };

  const online = () => session?.online();
  self.addEventListener("online", online);
  let last = Promise.resolve();
  page.onmessage = ({ data }) => { last = last.then(() => handle(data)); };
}

self.onmessage = ({ data }) => serve(data.port, data.isShared);
