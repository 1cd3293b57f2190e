#!/usr/bin/env node
/** Lists the streams of a relay: node list.js HOST:PORT [--follow] */

import { State } from "../../Sources/WebPlayer/Assets/names.js";
import { Command, main, onStop } from "./command.js";
import { ListSession } from "./lister.js";
import { encodeEnd } from "./outgoing.js";

/** @typedef {import("./lister.js").Listed} Listed */

const help = `Lists the streams of a relay: name, state, and the kinds of the tracks.

  node clients/javascript/list.js HOST:PORT
  node clients/javascript/list.js HOST:PORT/FOLDER --follow

  --follow              print the list again after each change, until Ctrl-C
  --json                a JSON object in a line for each list`;

/** @type {Record<number, string>} */
const states = { [State.waiting]: "waiting", [State.live]: "live", [State.interrupted]: "interrupted" };
const kinds = ["video", "audio", "data"];

/** @param {Listed} stream */
const described = ({ name, state, kinds: bits }) =>
  ({ name, state: states[state] ?? "not live", kinds: kinds.filter((_, bit) => bits & (1 << bit)) });

/** @param {Listed[]} streams */
function table(streams) {
  if (!streams.length) return "No streams.\n";
  const rows = streams.map(described);
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map((row) => `${row.name.padEnd(width)}  ${row.state.padEnd(11)}  ${row.kinds.join(", ")}`.trimEnd()).join("\n") + "\n";
}

/** @param {string} name */
async function list(name) {
  const command = new Command(name, help, { follow: { type: "boolean" }, json: { type: "boolean" } }, "");
  const { options } = command;
  if (options.help) {
    process.stdout.write(`${command.help}\n`);
    return 0;
  }
  // A list that is printed once is of no use later.
  options["no-wait"] ||= !options.follow;
  let isFirst = true;
  const session = new ListSession(command.wish, (streams) => {
    if (client.isOver) return;
    const text = options.json ? `${JSON.stringify({ streams: streams.map(described) })}\n` : table(streams);
    process.stdout.write(isFirst || options.json ? text : `\n${text}`);
    isFirst = false;
    if (!options.follow) leave();
  });
  const client = command.client(session);
  const leave = () => client.leave(encodeEnd("done"));
  process.stdout.on("error", leave);
  onStop(leave);
  return command.finished(await client.run());
}

main(import.meta.url, list);
