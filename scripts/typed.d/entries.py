"""The entries of the documents' commands. As a program, it says what is wrong with them.

Usage: entries.py FOLDER DOCUMENT...
"""
import os
import sys

import documents

HERE = os.path.dirname(os.path.abspath(__file__))


def read(*names):
    with open(os.path.join(HERE, *names)) as file:
        return file.read()


class Entries:
    """All entries, of which some are for a document and some exceptions for every document."""

    def __init__(self):
        self.exceptions = documents.exceptions("exceptions", read("exceptions"))
        self.everywhere = self.exceptions.pop("every document", [])

    def of(self, name):
        """The entry of a document as a whole, and those of its commands."""
        file = os.path.join("expected", os.path.splitext(name)[0])
        text = read(file) if os.path.exists(os.path.join(HERE, file)) else ""
        own, *expected = documents.expected(file, text)
        return own, [*self.everywhere, *self.exceptions.get(name, []), *expected]

    def unused(self):
        """What is wrong if all documents have been read: exceptions for every document that none has."""
        return [f"{entry.place}: {entry.text}: no document has such a command any more"
                for entry in self.everywhere if not entry.used]

    def without_document(self, root):
        """What is wrong with the names of the documents that have entries."""
        top = os.path.join(HERE, "expected")
        files = [os.path.join(folder, file) for folder, _, files in os.walk(top) for file in files]
        names = sorted({*self.exceptions, *(os.path.relpath(file, top) + ".md" for file in files)})
        return [f"there are entries for {name}, which does not exist" for name in names
                if not os.path.exists(os.path.join(root, name))]


def unused(name, entries):
    """What is wrong with the entries of a document, after all of its commands have been given theirs."""
    return [(f"{entry.place}: {entry.text}", f"{name} has no such command any more")
            for entry in entries if not entry.used and not entry.everywhere]


def main(root, names):
    entries = Entries()
    problems = entries.without_document(root)
    for name in names:
        _, mine = entries.of(name)
        with open(os.path.join(root, name)) as file:
            for command in documents.commands(file.read()):
                if documents.choose(mine, command) is None and command.needs_entry:
                    problems.append(f"{name}:{command.line}: '{command.text}' is neither typed nor excepted")
        problems += [": ".join(problem) for problem in unused(name, mine)]
    for problem in problems + entries.unused():
        print(problem, file=sys.stderr)
    sys.exit(1 if problems + entries.unused() else 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
