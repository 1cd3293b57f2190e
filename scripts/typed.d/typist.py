"""Types the commands of the documents in the system that scripts/typed has made.

What is expected of them is in the folder 'expected', and those that are not typed in 'exceptions'; README.md explains
both.
Runs as root, in a network of its own, with the variables that 'enter' sets.
"""
import collections
import itertools
import os
import re
import shutil
import string
import subprocess
import sys
import time

import documents
from entries import HERE, Entries, read, unused
from runningtime import now
from terminal import Typed

CHECKOUT, USER, HOME = os.path.dirname(os.path.dirname(HERE)), "you", "/home/you"
#: A factor for all limits of time.
PATIENCE = float(os.environ["patience"])
#: The network that has apt's mirror is that of the process with the id 1.
NETWORK = ("nsenter", "--net=/proc/1/ns/net", "setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups")


class Failure(Exception):
    """A command does not do what its document says."""


class Document:
    """Types the commands of one document, each block of commands with terminals of its own."""

    def __init__(self, name, own, entries):
        self.name, self.own, self.entries = name, own, entries
        self.kept, self.helpers, self.counts = [], {}, collections.Counter()
        self.folder = os.path.join(HOME, re.sub(r"\W+", "-", name))
        self.environment = {
            "HOME": HOME, "USER": USER, "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "DISPLAY": ":9", "SDL_AUDIODRIVER": "dummy", "PAGER": "cat",
            "DEBIAN_FRONTEND": "noninteractive", "XDG_RUNTIME_DIR": "/run/you", "release": os.environ["release"],
            "patience": os.environ["patience"]}

    def run(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.mkdir(self.folder)
        shutil.chown(self.folder, USER, USER)
        with open(os.path.join(CHECKOUT, self.name)) as file:
            self.text = file.read()
        block = None
        try:
            self.prepare(self.own)
        except Failure as failure:
            self.report("FAILED", "the document's own preparation", str(failure))
        for command in documents.commands(self.text):
            entry = documents.choose(self.entries, command)
            if entry is None and command.block is None:
                if command.needs_entry:
                    self.report("FAILED", f"{command.text}  [line {command.line}]", "it is neither typed nor excepted")
                continue
            if command.block != block:
                self.end_block()
                block = command.block
            self.type(command, entry or documents.Entry("", command.text))
        self.end_block()
        for name in list(self.helpers):
            self.stop(name)
        for what, problem in unused(self.name, self.entries):
            self.report("FAILED", what, problem)
        return self.counts

    def report(self, kind, command, detail=""):
        self.counts[kind] += 1
        print(f"  {kind:9}  {command}" + (f"    -- {detail}" if detail else ""), flush=True)

    def type(self, command, entry):
        if entry.reason:
            self.report("exception", command.text, entry.reason)
            self.counts["because " + entry.reason] += 1
            return
        text, typed = command.text, None
        for fill in entry.all("fill"):
            old, _, new = fill.partition(" => ")
            text = text.replace(old, string.Template(new).safe_substitute(self.environment))
        try:
            if "…" in text or text != command.text and "…" not in command.text and not entry.has("because"):
                raise Failure("its entry has to say what '…' stands for, or why the command is changed")
            self.prepare(entry)
            identity = (None, NETWORK) if entry.has("network") else (USER,)
            typed = Typed(text, self.folder, self.environment, *identity)
            self.judge(command, entry, typed)
        except Failure as failure:
            self.report("FAILED", f"{command.text}  [line {command.line}]", str(failure))
            if typed:
                typed.kill()
            return
        if entry.has("keep"):
            self.kept.append((command, entry, text, typed))
        else:
            self.passed(command, entry, text, typed)

    def judge(self, command, entry, typed):
        """What it says and does while it runs, and if it is not kept, how it ends."""
        seconds = float(entry.one("within", 30)) * PATIENCE
        expected = [re.escape(said) for said in re.findall(r"^# prints (\S+)$", command.comment)]
        for text in entry.all("written"):
            if text not in self.text:
                raise Failure(f"the document does not say '{text}' any more")
            expected.append(re.escape(text))
        for pattern in entry.all("until") + expected:
            if not typed.wait_to_say(pattern, seconds):
                raise Failure(f"expected /{pattern}/, got {last(typed.said)}")
        for catch in entry.all("catch"):
            name, _, pattern = catch.partition(" ")
            found = typed.wait_to_say(pattern, seconds)
            if not found:
                raise Failure(f"expected /{pattern}/, got {last(typed.said)}")
            self.environment[name] = found[1]
        for check in entry.all("while"):
            self.shell(check, typed)
        if not entry.has("keep"):
            self.end(command, entry, typed)

    def end(self, command, entry, typed):
        """It has to end by itself, if it was not enough to see it run."""
        seconds, by = float(entry.one("within", 30)) * PATIENCE, entry.one("by", "Ctrl-C")
        if entry.has("itself") or not entry.has("until", "written", "while", "by", "keep"):
            if not typed.wait(seconds):
                raise Failure(f"it did not end within {seconds:g} s; it said {last(typed.said)}")
        elif not typed.end(by, 20 * PATIENCE):
            raise Failure(f"it did not end after {by}; it said {last(typed.said)}")
        ends = entry.one("ends") or " ".join(["0"] * len(typed.statuses().split()))
        if not re.fullmatch(ends, typed.statuses()):
            raise Failure(f"expected the exit code {ends}, got {typed.statuses()}; it said {last(typed.said)}")
        if entry.has("shown"):
            compare(command.shown, typed.said, int(entry.one("shown")), entry.all("ignore"))
        for check in entry.all("then"):
            self.shell(check, typed)

    def passed(self, command, entry, text, typed):
        notes = [entry.one("because")] if entry.has("because") else []
        if text != command.text:
            notes.insert(0, f"typed: {text}")
        self.report("ok", command.text, "; ".join(notes))
        judged = entry.has("until", "catch", "written", "shown", "while", "then")
        self.counts["judged" if judged or command.comment.startswith("# prints ") else "ended"] += 1

    def end_block(self):
        """Ends what the block has left running, the newest first."""
        ended = []
        for command, entry, text, typed in reversed(self.kept):
            try:
                self.end(command, entry, typed)
                ended.append((command, entry, text, typed))
            except Failure as failure:
                self.report("FAILED", f"{command.text}  [line {command.line}]", str(failure))
                typed.kill()
        for kept in reversed(ended):
            self.passed(*kept)
        self.kept = []

    def prepare(self, entry):
        for word, argument in entry.words:
            name, _, script = argument.partition(" ")
            if word == "stop":
                for name in argument.split():
                    self.stop(name)
            elif word == "env":
                name, _, value = argument.partition("=")
                self.environment[name] = self.shell(f'printf %s "{value}"', None)
            elif word == "unset":
                self.environment.pop(argument, None)
            elif word == "start":
                self.start(name, script)
            elif word == "before":
                self.shell(argument, None)

    def start(self, name, script):
        self.stop(name)
        with open(f"/tmp/{name}.log", "w") as log:
            self.helpers[name] = self.bash(script, stdout=log, stderr=log, start_new_session=True)
        try:
            if (code := self.helpers[name].wait(0.3)) is not None:
                with open(f"/tmp/{name}.log") as log:
                    raise Failure(f"the helper '{name}' ended with {code}: {last(log.read())}")
        except subprocess.TimeoutExpired:
            pass

    def stop(self, name):
        if helper := self.helpers.pop(name, None):
            subprocess.run(["kill", "--", f"-{helper.pid}"], check=False, stderr=subprocess.DEVNULL)
            try:
                helper.wait(10)
            except subprocess.TimeoutExpired:
                subprocess.run(["kill", "-9", "--", f"-{helper.pid}"], check=False)
                helper.wait()

    def bash(self, script, **more):
        return subprocess.Popen(["bash", "-c", f". {HERE}/fixtures\nset -eo pipefail\n{script}"], cwd=self.folder,
                                env=self.environment, user=USER, group=USER, stdin=subprocess.DEVNULL, text=True,
                                extra_groups=os.getgrouplist(USER, 1000), **more)

    def shell(self, script, typed):
        """Runs a script of an entry and returns its output. One that judges a command has some time to succeed."""
        deadline = now() + PATIENCE * (0 if not typed else 20 if typed.running() else 3)
        while True:
            running = self.bash(script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
            output = self.output(running, script)
            if running.returncode == 0:
                return output
            if now() > deadline:
                break
            time.sleep(0.3)
        said = f"; it said {last(typed.said)}" if typed else ""
        raise Failure(f"'{script}' ended with {running.returncode}: {last(output)}{said}")

    def output(self, running, script):
        deadline = now() + 60 * PATIENCE
        while True:
            try:
                return running.communicate(timeout=1)[0]
            except subprocess.TimeoutExpired:
                if now() > deadline:
                    subprocess.run(["kill", "-9", "--", f"-{running.pid}"], check=False)
                    raise Failure(f"'{script}' does not end") from None


def last(text, most=500):
    text = " | ".join(line for line in text.splitlines() if line.strip())
    return repr(text if len(text) <= most else "…" + text[-most:])


def compare(shown, said, unordered, ignored):
    """Compares what a document shows with the first lines that came; the last of them may change places."""
    changes = documents.placeholders(read("placeholders"))

    def plain(lines):
        lines = [line.strip() for line in lines if line.strip()]
        for pattern, text in changes:
            lines = [re.sub(pattern, text, line) for line in lines]
        lines = [line for line in lines if not any(re.search(pattern, line) for pattern in ignored)][: len(shown)]
        kept = len(shown) - unordered
        return lines[:kept] + sorted(lines[kept:])

    for expected, got in itertools.zip_longest(plain(shown), plain(said.splitlines()), fillvalue="nothing"):
        if expected != got:
            raise Failure(f"expected '{expected}', got '{got}'")


def main():
    sums, entries, names = collections.Counter(), Entries(), os.environ["documents"].split()
    for name in names:
        print(f"== {name}", flush=True)
        began = time.monotonic()
        sums += Document(name, *entries.of(name)).run()
        print(f"   {time.monotonic() - began:.0f} s", flush=True)
    for problem in entries.without_document(CHECKOUT) + (entries.unused() if os.environ["all"] else []):
        print(f"FAILED: {problem}")
        sums["FAILED"] += 1
    print(f"{sums['ok']} commands were typed and did what is written: of {sums['judged']} the output or the effect was"
          f" compared, of {sums['ended']} the exit code. {sums['exception']} were not typed:")
    for reason in sorted((key for key in sums if key.startswith("because ")), key=lambda key: -sums[key]):
        print(f"{sums[reason]:5}  {reason.removeprefix('because ')}")
    print(f"{sums['FAILED']} failed.")
    sys.exit(1 if sums["FAILED"] else 0)


if __name__ == "__main__":
    main()
