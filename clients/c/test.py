#!/usr/bin/env python3
"""Tests streamd-c against fake relays; with --streamd PATH also against a real one, by ffmpeg if that is there."""
import argparse, concurrent.futures, itertools, json, os, pathlib, random, re, resource, shutil, signal, socket
import struct, subprocess, sys, tempfile, threading, time

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parent.parent / "Tests/StreamProtocolTests/conformance/client.json"
CODES = {"not-this-protocol": 0x100, "unsupported-version": 0x101, "malformed-message": 0x102,
         "message-too-long": 0x103, "unexpected-message": 0x104, "unknown-critical": 0x105, "relay-loop": 0x208}
BUILD = ["cc", "-std=c99", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g", "-O1",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=all", str(HERE / "streamd.c"), "-o"]
MEMORY = 8 << 20  # bytes of address space in which the program runs
SETS = bytes.fromhex("000000016742C00ADA7B011000000300100000030320F1226A 0000000168CE0F2C80")
IDR = bytes.fromhex("000000016588840BF118A00024731C0004436380009AD6")  # the pictures of "A session" in Protocol.md
SLICE = bytes.fromhex("00000001419A202BD4")
PREFACE = b"\x8fstrmd\r\n\0\1\0\1"


def message(kind, body, flags=0):
    return struct.pack(">IHH", len(body), kind, flags) + body


def welcome(longest=8 << 20, ping=60000, instance=7, epoch=1):
    return message(2, struct.pack(">IQIII4x", epoch, instance, longest, ping, 2000) + bytes.fromhex("1A1A0002AAAA"))


def tracks(epoch=1):
    return message(3, struct.pack(">IHHHBB4sHHHH", epoch, 1, 0, 0, 1, 0, b"H264", 0, 0, 0, 0))


def frame(number, payload, flags=0, epoch=1):
    return message(4, struct.pack(">HHIQqqq", 0, 0, epoch, number, 0, 0, 1) + payload, flags)


def goodbye(code, flags=0, after=0, reason=b"", redirect=None):
    option = b"" if redirect is None else struct.pack(">HH", 1, len(redirect)) + redirect
    body = struct.pack(">HBBIH", code, flags, 0, after, len(reason)) + reason + option
    return message(14 if code < 0x100 else 13, body)


END, PING = goodbye(1), message(9, b"12345678")
SESSION = (PREFACE + message(0x3A3A, b"\xaa\xaa") + welcome() + tracks() + message(0x7F01, b"")
           + frame(0, SETS + IDR, 1) + PING + message(5, struct.pack(">HBBIQQ", 0, 1, 0, 1, 1, 2))
           + frame(3, SLICE, 0x8000) + message(11, b"\2\0\0\0") + END)
ROLES = {"publish": "publish", "subscribe": "watch"}
OPEN, VIDEO = SESSION[:-len(END)], SETS + IDR + SLICE


def messages(connection, until=None):
    """All messages up to the end of the connection, or up to one of the type `until`."""
    found = []
    try:
        while not found or found[-1][0] != until:
            length, kind, flags = struct.unpack(">IHH", connection.recv(8, socket.MSG_WAITALL))
            found.append((kind, flags, connection.recv(length, socket.MSG_WAITALL)))
    except (struct.error, OSError):
        pass
    return found


class Fake:
    """A relay: connection n runs script n, the last one again and again. A script is bytes to send, or a function."""

    def __init__(self, *scripts):
        self.scripts, self.results, self.times = scripts, [], []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=50)
        self.address = "127.0.0.1:%d/x" % self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            with self.listener.accept()[0] as connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                start = connection.recv(20, socket.MSG_WAITALL)
                if start[:12] != PREFACE or start[16:] != b"\0\1\0\0":
                    continue  # another program
                body = connection.recv(struct.unpack(">I", start[12:16])[0], socket.MSG_WAITALL)
                script = self.scripts[min(len(self.times), len(self.scripts) - 1)]
                self.times.append(time.monotonic())
                try:
                    self.results.append((script if callable(script) else sends(script))(connection, body))
                except OSError as error:
                    self.results.append(error)

    def result(self):
        """What the client has sent on the first connection."""
        while not self.results:
            time.sleep(0.02)
        return self.results[0]


def sends(data, ends=False):
    return lambda connection, _: (connection.sendall(data), ends and connection.shutdown(1), messages(connection))[2]


def client(command, *words, stdin=b"", token=None):
    """Runs the client to its end; every line on standard error must be one of the program, and clean."""
    env = {name: value for name, value in os.environ.items() if name != "STREAMD_TOKEN"}
    done = subprocess.run([CLIENT, command, *words], input=stdin, capture_output=True, timeout=40,
                          env=env if token is None else {**env, "STREAMD_TOKEN": token})
    lines = done.stderr.decode().splitlines()
    assert done.returncode in (0, 1, 64), (done.returncode, done.stderr)
    assert all(re.fullmatch(r"streamd-c: [\x20-\x7e]+", line) for line in lines), lines
    return done.returncode, done.stdout, lines


def code_of(result):
    """The code of the error or goodbye that the client has sent last."""
    last = [body for kind, _, body in result if kind in (13, 14)] if isinstance(result, list) else []
    return struct.unpack(">H", last[-1][:2])[0] if last else None


def split_at(k):
    def script(connection, _):
        connection.sendall(SESSION[:k])
        time.sleep(0.003)
        return sends(SESSION[k:], ends=True)(connection, _)
    fake = Fake(script)
    assert client("watch", fake.address) == (0, VIDEO, [])
    assert any(kind == 10 and body[:8] == b"12345678" for kind, _, body in fake.result())


def cut_at(k):
    code, out, lines = client("watch", Fake(sends(SESSION[:k], ends=True), SESSION).address)
    assert (code, out, len(lines)) == (0, VIDEO, 1), (code, out, lines)


def mutated(seed):
    draw = random.Random(seed)
    publisher = PREFACE + welcome() + message(6, b"\0\0\0\0") + message(8, b"\0\0\0\1") + PING + END
    data = bytearray(SESSION if seed % 2 else publisher)
    for _ in range(draw.randint(1, 6)):
        data[draw.randrange(len(data))] = draw.choice((0, 1, 0x7F, 0x80, 0xFF, draw.randrange(256)))
    if seed % 5 == 0:
        data = PREFACE + welcome() + draw.randbytes(3000)
    fake = Fake(sends(bytes(data), ends=True), PREFACE + goodbye(0x201, reason=b"No."))
    code, _, lines = client("watch" if seed % 2 else "publish", fake.address, stdin=draw.randbytes(2000) + SETS + IDR)
    assert code == 0 or lines


def bytes_of(case, parts):
    data = b""
    for line in [line for text in case["bytes"] for line in (parts[text[1:]] if text[0] == "@" else [text])]:
        digits, _, count = line.split("#")[0].partition("*")
        data += bytes.fromhex(digits) * int(count or 1)
    return data


def conformance(case, parts):
    data, good = bytes_of(case, parts), case["error"] == "none"

    def script(connection, _):
        connection.sendall(data + PING * good)
        found = messages(connection, until=10 if good else None)
        connection.sendall(END * good)
        return found
    fake = Fake(script)
    code, _, lines = client(ROLES[case["role"]], fake.address, stdin=SETS)
    found = fake.result()
    right = any(kind == 10 for kind, _, _ in found) if good else code_of(found) == CODES[case["error"]]
    assert right and (good or (code, len(lines)) == (1, 1)), (case["name"], code, lines, found)


def endings():
    for kind in [*range(1, 16), 0x0A0A, 0x7ABC, 0x8ABC]:
        fake = Fake(PREFACE + welcome() + struct.pack(">IHH", 0xFFFFFFFF, kind, 0))
        code, _, lines = client("watch", fake.address)
        assert code == 1 and len(lines) == 1 and code_of(fake.result()) in (0x103, 0x104), (kind, lines)
    assert client("watch", Fake(sends(b"HTTP/1.1 400 Bad Request\r\n\r\n", ends=True)).address)[0] == 1
    code, _, lines = client("watch", Fake(PREFACE + goodbye(0x201, reason=b"\x1b[31mA token \xc2\x9b2J.")).address)
    assert code == 1 and "A token" in lines[0] and len(lines) == 1, lines
    for code, flags in ((1, 1), (4, 1), (0, 0), (0x206, 0), (0xF0, 0)):
        fake = Fake(PREFACE + welcome() + goodbye(code, flags))
        assert client("watch", fake.address)[0] == (code == 0x206) and len(fake.times) == 1, code
    fake = Fake(PREFACE + goodbye(2, flags=1, after=700), SESSION)
    assert client("watch", fake.address)[0] == 0 and 0.7 <= fake.times[1] - fake.times[0] < 1.5
    assert client("watch", Fake(PREFACE + welcome(ping=100), SESSION).address)[:2] == (0, VIDEO)  # silence
    assert client("watch", "192.0.2.1:1/x", token="s3cret")[0] == 1  # no token to another machine
    fake = Fake(lambda connection, body: (sends(SESSION)(connection, body), body)[1])
    assert client("watch", fake.address, token="s3cret")[0] == 0 and b"\x80\x01\0\6s3cret" in fake.result()
    for words in ("watch", "watch a:0/x", "watch tls://a", "publish --fps 0 a", "watch [::1/x"):
        assert client(*words.split())[0] == 64, words


def redirects():
    second = Fake(lambda connection, body: (connection.close(), body)[1], SESSION)
    first = Fake(PREFACE + goodbye(3, redirect=second.address.replace("/x", "/other/name").encode()), SESSION)
    assert client("watch", first.address)[:2] == (0, VIDEO)  # lost, so it begins again at the first address
    assert second.result()[20:30] == b"other/name" and len(second.times) == 1 and len(first.times) == 2
    for where in (b"tls://127.0.0.1:1", b"", b"a:99999", b"[::1", b"x" * 512):
        assert client("watch", Fake(PREFACE + goodbye(3, redirect=where)).address)[0] == 1, where
    loop = Fake(lambda connection, _: sends(PREFACE + goodbye(3, redirect=loop.address.encode()))(connection, _))
    assert client("watch", loop.address)[0] == 1 and len(loop.times) == 6, loop.times


def publishing():
    fake = Fake(PREFACE + welcome(longest=100, epoch=9) + message(6, bytes(4)) + message(8, bytes(4)) + PING)
    video = SETS + IDR + SLICE + IDR + SLICE + SETS + IDR + SLICE[:6] + b"x" * 200 + SLICE
    assert client("publish", fake.address, stdin=video)[0] == 0
    found = fake.result()
    frames = [(flags, body) for kind, flags, body in found if kind == 4]
    assert [kind for kind, _, _ in found if kind != 10] == [3, 4, 4, 4, 4, 4, 5, 14] and code_of(found) == 1
    assert [flags & 1 for flags, _ in frames] == [1, 0, 1, 0, 1]
    pictures = [SETS + IDR, SLICE, SETS + IDR, SLICE, SETS + IDR]  # the parameter sets are in each start frame
    assert [body[40:] for _, body in frames] == pictures
    assert [struct.unpack(">IQ", body[4:16]) for _, body in frames] == [(9, n) for n in range(5)]
    assert struct.unpack(">HBBIQQ", next(body for kind, _, body in found if kind == 5)) == (0, 3, 0, 9, 5, 2)

    def stalls(connection, body):  # reads nothing for a while, so that the client leaves frames out
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(PREFACE + welcome())
        time.sleep(3)
        return messages(connection)
    fake = Fake(stalls)
    with tempfile.TemporaryFile() as file:
        file.write((SETS + IDR + (SLICE + b"\x55" * 60000) * 9) * 16)
        file.seek(0)
        assert subprocess.run([CLIENT, "publish", "--fps", "40", fake.address], stdin=file, timeout=40).returncode == 0
    expected = left = gaps = 0
    for kind, flags, body in fake.result():
        if kind in (4, 5):
            first, count = (struct.unpack(">Q", body[8:16])[0], 1) if kind == 4 else struct.unpack(">QQ", body[8:24])
            assert first == expected and (kind == 5 or not left or flags & 1)  # a start frame follows a gap
            expected, left, gaps = first + count, kind == 5, gaps + (kind == 5)
    assert expected == 160 and gaps, (expected, gaps)
    for number, code in ((signal.SIGINT, 1), (signal.SIGTERM, 0)):
        fake = Fake(PREFACE + welcome())
        child = subprocess.Popen([CLIENT, "publish", fake.address], stdin=subprocess.PIPE)
        time.sleep(1)
        child.send_signal(number)
        assert child.wait(5) == 0 and code_of(fake.result()) == code, (number, fake.results)


def viewing():
    for stops in (lambda child: child.send_signal(signal.SIGTERM), lambda child: child.stdout.close()):
        fake = Fake(OPEN)
        child = subprocess.Popen([CLIENT, "watch", fake.address], stdout=subprocess.PIPE)
        assert child.stdout.read(len(VIDEO)) == VIDEO
        stops(child)
        assert child.wait(5) == 0 and code_of(fake.result()) == 0
    other = PREFACE + welcome(instance=8) + tracks(2) + frame(5, SLICE, 0, 2) + frame(6, SETS + IDR, 1, 2) + END
    code, out, _ = client("watch", Fake(sends(OPEN, ends=True), other).address)
    assert (code, out) == (0, VIDEO + SETS + IDR)  # another instance: it begins anew, with a start frame


def confined():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def whole(streamd, folder):
    """A round trip with little memory, through a real relay; then another, in which the relay is killed and comes back."""
    plain = folder + "/streamd-c-plain"
    subprocess.run([*(word for word in BUILD if "sanitize" not in word), plain], check=True)
    confine = {plain: confined, streamd: None}

    def relay():
        return subprocess.Popen([streamd, "relay", "--listen", address[:-4], "--admin", "off"], stderr=-3, stdout=-3)

    def pictures(file):
        text = subprocess.check_output(["ffmpeg", "-v", "error", "-i", file, "-f", "framemd5", "-"])
        return [line.split(b",")[-1] for line in text.splitlines() if line[:1] != b"#"]
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = "127.0.0.1:%d/cam" % free.getsockname()[1]
    video, tool, server = folder + "/in.h264", shutil.which("ffmpeg"), relay()
    pathlib.Path(video).write_bytes((SETS + IDR + SLICE * 24) * 8)
    if tool:
        subprocess.run([tool, "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-t", "8",
                        "-c:v", "libx264", "-preset", "veryfast", "-g", "25", video], check=True)
    for kill in (False, True):
        outs = [folder + "/c.h264", folder + "/streamd.h264"]
        viewers = [subprocess.Popen([program, "watch", address], stdout=open(out, "wb"), stderr=-3, preexec_fn=limit)
                   for (program, limit), out in zip(confine.items(), outs)]
        time.sleep(2)
        with open(video, "rb") as file:
            publisher = subprocess.Popen([plain, "publish", "--fps", "25", address], stdin=file, stderr=-3,
                                         preexec_fn=confined)
        if kill:
            time.sleep(3)
            server.kill()
            server.wait()
            server = relay()
        assert publisher.wait(60) == 0 and viewers[0].wait(60) == 0 and viewers[1].wait(60) == 0
        inputs, seen = (pathlib.Path(name).read_bytes() for name in (video, outs[0]))
        assert kill or inputs == seen == pathlib.Path(outs[1]).read_bytes()
        if tool:
            sent, came = pictures(video), pictures(outs[0])
            assert sent == came if not kill else set(came) <= set(sent) and len(came) > len(sent) / 3
            print("%d pictures, %d decoded%s" % (len(sent), len(came), ", the relay was killed" if kill else ""))
    server.terminate()
    server.wait()


def seeds(folder):
    """Inputs for fuzz.c: choices, bytes of a relay, and for a publisher its input."""
    parts = json.loads(CASES.read_text())
    cases = [(case["role"], bytes_of(case, parts["parts"])) for case in parts["cases"] if case["role"] in ROLES]
    cases += [("subscribe", SESSION), ("publish", PREFACE + welcome() + PING * 50),
              ("subscribe", PREFACE + message(2, welcome()[8:] + b"".join(struct.pack(">HH", n, 0) for n in range(16, 60)))),
              ("publish", PREFACE + goodbye(3, redirect=b"127.0.0.2:1/y")), ("subscribe", OPEN + goodbye(0x200, 1))]
    fields = ["0" * ((n + 1).bit_length() - 1) + format(n + 1, "b") + "1" for n in range(70)]  # ids of PPS, and SPS 0
    many = b"".join(b"\0\0\1\x68" + int(each.ljust(24, "1"), 2).to_bytes(3, "big") for each in fields)
    inputs = [VIDEO * 3, SETS + many + IDR + SLICE, SETS[:20] + b"\xd5" * 2000 + SETS[20:] + IDR, IDR + SLICE + VIDEO]
    folder.mkdir(parents=True, exist_ok=True)
    for number, (role, data) in enumerate(cases):
        for index, (choice, video) in enumerate(itertools.product(*(((0, 0x40, 0x80), [b""]) if role == "subscribe" else
                                                                    ((1, 2, 0x41, 0x82), inputs)))):
            start = struct.pack(">BIH", choice, number, len(data))
            (folder / ("%s-%d-%d" % (role, number, index))).write_bytes(start + data + video)


arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--seeds", type=pathlib.Path, help="only write inputs for fuzz.c into this folder")
arguments.add_argument("--streamd", help="the program of this repository, for the round trip")
arguments.add_argument("--client", help="a streamd-c; by default the test builds one, with sanitizers")
options = arguments.parse_args()
if options.seeds:
    sys.exit(seeds(options.seeds))
with tempfile.TemporaryDirectory() as place:
    CLIENT = options.client or place + "/streamd-c"
    if not options.client:
        subprocess.run([*BUILD, CLIENT], check=True)
    vectors = json.loads(CASES.read_text()) if CASES.exists() else {"cases": [], "parts": {}}
    jobs = [(split_at, k) for k in range(1, len(SESSION))] + [(cut_at, k) for k in range(len(SESSION))]
    jobs += [(mutated, seed) for seed in range(200)] + [(job,) for job in (endings, redirects, publishing, viewing)]
    cases = [case for case in vectors["cases"] if case["role"] in ROLES]
    jobs += [(conformance, case, vectors["parts"]) for case in cases]
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        results = [(job, pool.submit(*job)) for job in jobs]
    errors = ["%s %s: %r" % (job[0].__name__, job[1:2], done.exception()) for job, done in results if done.exception()]
    if errors:
        sys.exit("\n".join(errors))
    print("%d tests with fake relays, %d of them from client.json" % (len(jobs), len(cases)))
    if options.streamd:
        whole(options.streamd, place)
