import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { createServer } from "node:tls";
import { conformanceCases } from "../../../Tests/WebPlayerTests/vectors.js";
import { readSecurity } from "../address.js";
import { Client } from "../client.js";
import { ListSession } from "../lister.js";
import { encodeEnd } from "../outgoing.js";
import { PublisherSession } from "../publisher.js";
import { names } from "../registry.js";
import { ViewerSession } from "../viewer.js";
import { FakeRelay, Peer, preface, table, welcome } from "./fake-relay.js";

const security = readSecurity({}, {});
const wish = { instance: new Uint8Array(16).fill(3) };
const video = { track: 0, kind: 1, codec: "H264", generation: 0 };

/** @param {string} role */
function makeSession(role, seen = { frames: 0, states: [] }) {
  if (role === "publish") return new PublisherSession(wish, [video], { viewers: () => {}, keyFrameRequested: () => {} });
  if (role === "list") return new ListSession(wish, () => {});
  return new ViewerSession(wish, { frame: () => { seen.frames += 1; }, state: (state) => seen.states.push(state), tracks: () => {} });
}

function makeClient(relay, { role = "subscribe", isPatient = true, own = security, session = makeSession(role), address = relay.address } = {}) {
  const said = [];
  const client = new Client(session, { address, security: own, isPatient, say: (sentence) => said.push(sentence) });
  return Object.assign(client, { told: said });
}

const done = encodeEnd("done");

/** A message of the client that ends its connection: the name of its code. */
const endOf = (peer) => peer.messages.filter(({ type }) => type === 0x0d || type === 0x0e).map(({ body }) => names[body.readUInt16BE(0)])[0];

/** A goodbye or an error as a relay sends it. */
function ending(code, { isRetryable = false, retryAfter = 0, redirect = "" } = {}) {
  const option = redirect ? Buffer.concat([Buffer.from([0, 1, 0, redirect.length]), Buffer.from(redirect)]) : Buffer.alloc(0);
  const bytes = Buffer.alloc(18);
  bytes.writeUInt32BE(10 + option.length, 0);
  bytes.writeUInt16BE(code >> 8 ? 0x0d : 0x0e, 4);
  bytes.writeUInt16BE(code, 8);
  bytes[10] = isRetryable ? 1 : 0;
  bytes.writeUInt32BE(retryAfter, 12);
  return Buffer.concat([bytes, option]);
}

const ping = Uint8Array.of(0, 0, 0, 8, 0, 9, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);

for (const entry of conformanceCases("client")) {
  test(`${entry.rule}: ${entry.name}`, async () => {
    for (const size of [1, 7, Infinity]) {
      let settle;
      const result = new Promise((resolve) => { settle = resolve; });
      const relay = await FakeRelay.listen(async (peer) => {
        await peer.sendPieces(Buffer.from(entry.bytes), Math.min(size, entry.bytes.length));
        if (entry.error === "none") {
          peer.send(ping);
          const pong = await peer.message(0x0a);
          settle(pong.body.subarray(0, 8).equals(Buffer.from(ping.subarray(8))) ? "none" : "another pong");
        } else {
          await peer.ended();
          settle(endOf(peer));
        }
      });
      const client = makeClient(relay, { role: entry.role });
      const run = client.run();
      assert.equal(await result, entry.error);
      await client.leave(done);
      await run;
      relay.close();
    }
  });
}

test("the client sends preface and hello at once, a pong for each ping, and a goodbye at its end", async () => {
  const relay = await FakeRelay.listen((peer) => peer.send(preface, welcome(), ping, ping));
  const client = makeClient(relay);
  const run = client.run();
  while (!relay.peers[0]) await new Promise((resolve) => { setTimeout(resolve, 1); });
  const [peer] = relay.peers;
  await peer.until(() => peer.messages.filter(({ type }) => type === 0x0a).length === 2);
  assert.deepEqual(peer.received.subarray(0, 12), Buffer.from(preface));
  assert.equal(peer.received.subarray(40, 44).toString(), "live");
  client.leave(done);
  assert.equal(await run, null);
  await peer.ended();
  assert.equal(endOf(peer), "done");
  relay.close();
});

test("garbage of every kind ends the connection or is skipped, and nothing throws", async () => {
  let seed = 1;
  const random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
  let count = 0;
  const relay = await FakeRelay.listen(async (peer) => {
    count += 1;
    const bytes = Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256)));
    if (count % 3) {
      // A type that is known, and a length that fits.
      bytes.writeUInt32BE(Math.floor(random() * 64), 0);
      bytes.writeUInt16BE(Math.floor(random() * 16), 4);
    }
    peer.send(...(count % 2 ? [preface, welcome(), table(1)] : [preface]), bytes);
    peer.socket.end();
  });
  for (let attempt = 0; attempt < 200; attempt++) {
    const client = makeClient(relay, { role: ["subscribe", "publish", "list"][attempt % 3], isPatient: false });
    const run = client.run().then(() => 0, (error) => error);
    for (;;) {
      const isOver = await Promise.race([run.then(() => true), new Promise((resolve) => { setTimeout(resolve, 5, false); })]);
      // After a welcome, the client comes back.
      if (isOver || client.connection.state === "waiting") break;
    }
    await client.leave(done);
    const result = await run;
    assert.ok(!(result instanceof Error) || "status" in result, String(result?.stack));
  }
  relay.close();
});

test("a lost connection is made anew with the same instance, and repeated frames are dropped", async () => {
  const seen = { frames: 0, states: [] };
  const frames = [0, 1, 2].map((sequence) => {
    const bytes = Buffer.alloc(49);
    bytes.writeUInt32BE(41, 0);
    bytes.writeUInt16BE(4, 4);
    bytes.writeUInt16BE(sequence ? 0 : 1, 6);
    bytes.writeUInt32BE(1, 12);
    bytes.writeBigUInt64BE(BigInt(sequence), 16);
    return bytes;
  });
  let count = 0;
  const relay = await FakeRelay.listen((peer) => {
    count += 1;
    if (count === 1) peer.send(preface, welcome(), table(1), frames[0], frames[1]);
    else peer.send(preface, welcome(), table(1), ...frames, ending(0x0001));
    if (count === 1) peer.socket.end();
  });
  const client = makeClient(relay, { session: makeSession("subscribe", seen) });
  const end = await client.run();
  assert.deepEqual([end?.name, count, seen.frames], ["end-of-stream", 2, 3]);
  assert.deepEqual(relay.peers.map((peer) => peer.messages[0].body.subarray(4, 20).toString("hex")), [..."ab"].map(() => "03".repeat(16)));
  relay.close();
});

test("an error that is not retryable ends the client, and one that is makes it wait for as long as it says", async () => {
  const times = [];
  const relay = await FakeRelay.listen((peer) => {
    times.push(Date.now());
    peer.send(preface, times.length === 1 ? ending(0x0002, { isRetryable: true, retryAfter: 400 }) : ending(0x0201));
  });
  const client = makeClient(relay);
  const end = await client.run();
  assert.equal(end?.name, "unauthorized");
  assert.ok(times[1] - times[0] >= 395, String(times));
  assert.match(client.told.join(), /draining/);
  relay.close();
});

test("without patience, a relay that does not answer is a failure", async () => {
  const relay = await FakeRelay.listen(() => {});
  const { host } = relay;
  relay.close();
  await assert.rejects(makeClient(relay, { isPatient: false, address: { secure: false, host, stream: "live" } }).run(), { status: 69 });
});

test("a redirect is followed at once, with its stream, and the client comes back to its own address after that", async () => {
  const hellos = [];
  let second = 0;
  const name = (peer) => peer.received.subarray(40, 40 + peer.received[21]).toString();
  const other = await FakeRelay.listen((peer) => {
    hellos.push(`other ${name(peer)}`);
    peer.send(preface, welcome());
    second += 1;
    setTimeout(() => peer.socket.destroy(), 10);
  });
  const relay = await FakeRelay.listen((peer) => {
    hellos.push(`home ${name(peer)}`);
    peer.send(preface, second ? ending(0x0001) : ending(0x0003, { redirect: `${other.host}/moved` }));
  });
  assert.equal((await makeClient(relay).run())?.name, "end-of-stream");
  assert.deepEqual(hellos, ["home live", "other moved", "home live"]);
  relay.close();
  other.close();
});

test("five redirects in a row are followed, and a list follows one without a name", async () => {
  let count = 0;
  const relay = await FakeRelay.listen((peer) => {
    count += 1;
    peer.send(preface, ending(0x0003, { redirect: relay.host }));
  });
  const end = await makeClient(relay, { role: "list", address: { ...relay.address, stream: "" } }).run();
  assert.deepEqual([end?.name, count], ["redirect", 6]);
  relay.close();
});

test("a relay that takes no answers to its pings loses the client", async () => {
  const relay = await FakeRelay.listen(async (peer) => {
    peer.socket.pause();
    peer.send(preface, welcome());
    const many = Buffer.concat(Array.from({ length: 4096 }, () => ping));
    while (!peer.socket.destroyed && peer.socket.writableLength < 64 << 20) {
      peer.socket.write(many);
      await new Promise((resolve) => { setImmediate(resolve); });
    }
  });
  const client = makeClient(relay);
  const run = client.run();
  while (client.connection.state !== "waiting") await new Promise((resolve) => { setTimeout(resolve, 5); });
  assert.match(client.told.join(), /reads nothing/);
  await client.leave(done);
  await run;
  relay.close();
});

test("a silent relay gets an error, and the client connects again", async () => {
  const relay = await FakeRelay.listen((peer) => peer.send(preface, welcome({ pingInterval: 30 })));
  const client = makeClient(relay);
  const run = client.run();
  while (relay.peers.length < 2) await new Promise((resolve) => { setTimeout(resolve, 5); });
  assert.equal(endOf(relay.peers[0]), "silent");
  await client.leave(done);
  await run;
  relay.close();
});

test("the end of a stream waits for the relay to close, and says so if it does not", async () => {
  for (const closes of [true, false]) {
    const relay = await FakeRelay.listen((peer) => {
      peer.socket.removeAllListeners("end");
      peer.send(preface, welcome({ pingInterval: 100 }));
      peer.socket.on("end", () => { if (closes) setTimeout(() => peer.socket.end(), 150); });
    });
    const session = makeSession("publish");
    const client = makeClient(relay, { session });
    const began = Date.now();
    const run = client.run();
    session.finish(encodeEnd("end-of-stream"));
    if (closes) assert.equal(await run, null);
    else await assert.rejects(run, { status: 69 });
    assert.ok(Date.now() - began >= (closes ? 145 : 295));
    assert.equal(endOf(relay.peers[0]), "end-of-stream");
    relay.close();
  }
});

test("an error that comes with a reset is read before the loss", async () => {
  let lost = 0;
  for (let attempt = 0; attempt < 50; attempt++) {
    const relay = await FakeRelay.listen((peer) => {
      peer.socket.pause();
      peer.send(preface, welcome());
      setTimeout(() => {
        peer.socket.write(ending(0x0206));
        peer.socket.resetAndDestroy();
      }, 20);
    });
    const session = makeSession("publish");
    const client = makeClient(relay, { session });
    const run = client.run();
    const timer = setInterval(() => {
      session.offer({ flags: 1, track: 0, generation: 0, decodeTime: 0, presentationTime: 0, captureTime: 0, payload: new Uint8Array(60_000) }, 0);
      client.flush();
    }, 1);
    const end = await Promise.race([run, new Promise((resolve) => {
      const check = setInterval(() => {
        if (client.connection.state !== "waiting") return;
        clearInterval(check);
        resolve(null);
      }, 2);
      run.then(() => clearInterval(check));
    })]);
    clearInterval(timer);
    if (end?.name !== "dismissed") lost += 1;
    await client.leave(done);
    relay.close();
  }
  // A write may fail in the moment before the error is read; then Node.js discards it, and the client comes back.
  assert.ok(lost < 10, `${lost} of 50 errors were lost`);
});

const openssl = (() => {
  try {
    return Boolean(execFileSync("openssl", ["version"]));
  } catch {
    return false;
  }
})();

test("TLS: the certificate is checked by a pin or an authority, and before anything is sent", { skip: !openssl && "openssl is not installed" }, async () => {
  const folder = mkdtempSync(`${tmpdir()}/streamd-`);
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj", "/CN=test",
    "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", `${folder}/key.pem`, "-out", `${folder}/certificate.pem`], { stdio: "ignore" });
  const fingerprint = execFileSync("openssl", ["x509", "-in", `${folder}/certificate.pem`, "-noout", "-fingerprint", "-sha256"], { encoding: "utf8" })
    .split("=")[1].trim();
  const sessions = [];
  const server = createServer({ key: readFileSync(`${folder}/key.pem`), cert: readFileSync(`${folder}/certificate.pem`), ALPNProtocols: ["streamd"],
    allowHalfOpen: true }, (socket) => {
    const peer = new Peer(socket);
    sessions.push({ peer, protocol: socket.alpnProtocol, name: socket.servername });
    peer.hello().then(() => peer.send(preface, ending(0x0001)), () => {});
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  const address = (host) => ({ secure: true, host: `${host}:${server.address().port}`, stream: "live" });
  const run = (options, host = "127.0.0.1") => makeClient(null, { address: address(host), own: readSecurity(options, { STREAMD_TOKEN: "s3cret" }) }).run();
  assert.equal((await run({ pin: [`sha256:${fingerprint}`] }))?.name, "end-of-stream");
  assert.equal((await run({ ca: `${folder}/certificate.pem` }))?.name, "end-of-stream");
  assert.deepEqual(sessions.map(({ protocol, name }) => [protocol, name]), [["streamd", false], ["streamd", false]]);
  const digits = fingerprint.replaceAll(":", "").toLowerCase();
  await assert.rejects(run({}), { status: 77, message: new RegExp(`not trusted \\(\\w+\\).*${digits}`) });
  await assert.rejects(run({ pin: [`sha256:${"00".repeat(32)}`] }), { status: 77, message: /none of --pin/ });
  // The certificate has no name, only an address.
  await assert.rejects(run({ ca: `${folder}/certificate.pem` }, "localhost"), { status: 77, message: /ERR_TLS_CERT_ALTNAME_INVALID/ });
  assert.ok(sessions.slice(2).every(({ peer }) => peer.received.length === 0));
  server.close();
  for (const { peer } of sessions) peer.socket.destroy();
  rmSync(folder, { recursive: true });
});
