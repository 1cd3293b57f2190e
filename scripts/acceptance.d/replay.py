"""Replays what writes.c recorded up to any point, as a disk may have it after a power failure.

What was synchronized is there. Of the rest, each sector of a file is there or not, and a file has any length that it
had; of creations, names and removals since the last synchronization of their folder, a first part is there.
"""
import collections
import os
import pathlib
import random
import struct

OPEN, WRITE, TRUNCATE, SYNC, CLOSE, RENAME, UNLINK, MKDIR = range(1, 9)
SECTOR = 512
HEAD = struct.Struct("<IiIIQ")
Record = collections.namedtuple("Record", "operation descriptor text data number")


def read(log):
    data = pathlib.Path(log).read_bytes()
    records, offset = [], 0
    while offset + HEAD.size <= len(data):
        operation, descriptor, texts, bytes_, number = HEAD.unpack_from(data, offset)
        offset += HEAD.size
        text = data[offset:offset + texts].decode()
        offset += texts
        records.append(Record(operation, descriptor, text, data[offset:offset + bytes_], number))
        offset += bytes_
    return records


class File:
    """A file: what is on the disk for certain, and what may be."""

    def __init__(self):
        self.durable = bytearray()
        self.pending = []

    def synchronize(self):
        for step in self.pending:
            apply(self.durable, step)
        self.pending = []

    def after_failure(self):
        content = bytearray(self.durable)
        for offset, data in self.pending:
            if data is None:
                if random.random() < 0.5:
                    apply(content, (offset, None))
                continue
            appends = offset + len(data) > len(content)
            end = random.randint(0, len(data)) if appends else len(data)
            position = 0
            while position < end:
                stop = min(end, position + SECTOR - (offset + position) % SECTOR)
                if random.random() < 0.75:
                    apply(content, (offset + position, data[position:stop]))
                elif len(content) < offset + stop:
                    content.extend(bytes(offset + stop - len(content)))
                position = stop
        return bytes(content)


def apply(content, step):
    offset, data = step
    if data is None:
        del content[offset:]
        return
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset:offset + len(data)] = data


class Disk:
    """The disk after the first `count` records, and a failure of the power."""

    def __init__(self, records, count):
        self.names, self.folders, descriptors = {}, set(), {}
        self.changes = []
        self.certain = 0
        for record in records[:count]:
            path = record.text.rstrip("/")
            if record.operation == OPEN:
                if record.number & os.O_DIRECTORY:
                    descriptors[record.descriptor] = None
                    continue
                if path not in self.names:
                    self.change("create", path, File())
                descriptors[record.descriptor] = self.names[path]
                if record.number & os.O_TRUNC:
                    self.names[path].pending.append((0, None))
            elif record.operation == WRITE:
                descriptors[record.descriptor].pending.append((record.number, record.data))
            elif record.operation == TRUNCATE:
                descriptors[record.descriptor].pending.append((record.number, None))
            elif record.operation == SYNC:
                file = descriptors.get(record.descriptor)
                if file:
                    file.synchronize()
                else:
                    self.certain = len(self.changes)
            elif record.operation == CLOSE:
                descriptors.pop(record.descriptor, None)
            elif record.operation == RENAME:
                self.change("rename", path, record.data.decode())
            elif record.operation == UNLINK:
                self.change("unlink", path, None)
            elif record.operation == MKDIR:
                self.change("mkdir", path, None)

    def change(self, kind, path, other):
        self.changes.append((kind, path, other))
        perform(kind, path, other, self.names, self.folders)

    def write(self, root, target):
        """Writes the files below `root` into the folder `target`; returns those that it wrote."""
        names, folders = {}, set()
        for kind, path, other in self.changes[:random.randint(self.certain, len(self.changes))]:
            perform(kind, path, other, names, folders)
        target.mkdir(parents=True)
        written = {}
        for folder in sorted(folders):
            if folder != str(root):
                (target / os.path.relpath(folder, root)).mkdir(parents=True, exist_ok=True)
        for path, file in names.items():
            place = target / os.path.relpath(path, root)
            if place.parent.is_dir():
                place.write_bytes(file.after_failure())
                written[place] = file
        return written


def perform(kind, path, other, names, folders):
    if kind == "create":
        names[path] = other
    elif kind == "rename" and path in names:
        names[other] = names.pop(path)
    elif kind == "unlink":
        names.pop(path, None)
    elif kind == "mkdir":
        folders.add(path)
