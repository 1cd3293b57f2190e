// The commands with a real relay, judged by FFmpeg: STREAMD=path/to/streamd node --test clients/javascript/test/end-to-end.test.js

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { conformanceCases } from "../../../Tests/WebPlayerTests/vectors.js";
import { readSecurity } from "../address.js";
import { ClientReader } from "../incoming.js";
import { encodeEnd, Role } from "../outgoing.js";
import { names } from "../registry.js";
import { Link } from "../transport.js";

const streamd = process.env.STREAMD;
const options = { skip: !streamd && "STREAMD names no program", timeout: 120_000 };
const script = (name) => fileURLToPath(new URL(`../${name}.js`, import.meta.url));
let folder = "";
const running = new Set();
/** A machine that is busy with other tests is no reason to leave frames out. */
const patient = ["--patience", "60000"];

before(() => {
  if (!streamd) return;
  folder = mkdtempSync(`${tmpdir()}/streamd-javascript-`);
  const encode = (file, seconds, ...parameters) => execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=30",
    "-t", String(seconds), "-c:v", "libx264", ...parameters, "-y", `${folder}/${file}`]);
  encode("film.h264", 4, "-g", "30", "-bf", "2");
  encode("long.h264", 12, "-g", "30", "-bf", "0");
  encode("refresh.h264", 4, "-x264-params", "intra-refresh=1:keyint=30:bframes=0");
});

after(() => {
  for (const child of running) child.kill("SIGKILL");
  if (folder) rmSync(folder, { recursive: true });
});

/** A program that runs, with what it has written. */
class Program {
  constructor(path, parameters, { input = "", environment = {}, output = "" } = {}) {
    const shell = `exec "$0" "$@"${input ? ` < ${input}` : ""}${output ? ` > ${output}` : ""}`;
    this.child = spawn("sh", ["-c", shell, path, ...parameters], { env: { ...process.env, ...environment }, stdio: ["pipe", "pipe", "pipe"] });
    running.add(this.child);
    this.text = this.output = "";
    this.waiting = [];
    this.child.stderr.on("data", (bytes) => this.wrote("text", bytes));
    this.child.stdout.on("data", (bytes) => this.wrote("output", bytes));
    this.ended = new Promise((resolve) => {
      this.child.on("close", (code, signal) => {
        running.delete(this.child);
        this.isOver = true;
        this.wrote("text", "");
        resolve(code ?? signal);
      });
    });
  }

  wrote(stream, bytes) {
    this[stream] += bytes;
    for (const check of [...this.waiting]) check();
  }

  /** Waits until the program has written something that fits. */
  wait(pattern, from = 0) {
    return new Promise((resolve, reject) => {
      const check = () => {
        const match = pattern.exec((this.output + this.text).slice(from));
        if (!match && !this.isOver) return;
        this.waiting = this.waiting.filter((other) => other !== check);
        if (match) resolve(match);
        else reject(new Error(`The program ended without ${pattern}: ${this.text}`));
      };
      this.waiting.push(check);
      check();
    });
  }

  /** Waits until a number of the statistics is high enough. */
  async reaches(field, number) {
    while (!(this.statistics[field] >= number)) await this.wait(/\n$/, (this.output + this.text).length);
  }

  /** The last JSON object on standard error. */
  get statistics() { return JSON.parse(this.text.split("\n").filter((line) => line.startsWith("{") && line.endsWith("}")).at(-1) ?? "{}"); }

  kill(signal) { this.child.kill(signal); }
}

const node = (name, parameters, settings) => new Program(process.execPath, [script(name), ...parameters], settings);

const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

class Relay {
  static async start({ port, parameters = [] } = {}) {
    const relay = new Relay();
    relay.port = port ?? await freePort();
    relay.host = `127.0.0.1:${relay.port}`;
    relay.program = new Program(streamd, ["relay", "--listen", relay.host, "--admin", "off", "--max-latency", "60s", ...parameters]);
    await relay.program.wait(/listening/);
    return relay;
  }

  async stop(signal = "SIGKILL") {
    this.program.kill(signal);
    await this.program.ended;
  }
}

/** The hashes of the pictures, in the order of output. */
const hashes = (file) => execFileSync("ffmpeg", ["-v", "error", "-i", file, "-fps_mode", "passthrough", "-f", "framemd5", "-"], { encoding: "utf8" })
  .split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split(",").at(-1).trim());

/** What FFmpeg finds wrong. */
const errors = (file) => execFileSync("sh", ["-c", `ffmpeg -v error -i ${file} -f null - 2>&1`], { encoding: "utf8" });

/** A viewer that the relay has welcomed. */
async function watchOf(relay, stream, output, ...parameters) {
  const viewer = node("watch", [`${relay.host}/${stream}`, "--stats", ...parameters], { output: `${folder}/${output}` });
  await viewer.wait(/no publisher yet|live|"frames"/);
  return viewer;
}

test("a film comes out as it went in, and the stream ends with it", options, async () => {
  const relay = await Relay.start();
  for (const film of ["film", "refresh"]) {
    const viewer = await watchOf(relay, film, "out.h264");
    const publisher = node("publish", [`${relay.host}/${film}`, "--fps", "30", "--stats", ...patient], { input: `${folder}/${film}.h264` });
    assert.deepEqual([await publisher.ended, await viewer.ended], [0, 0], publisher.text + viewer.text);
    assert.deepEqual(hashes(`${folder}/out.h264`), hashes(`${folder}/${film}.h264`));
    const frames = execFileSync("ffprobe", ["-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0", `${folder}/out.h264`]);
    assert.deepEqual([Number(frames), viewer.statistics.frames, viewer.statistics.missed, publisher.statistics.frames], [120, 120, 0, 120]);
    assert.ok(viewer.statistics.latency < 200 && viewer.statistics.latencyError < 50, viewer.text);
  }
  await relay.stop();
});

test("a viewer that comes later begins with a random access point", options, async () => {
  const relay = await Relay.start();
  const publisher = node("publish", [`${relay.host}/late`, "--stats", ...patient], { input: `${folder}/long.h264` });
  await publisher.reaches("frames", 30);
  const viewer = await watchOf(relay, "late", "late.h264", "--history", "500");
  assert.deepEqual([await publisher.ended, await viewer.ended], [0, 0]);
  const [all, some] = [hashes(`${folder}/long.h264`), hashes(`${folder}/late.h264`)];
  assert.ok(some.length >= 30 && some.length < all.length && some.length % 30 === 0, String(some.length));
  assert.deepEqual(some, all.slice(-some.length));
  await relay.stop();
});

test("streamd's own programs understand what these send, and the other way round", options, async () => {
  const relay = await Relay.start();
  const theirs = new Program(streamd, ["watch", `${relay.host}/a`, "--force", "-o", `${folder}/theirs.mp4`]);
  const ours = await watchOf(relay, "b", "ours.h264");
  const first = node("publish", [`${relay.host}/a`, ...patient], { input: `${folder}/film.h264` });
  const second = new Program(streamd, ["publish", `${folder}/film.h264`, "--rate", "30", "--to", `${relay.host}/b`]);
  assert.deepEqual(await Promise.all([first.ended, theirs.ended, second.ended, ours.ended]), [0, 0, 0, 0]);
  assert.deepEqual(hashes(`${folder}/theirs.mp4`), hashes(`${folder}/film.h264`));
  assert.deepEqual(hashes(`${folder}/ours.h264`), hashes(`${folder}/film.h264`));
  const times = execFileSync("ffprobe", ["-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", `${folder}/theirs.mp4`], { encoding: "utf8" })
    .split("\n").map((line) => parseFloat(line)).filter((time) => !Number.isNaN(time));
  assert.equal(times.length, 120);
  for (let index = 1; index < times.length; index++) assert.ok(Math.abs(times[index] - times[index - 1] - 1 / 30) < 0.002, String(times.slice(index - 1, index + 1)));
  await relay.stop();
});

test("a relay that is killed and comes back: publisher and viewer go on, and the pictures are right", options, async () => {
  const relay = await Relay.start();
  const viewer = await watchOf(relay, "live", "killed.h264");
  const publisher = node("publish", [`${relay.host}/live`, "--fps", "30", "--stats"], { input: `${folder}/long.h264` });
  await viewer.reaches("frames", 60);
  await relay.stop("SIGKILL");
  await publisher.wait(/Trying again/);
  await viewer.wait(/Trying again/);
  const back = await Relay.start({ port: relay.port });
  assert.deepEqual([await publisher.ended, await viewer.ended], [0, 0], publisher.text + viewer.text);
  const [all, some] = [hashes(`${folder}/long.h264`), hashes(`${folder}/killed.h264`)];
  assert.equal(errors(`${folder}/killed.h264`), "");
  assert.ok(some.length > 120 && some.length < 360, String(some.length));
  assert.deepEqual(some.slice(-60), all.slice(-60));
  assert.deepEqual(some, all.filter((hash) => some.includes(hash)));
  await back.stop();
});

test("a relay that stands still: groups are left out, gaps name them, and the account is complete", options, async () => {
  const relay = await Relay.start();
  const viewer = await watchOf(relay, "live", "stalled.h264");
  const publisher = node("publish", [`${relay.host}/live`, "--fps", "30", "--stats"], { input: `${folder}/long.h264` });
  await viewer.reaches("frames", 60);
  relay.program.kill("SIGSTOP");
  await publisher.reaches("leftOut", 30);
  relay.program.kill("SIGCONT");
  assert.deepEqual([await publisher.ended, await viewer.ended], [0, 0], publisher.text + viewer.text);
  const { frames, leftOut } = publisher.statistics;
  assert.ok(leftOut >= 30);
  assert.equal(frames + leftOut, 360);
  assert.equal(viewer.statistics.frames + viewer.statistics.missed, 360);
  assert.equal(errors(`${folder}/stalled.h264`), "");
  assert.equal(viewer.statistics.epoch, 1);
  await relay.stop();
});

test("a live pipe, key frame requests, a list, and what signals do", options, async () => {
  const relay = await Relay.start();
  const list = node("list", [relay.host, "--follow", "--json"]);
  await list.wait(/\[\]/);
  const viewer = await watchOf(relay, "cam", "pipe.h264");
  const publish = () => {
    const camera = spawn("ffmpeg", ["-v", "quiet", "-re", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=30", "-c:v", "libx264", "-tune", "zerolatency",
      "-g", "30", "-f", "h264", "-"], { stdio: ["ignore", "pipe", "ignore"] });
    running.add(camera);
    const publisher = node("publish", [`${relay.host}/cam`, "--stats"]);
    camera.stdout.pipe(publisher.child.stdin);
    publisher.child.stdin.on("error", () => camera.kill());
    publisher.ended.then(() => camera.kill());
    return publisher;
  };
  const interrupted = publish();
  await viewer.reaches("frames", 30);
  viewer.kill("SIGUSR2");
  await interrupted.reaches("keyFrameRequests", 1);
  interrupted.kill("SIGTERM");
  assert.equal(await interrupted.ended, 0);
  await viewer.wait(/The publisher is gone/);
  await list.wait(/"cam","state":"interrupted","kinds":\["video"\]/);
  const ended = publish();
  await viewer.wait(/The stream is live[^]*The stream is live/);
  await ended.reaches("viewers", 1);
  ended.kill("SIGINT");
  assert.deepEqual([await ended.ended, await viewer.ended], [0, 0]);
  assert.equal(viewer.statistics.epoch, 2);
  await list.wait(/\{"streams":\[\]\}\n$/);
  list.kill("SIGINT");
  assert.equal(await list.ended, 0);
  assert.equal(errors(`${folder}/pipe.h264`), "");
  await relay.stop();
});

test("a viewer that is stopped says goodbye, and a closed pipe is a normal end", options, async () => {
  const relay = await Relay.start();
  const publisher = node("publish", [`${relay.host}/live`], { input: `${folder}/long.h264` });
  for (const signal of ["SIGINT", "SIGTERM"]) {
    const from = relay.program.output.length + relay.program.text.length;
    const viewer = await watchOf(relay, "live", "stopped.h264");
    viewer.kill(signal);
    assert.equal(await viewer.ended, 0);
    await relay.program.wait(/goodbye received code=done/, from);
  }
  const pipe = new Program("bash", ["-c", `"${process.execPath}" "${script("watch")}" ${relay.host}/live | head -c 1000 | wc -c; echo codes \${PIPESTATUS[@]}`]);
  assert.equal(await pipe.ended, 0);
  assert.match(pipe.output, /^1000\ncodes 0 0 0\n$/);
  publisher.kill("SIGINT");
  assert.equal(await publisher.ended, 0);
  await relay.stop();
});

test("refusals are one sentence and an exit code", options, async () => {
  const made = execFileSync(streamd, ["token", "new", "--name", "cam", "--publish", "cam", "--watch", "cam", "--to", `${folder}/tokens`], { encoding: "utf8" });
  const token = made.trim().split("\n").at(-1).trim();
  const relay = await Relay.start({ parameters: ["--tokens", `${folder}/tokens`] });
  const film = { input: `${folder}/film.h264` };
  const cases = [
    ["watch", ["cam"], "", 77, /unauthorized/], ["watch", ["cam"], "wrong-token", 77, /unauthorized/], ["watch", ["other"], token, 77, /forbidden/],
    ["watch", ["cam", "--no-wait"], token, 69, /stream-not-found/], ["publish", ["other"], token, 77, /forbidden/],
  ];
  for (const [name, [stream, ...more], secret, status, pattern] of cases) {
    const program = node(name, [`${relay.host}/${stream}`, ...more], { ...film, output: "/dev/null", environment: { STREAMD_TOKEN: secret } });
    assert.equal(await program.ended, status, program.text);
    assert.match(program.text, pattern);
    assert.equal(program.text.trim().split("\n").length, 1, program.text);
    assert.ok(!secret || !program.text.includes(secret));
  }
  const environment = { STREAMD_TOKEN: token };
  const holder = node("publish", [`${relay.host}/cam`, "--stats"], { input: `${folder}/long.h264`, environment });
  await holder.reaches("frames", 1);
  const second = node("publish", [`${relay.host}/cam`], { ...film, environment });
  assert.equal(await second.ended, 77);
  assert.match(second.text, /stream-taken/);
  const list = node("list", [relay.host], { environment });
  assert.equal(await list.ended, 0);
  assert.match(list.output, /^cam {2}live {9}video\n$/);
  holder.kill("SIGKILL");
  writeFileSync(`${folder}/text`, "This is no film.");
  for (const [input, status] of [["text", 65], ["film.h264", 0]]) {
    const program = node("publish", [`${relay.host}/cam`, "--fps", "1000"], { input: `${folder}/${input}`, environment });
    assert.equal(await program.ended, status, program.text);
  }
  await relay.stop();
});

test("TLS with a pin, with an authority, and with neither", options, async () => {
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj", "/CN=test",
    "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", `${folder}/key.pem`, "-out", `${folder}/certificate.pem`], { stdio: "ignore" });
  const pin = `sha256:${execFileSync("openssl", ["x509", "-in", `${folder}/certificate.pem`, "-noout", "-fingerprint", "-sha256"], { encoding: "utf8" }).split("=")[1].trim()}`;
  const relay = await Relay.start({ parameters: ["--tls-certificate", `${folder}/certificate.pem`, "--tls-key", `${folder}/key.pem`] });
  const viewer = node("watch", [`tls://${relay.host}/live`, "--ca", `${folder}/certificate.pem`], { output: `${folder}/tls.h264` });
  await viewer.wait(/no publisher/);
  const publisher = node("publish", [`${relay.host}/live`, "--pin", pin, ...patient], { input: `${folder}/film.h264` });
  assert.deepEqual([await publisher.ended, await viewer.ended], [0, 0], publisher.text + viewer.text);
  assert.deepEqual(hashes(`${folder}/tls.h264`), hashes(`${folder}/film.h264`));
  const refused = node("list", [`tls://${relay.host}`]);
  assert.equal(await refused.ended, 77);
  const [shown] = /sha256:\w{64}/.exec(refused.text) ?? [];
  assert.equal(await node("list", [relay.host, "--pin", shown ?? ""]).ended, 0);
  await relay.stop();
  const clear = await Relay.start();
  const encrypted = node("watch", [`tls://${clear.host}`], { output: "/dev/null" });
  assert.equal(await encrypted.ended, 77);
  assert.match(encrypted.text, /no certificate/);
  await clear.stop();
});

test("a relay that is asked to stop drains, and the clients come back to it", options, async () => {
  const relay = await Relay.start();
  const viewer = await watchOf(relay, "live", "drained.h264");
  const publisher = node("publish", [`${relay.host}/live`, "--stats"], { input: `${folder}/long.h264` });
  await viewer.reaches("frames", 30);
  await relay.stop("SIGTERM");
  await viewer.wait(/draining/);
  const back = await Relay.start({ port: relay.port });
  assert.deepEqual([await publisher.ended, await viewer.ended], [0, 0], publisher.text + viewer.text);
  assert.equal(errors(`${folder}/drained.h264`), "");
  await back.stop();
});

test("the relay's errors arrive: the negative vectors for a relay", options, async () => {
  const relay = await Relay.start();
  const address = { secure: false, host: relay.host, stream: "live" };
  let number = 0;
  for (const entry of conformanceCases("relay")) {
    number += 1;
    const name = `v${String(number).padStart(3, "0")}`;
    // Each case has a stream of its own.
    const bytes = Buffer.from(Buffer.from(entry.bytes).toString("latin1").replaceAll("live", name), "latin1");
    const roles = { publish: Role.publish, list: Role.list };
    const reader = new ClientReader(roles[entry.role] ?? Role.subscribe);
    const end = await new Promise((resolve, reject) => {
      const link = new Link(address, readSecurity({}, {}), {
        opened: () => {
          link.send(bytes);
          if (entry.error === "none") link.send(encodeEnd("done"));
        },
        received: (piece) => {
          reader.push(piece);
          for (let message = reader.next(); message; message = reader.next()) {
            if (message.type !== "end") continue;
            resolve(names[message.code]);
            link.finish();
          }
        },
        drained: () => {}, closed: () => resolve("none"), refused: reject,
      });
    });
    assert.equal(end, entry.error, entry.name);
  }
  await relay.stop();
});

test("the program has no file that is too long", { skip: !streamd }, () => {
  for (const name of ["watch", "publish", "list", "publisher", "queue", "viewer", "client"]) assert.ok(readFileSync(script(name), "utf8").split("\n").length <= 400, name);
});
