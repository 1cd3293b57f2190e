"""Every mistake that a user can make: one sentence, the right exit code, and an answer within half a second."""
import concurrent.futures
import os
import re
import subprocess
import time

from mistaken import access, clients, clusters, publishers, servers
from mistaken.place import WARNING, Place

SECONDS = 1
#: How many mistakes there are at least, and how long an answer may take.
MISTAKES, SOON = 100, 0.5
#: How many times longer a debug build may take, beside another one.
UNOPTIMIZED = 8
#: How long to wait for one that does not come, and how often to ask again for one that is slow on a busy machine.
PATIENCE, ATTEMPTS = 20, 5
#: A mistake has a name, an exit code, a pattern of the answer, and arguments; options of the process may be last.
TABLES = (
    clients.commands, clients.addresses, clients.relays, clients.watching, clients.clipping, clients.exporting,
    clients.recording, clients.playing, clients.controlling, clients.inspecting, clients.testing,
    access.encryption, access.tokens, access.making_tokens,
    publishers.encoding, publishers.inputs, publishers.several_streams,
    servers.flags, servers.files,
    clusters.addresses, clusters.alone, clusters.secrets, clusters.examining, clusters.moving,
)
#: The form of ArgumentParser: the error, the values that are allowed, the option's help, and the usage.
USAGE_FORM = re.compile(r"Error: (.*)\n(?: +- .*\n)*(?:Help:  (?:.*\n)+?)?Usage: (?:.*\n)+?  See '.*' for more .*\n")
#: Words of a programming language, which tell a user nothing.
RAW = re.compile(r"\b[A-Z]\w+Error\b|\berrno\b|Optional\(|error -?\d")


def run(trial, seconds):
    place = Place(trial, seconds)
    rows = [row for table in TABLES for row in table(place)]
    # Two at a time on two cores: half of a debug build's answer is the start of the program.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as several:
        for answer in several.map(lambda row: answered(trial, row), rows):
            trial.check(*answer)
    names = {row[0] for row in rows}
    trial.check(len(names) == len(rows) >= MISTAKES, f"there are {len(names)} mistakes, each with its own name")


def answered(trial, row):
    """Makes a mistake, and judges the answer: whether it is as it should be, and what it is.

    A mistake that only deserves a warning has output too. The option `stdin` is the path of a file.
    """
    (name, code, says, *arguments), options = (row[:-1], row[-1]) if isinstance(row[-1], dict) else (row, {})
    stdin, options = options.get("stdin", os.devnull), {key: options[key] for key in options if key != "stdin"}
    soon = SOON * (UNOPTIMIZED if "debug" in trial.streamd.parts else 1)
    for _ in range(ATTEMPTS):
        began = time.monotonic()
        with open(stdin, "rb") as file:
            program = trial.start(trial.streamd, *arguments, stdin=file, stdout=subprocess.PIPE, **options)
        try:
            output, _ = program.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            output = b""
        took = time.monotonic() - began
        said, ended = program.said, program.process.poll()
        trial.end(program)
        if took < soon or ended is None:
            break
        # On a busy machine everything takes longer.
        took -= startup(trial)
        if took < soon:
            break
    line, fault = judged(said)
    if ended is None:
        fault = f"still running after {took:.0f} s"
    elif ended != code:
        fault = f"the exit code is not {code}"
    elif bool(output) != (code == WARNING):
        fault = f"{len(output)} bytes of output"
    elif not fault and not re.search(says, said):
        fault = f"there is no '{says}'"
    elif not fault and took >= soon:
        fault = f"{took:.2f} s"
    return not fault, f"{name}: {ended}, {line}{f' ({fault})' if fault else ''}"


def startup(trial):
    """How many seconds the program takes to do nothing."""
    began = time.monotonic()
    subprocess.run([trial.streamd, "--version"], stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - began


def judged(said):
    """The error in what a program says, and what is wrong with its form."""
    usage, own = USAGE_FORM.fullmatch(said), re.fullmatch(r"streamd: (.*)\n", said)
    if not (usage or own):
        lines = said.splitlines()
        return " | ".join(lines)[-300:], f"{len(lines)} lines"
    line = (usage or own)[1]
    if own and re.search(r"[.?!]['\")]? +['\"]?[A-Z]", line):
        return line, "more than one sentence"
    return line, "words of a program" if RAW.search(line) else None
