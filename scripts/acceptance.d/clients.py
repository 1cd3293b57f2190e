"""streamd's own clients with tokens from the environment or a file."""
import collections
import concurrent.futures
import itertools
import os
import pathlib
import re
import signal

import tokens
from asking import STREAM
from trial import wait_until


def judge(trial, keys, authority, master, own, strict, lax):
    """Runs streamd watch and publish with tokens at a relay that refuses them without TLS, and at one that does not.

    `strict` and `lax` are their ports, `own` is an address other than loopback. Returns the messages and the secrets.
    """
    def signed(publish, watch, expiry):
        return keys.sign(tokens.claims([publish], [watch], expiry=expiry), "HS256", kid="HS256")

    good, late = (signed(STREAM + "3", STREAM, expiry) for expiry in ("future", "past"))
    other = signed("x", "x", "future")
    ca = ("--tls", "--ca", authority.certificate)
    clear = ("--allow-clear-token",)
    table = [
        # where, options, token, expected exit code
        (f"127.0.0.1:{strict}", (), master, None),
        (f"127.0.0.1:{strict}", (), good, None),
        (f"127.0.0.1:{strict}", (), None, "asks for a token"),
        (f"127.0.0.1:{strict}", (), late, "expired"),
        (f"127.0.0.1:{strict}", (), other, "does not allow"),
        (f"127.0.0.1:{strict}", ca, good, None),
        (f"{own}:{strict}", ca, good, None),
        (f"{own}:{strict}", ca, other, "does not allow"),
        (f"{own}:{strict}", (), good, "not sent.*tls://.*--allow-clear-token"),
        (f"{own}:{strict}", clear, good, "in clear.*TLS"),
        (f"{own}:{lax}", (), good, "not sent.*tls://.*--allow-clear-token"),
        (f"{own}:{lax}", clear, good, None),
        (f"{own}:{lax}", clear, late, "expired"),
    ]
    wrong, said, sentences = [], set(), collections.Counter()
    cases = [(*row, by_file) for row, by_file in itertools.product(table, (False, True)) if row[2] or not by_file]

    def judge_all(action):
        for where, options, token, wanted, by_file in cases:
            program = start(trial, action, where, options, token, by_file)
            outcome = judge_one(program, action, wanted, output_of(trial, action), said)
            said.add(program.said)
            sentences.update(re.sub(r":\d+", ":…", sentence) for sentence in program.errors)
            if outcome:
                wrong.append((action, where, options, wanted, outcome))

    # Publishers take turns, because they publish the same stream.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(judge_all, ("watch", "publish")))
    trial.check(not wrong, f"streamd watch and publish end as expected in {2 * len(cases)} runs, with the token from "
                f"the environment or a file {wrong[:4] or ''}")
    for sentence, times in sentences.most_common():
        trial.saw(f"{times} runs print: {sentence}")
    return said, {good, late, other}


def start(trial, action, where, options, token, by_file):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("STREAMD_")}
    if token and by_file:
        path = trial.file(f"bearer-{action}")
        path.write_text(token + "\n")
        path.chmod(0o600)
        options = (*options, "--token-file", path)
    elif token:
        environment["STREAMD_TOKEN"] = token
    if action == "watch":
        return trial.watch(f"{where}/{STREAM}", "-o", output_of(trial, action), *options, env=environment)
    return trial.publish(f"{where}/{STREAM}3", trial.file("clip.h264"), "--loop", *options, env=environment)


def output_of(trial, action):
    return trial.file(f"client-{action}.h264")


def judge_one(program, action, wanted, output, said):
    """The problem of the run, or None. Ends the program, and records its command line."""
    try:
        said.add(pathlib.Path(f"/proc/{program.pid}/cmdline").read_bytes().decode())
        if wanted is None and action == "watch":
            wait_until(lambda: has_video(output) or program.process.poll() is not None, "video")
            return None if program.process.poll() is None else program.said.strip()
        if wanted is None:
            program.wait_to_say("Publishing '")
            return None
        code = program.wait()
        right = code not in (0, 64) and len(program.errors) == 1 and re.search(wanted, program.errors[0])
        return None if right else f"exit code {code}: {program.said.strip()}"
    finally:
        if program.process.poll() is None:
            program.signal(signal.SIGTERM)
        program.wait()
        output.unlink(missing_ok=True)


def has_video(path):
    return path.exists() and path.stat().st_size > 0
