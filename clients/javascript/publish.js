#!/usr/bin/env node
/** Sends H.264 from standard input to a relay: node publish.js HOST:PORT/STREAM [--fps N] < video.h264 */

import { fstatSync } from "node:fs";
import { Kind } from "../../Sources/WebPlayer/Assets/names.js";
import { wallClock } from "./client.js";
import { Command, main, onStop } from "./command.js";
import { Failure } from "./failure.js";
import { MediaClock, pictures, readRate } from "./input.js";
import { encodeEnd } from "./outgoing.js";
import { PublisherSession } from "./publisher.js";
import { patience } from "./queue.js";
import { Status } from "./registry.js";

const help = `Sends an H.264 byte stream from standard input to a relay, and ends the stream with the input.

  node clients/javascript/publish.js HOST:PORT/STREAM --fps 25 < video.h264
  camera-program | node clients/javascript/publish.js HOST:PORT/STREAM

  --fps N               the frames a second; they are sent at this pace. Without it, frames of a pipe are sent as they
                        come, and those of a file at the pace that the stream names
  --patience MS         for how long frames wait for the network before groups of pictures are left out; 1500 by default
  --stats               a JSON object every second on standard error
Ctrl-C ends the stream; SIGTERM interrupts it, and viewers wait for the next publisher.`;

/** Milliseconds for which the program tries to tell a relay that is away that the stream has ended. */
const finishTime = 10_000;
/** Microseconds between two epochs that the input begins, at least: a relay takes ten track tables a second. */
const epochInterval = 1_000_000;

/** @typedef {import("./frames.js").Picture & { arrival: number }} Picture */

/** @param {string} name */
async function publish(name) {
  const command = new Command(name, help, { fps: { type: "string" }, patience: { type: "string" }, stats: { type: "boolean" } }, "live");
  if (command.options.help) {
    process.stdout.write(`${command.help}\n`);
    return 0;
  }
  if (process.stdin.isTTY) throw new Failure(Status.usage, "Standard input is a terminal; give a file or a camera's program: … < video.h264");
  const fps = command.options.fps === undefined ? null : readRate(command.options.fps);
  const input = pictures(process.stdin);
  const { value: first } = await input.next();
  const rate = fps ?? (fstatSync(0).isFile() ? first.sps?.frameRate ?? null : null);
  if (!rate && fstatSync(0).isFile()) throw new Failure(Status.usage, "The file does not say how many frames a second it has; give it with --fps.");
  const sending = new Sending(command, first, rate);
  onStop((signal) => sending.stop(signal));
  /** @type {unknown} */
  let failure = null;
  sending.send(input).catch((error) => {
    failure = error;
    sending.client.leave(encodeEnd("done"));
  });
  try {
    const end = await sending.client.run();
    if (failure) throw failure;
    return command.finished(end);
  } finally {
    sending.end();
    process.stdin.destroy();
  }
}

/** Takes pictures from the input to the session, at their pace. */
class Sending {
  /** @param {Command} command  @param {Picture} first  @param {[number, number] | null} rate  null for a live input */
  constructor(command, first, rate) {
    this.first = first;
    this.isPaced = rate !== null;
    this.clock = new MediaClock(rate, first.sps?.frameRate);
    this.frameRate = rate ?? first.sps?.frameRate;
    this.viewers = this.requests = 0;
    this.epochAt = 0;
    this.opened = new Promise((resolve) => { this.open = resolve; });
    this.session = new PublisherSession(command.wish, this.tracks(first), {
      opened: () => this.open(undefined),
      viewers: (count) => { this.viewers = count; },
      // A file or a pipe has no encoder that could be asked; the next key frame comes anyway.
      keyFrameRequested: () => { this.requests += 1; },
    });
    this.session.queue.patience = 1000 * (command.number("patience") ?? patience / 1000);
    this.client = command.client(this.session);
    this.tell = () => { if (command.options.stats) process.stderr.write(`${JSON.stringify(this.statistics)}\n`); };
    this.timer = setInterval(this.tell, 1000);
  }

  get statistics() {
    const { sent, queue, epoch } = this.session;
    return { frames: sent, leftOut: queue.leftOut, epoch, viewers: this.viewers, keyFrameRequests: this.requests };
  }

  /** @param {Picture} picture  @returns {import("./outgoing.js").Track[]} */
  tracks({ sps }) {
    return [{ track: 0, kind: Kind.video, codec: "H264", generation: 0, size: sps?.size, frameRate: this.frameRate }];
  }

  /** @param {AsyncGenerator<Picture>} rest */
  async send(rest) {
    if (this.isPaced) await this.opened;
    const start = wallClock();
    await this.sendOne(this.first, start);
    for await (const picture of rest) {
      if (this.client.isOver || this.session.last) return;
      await this.sendOne(picture, start);
    }
    this.finish();
  }

  /** @param {Picture} picture  @param {number} start  of the first one */
  async sendOne(picture, start) {
    const { session, client } = this;
    const times = this.clock.times(picture);
    if (this.isPaced) await this.until(start + times.decodeTime);
    if (session.last) return;
    const now = wallClock();
    if (picture.sps) session.setTracks(this.tracks(picture));
    session.offer({
      ...times, track: 0, generation: 0, flags: picture.flags, payload: picture.payload, captureTime: this.isPaced ? now : picture.arrival,
    }, now);
    if (picture.endsStream && now - this.epochAt > epochInterval) {
      // Another encoder, or the same one after a break, makes what comes behind this.
      this.epochAt = now;
      session.beginEpoch();
    }
    client.flush();
  }

  /** @param {number} time */
  until(time) {
    return new Promise((resolve) => {
      this.pause = setTimeout(resolve, Math.max(0, (time - wallClock()) / 1000));
    });
  }

  finish() {
    this.session.finish(encodeEnd("end-of-stream"));
    this.client.flush();
    this.finishing = setTimeout(() => {
      if (!this.session.isOpen) this.client.over(null, new Failure(Status.unavailable, "The relay is away at the end of the input; the stream is interrupted, and not ended."));
    }, finishTime);
  }

  /** @param {"SIGINT" | "SIGTERM"} signal */
  stop(signal) {
    if (signal === "SIGTERM" || !this.session.isOpen) this.client.leave(encodeEnd(signal === "SIGTERM" ? "done" : "end-of-stream"));
    else this.finish();
  }

  end() {
    this.tell();
    clearInterval(this.timer);
    clearTimeout(this.pause);
    clearTimeout(this.finishing);
  }
}

main(import.meta.url, publish);
