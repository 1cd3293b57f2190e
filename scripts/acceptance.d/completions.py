"""TAB in bash, zsh and fish completes commands, flags, values and file names, also after addresses with colons.

The shells run on a pseudo-terminal; a function in place of the program shows the words of its command line.
"""
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import time

from trial import PATIENCE, Abandoned

SECONDS = 0
SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "completions"
FILES = ("holiday.h264", "a film.mp4", "it's.aac", "folder/inside.aac")
RELAY = "relay.example.org:7450/studio"
#: What is typed, where each TAB stands for itself, and the words that the program is called with.
CASES = (
    ("publ\t --lo\t", ["publish", "--loop"]),
    ("publish holi\t", ["publish", "holiday.h264"]),
    ("publish a\t", ["publish", "a film.mp4"]),
    (f"publish --to {RELAY} --audio none holi\t", ["publish", "--to", RELAY, "--audio", "none", "holiday.h264"]),
    ("publish --rate-control cb\t", ["publish", "--rate-control", "cbr"]),
    ("watch -o holi\t", ["watch", "-o", "holiday.h264"]),
    (f"watch {RELAY} -o holi\t", ["watch", RELAY, "-o", "holiday.h264"]),
    (f"watch {RELAY} --outp\tfold\tins\t", ["watch", RELAY, "--output", "folder/inside.aac"]),
    ("watch --format mp\t", ["watch", "--format", "mp4"]),
    (f"clip {RELAY} --la\t30s -o holi\t", ["clip", RELAY, "--last", "30s", "-o", "holiday.h264"]),
    ("inspect holi\t", ["inspect", "holiday.h264"]),
    ("inspect --json it\t", ["inspect", "--json", "it's.aac"]),
    ("inspect fold\tins\t", ["inspect", "folder/inside.aac"]),
    ("relay --tokens holi\t", ["relay", "--tokens", "holiday.h264"]),
    ("token check --jw\t", None),  # two flags begin so: nothing may be decided
    ("ctl log-level warn\t", ["ctl", "log-level", "warning"]),
)
#: What the shell's own rules allow, beside that.
BASH_CASES = ((f"publish --to={RELAY} holi\t", ["publish", f"--to={RELAY}", "holiday.h264"]),
              ("watch --output=holi\t", ["watch", "--output=holiday.h264"]))
PROMPT = "READY> "


def run(trial, seconds):
    made = trial.file("made")
    subprocess.run([SCRIPT, trial.streamd, made], check=True)
    home = trial.file("home")
    for name in FILES:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).touch()
    for kind in (Bash, Zsh, Fish):
        if not shutil.which(kind.name):
            trial.saw(f"{kind.name} is not installed and was not tested")
            continue
        with kind(made, home, trial.file(f"{kind.name}-settings")) as shell:
            wrong = [f"{typed!r} became {words}" for typed, wanted in CASES + shell.more_cases
                     if (words := shell.words(typed)) != (wanted or typed.replace("\t", "").split())]
        trial.check(not wrong, f"{kind.name}: {len(CASES + shell.more_cases) - len(wrong)} of "
                               f"{len(CASES + shell.more_cases)} command lines were completed {'; '.join(wrong)}")


class Shell:
    """A shell on its own terminal, in the folder with the files."""
    more_cases = ()

    def __init__(self, made, home, settings):
        settings.mkdir()
        arguments = self.arguments(made, settings)
        self._seen = ""
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.chdir(home)
            os.execvpe(arguments[0], arguments, {
                "PATH": os.environ["PATH"], "TERM": "xterm", "HOME": str(home), "LC_ALL": "C.UTF-8",
                "ZDOTDIR": str(settings), "XDG_CONFIG_HOME": str(settings), "XDG_DATA_HOME": str(settings),
                "XDG_CACHE_HOME": str(settings)})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._terminal)

    def words(self, typed):
        """Types the program's name, this text and Enter, and returns the words of the command line."""
        self._wait_for(re.escape(PROMPT))
        os.write(self._terminal, f"streamd {typed}\r".encode())
        return re.findall(r"<(.*?)>", self._wait_for(r"BEGIN(<.*?)END")[1], re.DOTALL)

    def _wait_for(self, pattern):
        deadline = time.monotonic() + PATIENCE
        while not (match := re.search(pattern, self._seen, re.DOTALL)):
            if not select.select([self._terminal], [], [], max(0, deadline - time.monotonic()))[0]:
                raise Abandoned(f"{self.name} did not print {pattern} in time; its output: {self._seen[-500:]!r}")
            self._seen += os.read(self._terminal, 65536).decode(errors="replace")
        self._seen = self._seen[match.end():]
        return match


class Bash(Shell):
    name = "bash"
    more_cases = BASH_CASES

    def arguments(self, made, settings):
        (settings / "bashrc").write_text(
            f"PS1='{PROMPT}'\nsource '{made}/streamd.bash'\n"
            "function streamd { printf 'BEGIN'; printf '<%s>' \"$@\"; printf 'END\\n'; }\n")
        return ["bash", "--noprofile", "--rcfile", str(settings / "bashrc"), "-i"]


class Zsh(Shell):
    name = "zsh"

    def arguments(self, made, settings):
        (settings / ".zshrc").write_text(
            f"PS1='{PROMPT}'\nfpath=('{made}' $fpath)\nautoload -Uz compinit\ncompinit -u -D\n"
            "function streamd { printf 'BEGIN'; printf '<%s>' \"$@\"; printf 'END\\n'; }\n")
        return ["zsh", "-d", "-i"]


class Fish(Shell):
    name = "fish"

    def arguments(self, made, settings):
        (settings / "start.fish").write_text(
            f"source '{made}/streamd.fish'\nfunction fish_prompt; echo -n '{PROMPT}'; end\nset fish_greeting\n"
            "set -g fish_autosuggestion_enabled 0\n"
            "function streamd; printf 'BEGIN'; printf '<%s>' $argv; printf 'END\\n'; end\n")
        return ["fish", "--interactive", "--init-command", f"source '{settings}/start.fish'"]
