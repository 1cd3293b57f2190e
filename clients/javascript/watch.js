#!/usr/bin/env node
/** Receives a stream and writes its H.264 to standard output: node watch.js HOST:PORT/STREAM > out.h264 */

import { Kind, State } from "../../Sources/WebPlayer/Assets/names.js";
import { wallClock } from "./client.js";
import { Command, main, onStop } from "./command.js";
import { Failure } from "./failure.js";
import { encodeEnd, Start } from "./outgoing.js";
import { Status } from "./registry.js";
import { ViewerSession } from "./viewer.js";

const help = `Receives a stream and writes its first H.264 track to standard output, as a byte stream.

  node clients/javascript/watch.js HOST:PORT/STREAM > out.h264

  --start WHERE         last: the last random access point; next: the next one; live: the newest frame
  --history MS          begin at a random access point that is at least so old
  --max-latency MS      how far to fall behind before the relay skips
  --batch MS            how long the relay may gather frames
  --key-frames-only     only the random access points
  --stats               a JSON object every second on standard error
SIGUSR2 asks the publisher for a key frame.`;

/** @type {Record<string, number>} */
const starts = { last: Start.lastRandomAccessPoint, next: Start.nextRandomAccessPoint, live: Start.live };
/** @type {Record<number, string>} */
const stateSentences = {
  [State.waiting]: "The stream has no publisher yet; waiting …", [State.interrupted]: "The publisher is gone; waiting …",
};

/** @param {string} name */
async function watch(name) {
  const command = new Command(name, help, {
    start: { type: "string" }, history: { type: "string" }, "max-latency": { type: "string" }, batch: { type: "string" },
    "key-frames-only": { type: "boolean" }, stats: { type: "boolean" },
  }, "live");
  const { options } = command;
  if (options.help) return print(command.help);
  if (options.start !== undefined && !(options.start in starts)) throw new Failure(Status.usage, "--start needs last, next or live.");
  if (process.stdout.isTTY) throw new Failure(Status.usage, "Standard output is a terminal; write the pictures to a file or a player: … > out.h264");

  /** The number of the H.264 track, -1 if there is none. */
  let chosen = -1;
  let written = 0;
  const session = new ViewerSession({
    ...command.wish, kinds: 1 << (Kind.video - 1), start: starts[options.start], history: command.number("history"),
    maximumLatency: command.number("max-latency"), batch: command.number("batch"), randomAccessOnly: options["key-frames-only"],
    doesNotWait: options["no-wait"],
  }, {
    state: (state) => command.say(stateSentences[state] ?? "The stream is live."),
    tracks: (tracks) => {
      chosen = tracks.find(({ kind, codec }) => kind === Kind.video && codec === "H264")?.track ?? -1;
      if (chosen < 0) command.say("The stream has no H.264 track.");
    },
    frame: ({ track, payload }) => {
      if (track !== chosen) return;
      written += 1;
      // While the output takes nothing, the viewer reads nothing, and the relay skips to its newest start frame.
      if (!process.stdout.write(payload)) client.setReading(false);
    },
  });
  const client = command.client(session);
  const leave = () => client.leave(encodeEnd("done"));
  /** @type {Failure | null} */
  let failure = null;
  process.stdout.on("drain", () => client.setReading(true));
  process.stdout.on("error", ({ code }) => {
    // A closed pipe is a normal end: the program that reads has what it wants.
    if (code !== "EPIPE" && !client.isOver) failure ??= new Failure(Status.cannotWrite, `The output cannot be written (${code}).`);
    leave();
  });
  onStop(leave);
  process.on("SIGUSR2", () => { for (const bytes of session.requestKeyFrame(wallClock())) client.link?.send(bytes); });
  const tell = () => { if (options.stats) process.stderr.write(`${JSON.stringify(statistics(session))}\n`); };
  const timer = setInterval(tell, 1000);
  try {
    const end = await client.run();
    if (failure) throw failure;
    const status = command.finished(end);
    if (end && !written) throw new Failure(Status.unavailable, "The stream ended before a picture came.");
    return status;
  } finally {
    clearInterval(timer);
    tell();
    process.removeAllListeners("SIGUSR2");
  }
}

/** @param {ViewerSession} session  @returns microseconds as milliseconds */
const statistics = ({ ledger, bytes, latency, meter }) => ({
  frames: ledger.received, missed: ledger.missed.reduce((sum, count) => sum + count, 0), bytes, epoch: ledger.epoch, roundTrip: meter.roundTrip / 1000,
  latency: latency && latency.latency / 1000, latencyError: latency && latency.errorBound / 1000,
});

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text}\n`);
  return 0;
}

main(import.meta.url, watch);
