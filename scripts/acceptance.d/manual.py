"""Manual pages: one for each command, with every flag of its help, and without warnings of groff and mandoc."""
import os
import pathlib
import re
import shutil
import subprocess

SECONDS = 0
SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "manual"
SECTIONS = ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO")


def run(trial, seconds):
    made, again = trial.file("made"), trial.file("again")
    for folder in (made, again):
        subprocess.run([SCRIPT, trial.streamd, folder], check=True, env={**os.environ, "SOURCE_DATE_EPOCH": "86400"})
    pages = sorted((made / "man1").iterdir())
    same = [page.read_bytes() for page in pages] == [page.read_bytes() for page in sorted((again / "man1").iterdir())]
    trial.check(same, f"{len(pages)} pages, identical in two runs of scripts/manual")
    commands = subcommands(trial)
    wanted = {"streamd.1", *(f"streamd-{command}.1" for command in commands)}
    trial.check({page.name for page in pages} == wanted,
                f"there is one page for the program and one for each of {len(commands)} commands")
    missing = [f"{page.stem}: {what}" for page in pages for what in lacks(trial, page)]
    trial.check(not missing, f"each page has all sections and the flags of its help {'; '.join(missing)}")
    for checker in (["man", "-l", "--warnings=all", "-Tutf8"], ["mandoc", "-Tlint", "-Wstyle"]):
        if not shutil.which(checker[0]):
            trial.saw(f"{checker[0]} is not installed and was not run")
            continue
        complaints = [line for page in pages for line in complaints_of(checker, page)]
        trial.check(not complaints, f"{checker[0]} reports no problems {'; '.join(complaints[:5])}")


def subcommands(trial, *above):
    """The commands that the help lists, without 'help' itself."""
    names = re.search(r"^SUBCOMMANDS:\n((?:  .*\n|\n)*)", help_of(trial, *above), re.MULTILINE)
    return re.findall(r"^  (\S+)  ", names[1], re.MULTILINE) if names else []


def help_of(trial, *words):
    return subprocess.run([trial.streamd, *words, "--help"], check=True, capture_output=True, text=True).stdout


def lacks(trial, page):
    text = re.sub(r"\\f[BIR]|\\&", "", page.read_text()).replace("\\-", "-")
    words = page.stem.split("-", 1)[1:]
    helps = [help_of(trial, *words)] + [help_of(trial, *words, each) for each in words and subcommands(trial, *words)]
    flags = set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", "".join(each.partition("OPTIONS:")[2] for each in helps)))
    return [name for name in SECTIONS if f".SH {name}\n" not in text] + sorted(
        flag for flag in flags if not re.search(rf"(?<![\w-]){flag}(?![\w-])", text))


def complaints_of(checker, page):
    ran = subprocess.run([*checker, page], capture_output=True, text=True, env={**os.environ, "MANWIDTH": "80"})
    output = ran.stderr + (ran.stdout if checker[0] == "mandoc" else "")
    return [f"{page.name}: {line}" for line in output.splitlines() if line.strip()]
