"""The commands of the documents, and the table that says how each is typed and judged."""
import collections
import dataclasses
import re

FENCE = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
#: The languages of blocks of commands, and of the other blocks.
COMMANDS, OTHERS = ("sh", "bash", "console"), ("", "html", "json", "mermaid", "swift", "yaml")
#: Commands in the lines of other blocks: after the times of a cron table, or as values of YAML.
LINE = re.compile(r"^(?:\*/5 \* \* \* \* +|[\w\s-]+: (?:exec:)?)(?=streamd |ffmpeg )(.*)$", re.MULTILINE)
COMMENT = re.compile(r"\s+#\s.*$")
#: A span of the running text is a command if it begins with one of these programs and has arguments, …
PROGRAM = re.compile(r"(?:\S*/)?(?:apt-get|apt|caddy|chromium|curl|docker|export|ffmpeg|ffplay|ffprobe|journalctl|man|"
                     r"mpv|source|ss|ssh|streamd|sudo|swift|systemctl|vainfo|c?vlc) |(?:scripts|Benchmarks|Fuzz)/\S+ ")
#: … unless it only names one of a program's commands.
NAME = re.compile(r"streamd(?: [a-z][a-z-]*)+|(?:apt|swift|systemctl|scripts/lab) [a-z]+")
#: The words that an entry may have, and whether they may come again.
WORDS = {"fill": True, "because": False, "network": False, "stop": True, "env": True, "unset": True, "start": True,
         "before": True, "until": True, "catch": True, "while": True, "keep": False, "itself": False, "by": False,
         "within": False, "ends": False, "shown": False, "ignore": True, "written": True,
         "then": True}


@dataclasses.dataclass
class Command:
    """A command of a document, in a block of commands or in the running text."""
    line: int
    text: str
    block: int = None
    comment: str = ""
    shown: list = dataclasses.field(default_factory=list)
    #: Whether it is a command in the text with arguments; others in the text only name a program.
    needs_entry: bool = False


@dataclasses.dataclass
class Entry:
    """What is expected of a command: its words with their arguments, in their order. Without a text, of a document."""
    place: str
    text: str
    words: list = dataclasses.field(default_factory=list)
    reason: str = ""
    used: bool = False
    #: An exception for every document: one of them has to have such a command.
    everywhere: bool = False

    def matches(self, command):
        text = self.text
        if (command.block is None) != text.startswith("`"):
            return False
        text = text.strip("`")
        return command.text.startswith(text[:-1]) if text.endswith(" *") else command.text == text

    def has(self, *words):
        return any(word in words for word, _ in self.words)

    def all(self, *words):
        return [argument for word, argument in self.words if word in words]

    def one(self, word, default=None):
        return next(iter(self.all(word)), default)


def commands(text):
    """All commands of a document, in their order."""
    found, blank = [], lambda match: re.sub(r"[^\n]", " ", match[0])
    place = lambda offset: text.count("\n", 0, offset) + 1  # noqa: E731
    fences = list(FENCE.finditer(text))
    if len(re.findall(r"^\s*```", text, re.MULTILINE)) != 2 * len(fences):
        raise SystemExit("A block does not begin or end at the beginning of a line: its commands would be overlooked.")
    for number, fence in enumerate(fences):
        language, content = fence.groups()
        if language not in COMMANDS + OTHERS:
            raise SystemExit(f"Whether a block of '{language}' has commands has to be stated in documents.py.")
        if language in COMMANDS:
            later = [other for other in fences[number + 1:] if other[1] in ("", "sh")]
            shown = later[0][2].splitlines() if later and later[0][1] == "" else []
            found += in_block(content, place(fence.start(2)), number, shown, language == "console")
        else:
            found += [Command(place(fence.start(2) + match.start(1)), match[1]) for match in LINE.finditer(content)]
    for match in SPAN.finditer(FENCE.sub(blank, text)):
        is_command = PROGRAM.match(match[1]) is not None and not NAME.fullmatch(match[1])
        found.append(Command(place(match.start()), match[1], needs_entry=is_command))
    return sorted(found, key=lambda command: command.line)


def in_block(content, line, number, shown, console):
    found, lines = [], content.splitlines()
    while lines:
        first, text = line, lines.pop(0)
        line += 1
        while text.endswith("\\") and lines:
            text = text[:-1].rstrip() + " " + lines.pop(0).lstrip()
            line += 1
        if console and not text.startswith("$ "):
            found[-1].shown.append(text)
        elif text.strip() and not text.startswith("#"):
            comment = COMMENT.search(text)
            found.append(Command(first, COMMENT.sub("", text.removeprefix("$ ")).strip(), number,
                                 comment[0].strip() if comment else "", [] if console else shown))
    return found


def expected(name, text):
    """The entries of a document, the first of which is for the document as a whole."""
    entries = [Entry(name, "")]
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{name}:{number}"
        if line.startswith(" "):
            word, _, argument = line.strip().partition(" ")
            if word not in WORDS or entries[-1].has(word) and not WORDS[word]:
                raise SystemExit(f"{place}: '{word}' is not a word of an entry, or it is there twice.")
            entries[-1].words.append((word, argument.strip()))
        elif line.strip() and not line.startswith("#"):
            entries.append(Entry(place, line.strip()))
    return entries


def exceptions(name, text):
    """The entries of the commands that are not typed, by document."""
    found = collections.defaultdict(list)
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("== "):
            document = line[3:].strip()
        elif line.startswith(" "):
            found[document][-1].reason = line.strip()
        elif line.strip() and not line.startswith("#"):
            found[document].append(Entry(f"{name}:{number}", line.strip(), everywhere=document == "every document"))
    return found


def placeholders(text):
    """What differs from run to run, and what stands for it in a comparison."""
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [tuple(part.strip() for part in line.split(" =>", 1)) for line in lines]


def choose(entries, command):
    """The entry of a command: the first that matches and was not used yet; or the last, if there are more commands."""
    fitting = [entry for entry in entries if entry.matches(command)]
    chosen = next((entry for entry in fitting if not entry.used), fitting[-1] if fitting else None)
    if chosen:
        chosen.used = True
    return chosen
