"""The record of a run, and the disk that it leaves when the power fails."""
import os, struct
from collections import namedtuple

# `recorder.c` has the same list; MARK is ours.
CREATE, WRITE, TRUNCATE, SYNC, UNLINK, RENAME, SYNC_FOLDER, SAID, MAKE_FOLDER, LINK, MARK = range(1, 12)
HEADER = struct.Struct("<IBHHQQ")
MAGIC = 0x4C574F50
SECTOR = 512

Event = namedtuple("Event", "kind path other offset data")


def append_mark(log, text):
    """Puts a remark into a record that others are writing, at the moment of now."""
    data = text.encode()
    with open(log, "ab", buffering=0) as out:
        out.write(HEADER.pack(MAGIC, MARK, 0, 0, 0, len(data)) + data)


class Recording:
    def __init__(self, path, root):
        self.path, self.events = path, []
        # What is on the disk before, all of it safe; a folder is None.
        self.before = {}
        for folder, folders, files in os.walk(root):
            for name in folders:
                self.before[os.path.relpath(os.path.join(folder, name), root)] = None
            for name in files:
                with open(os.path.join(folder, name), "rb") as source:
                    self.before[os.path.relpath(os.path.join(folder, name), root)] = source.read()

    def mark(self, value):
        import json
        append_mark(self.path, json.dumps(value))

    def load(self):
        with open(self.path, "rb") as source:
            content = source.read()
        position = 0
        while position < len(content):
            magic, kind, path_length, other_length, offset, length = HEADER.unpack_from(content, position)
            assert magic == MAGIC, f"the record is damaged at byte {position}"
            position += HEADER.size
            path = content[position:position + path_length].decode()
            position += path_length
            other = content[position:position + other_length].decode()
            position += other_length
            data = b""
            if kind in (WRITE, SAID, MARK):
                data = content[position:position + length]
                position += length
            # SQLite's shared memory is not kept.
            if not path.endswith("-shm"):
                self.events.append(Event(kind, path, other, offset, data))


class File:
    """What is safe of a file, and what was done to it since it was synchronized."""
    __slots__ = ("safe", "open")

    def __init__(self, safe=b""):
        self.safe, self.open = bytearray(safe), []


def write(content, offset, data):
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset:offset + len(data)] = data


def apply(content, change):
    offset, data = change
    if data is not None:
        write(content, offset, data)
    elif offset < len(content):
        del content[offset:]
    else:
        content.extend(bytes(offset - len(content)))


def folder_of(path):
    return os.path.dirname(path)


class Disk:
    """The files as programs see them, and what of them is safe. A name is safe when its folder was
    synchronized after the name was made; POSIX promises no more."""

    def __init__(self, before):
        self.position = 0
        self.names = {path: None if content is None else File(content) for path, content in before.items()}
        self.safe = dict(self.names)
        # What was done to names whose folder was not synchronized since, in order.
        self.open = []

    def happen(self, event):
        self.position += 1
        kind, path = event.kind, event.path
        if kind == CREATE:
            self.names[path] = File()
            self.open.append((event, self.names[path]))
        elif kind == WRITE:
            self.file(path).open.append((event.offset, event.data))
        elif kind == TRUNCATE:
            self.file(path).open.append((event.offset, None))
        elif kind == SYNC:
            file = self.file(path)
            for change in file.open:
                apply(file.safe, change)
            file.open = []
        elif kind == MAKE_FOLDER:
            self.names[path] = None
            self.open.append((event, None))
        elif kind in (RENAME, LINK):
            file = self.names[path]
            if kind == RENAME:
                del self.names[path]
            self.names[event.other] = file
            self.open.append((event, file))
        elif kind == UNLINK:
            self.names.pop(path, None)
            self.open.append((event, None))
        elif kind == SYNC_FOLDER:
            kept = []
            for change in self.open:
                if path in (folder_of(change[0].path), folder_of(change[0].other) if change[0].other else None):
                    self.rename(self.safe, change)
                else:
                    kept.append(change)
            self.open = kept

    def file(self, path):
        if self.names.get(path) is None:
            self.names[path] = File()
        return self.names[path]

    @staticmethod
    def rename(names, change):
        event, file = change
        if event.kind in (CREATE, MAKE_FOLDER):
            names[event.path] = file
        elif event.kind in (RENAME, LINK):
            if event.kind == RENAME and names.get(event.path) is file:
                del names[event.path]
            names[event.other] = file
        else:
            names.pop(event.path, None)

    def state(self, rng):
        """The files that are found when the power comes back: contents by path; a folder is None."""
        names = dict(self.safe)
        way = rng.choice(["none", "all", "first", "folders"])
        lucky = {folder for folder in {folder_of(c[0].path) for c in self.open} if rng.random() < 0.5}
        count = {"none": 0, "all": len(self.open)}.get(way, rng.randint(0, len(self.open)))
        for index, change in enumerate(self.open):
            if folder_of(change[0].path) in lucky if way == "folders" else index < count:
                self.rename(names, change)
        # A file whose folder is not there cannot be found.
        found = {}
        for path in sorted(names):
            parent = folder_of(path)
            if parent == "" or (parent in found and found[parent] is None):
                found[path] = names[path]
        return {path: None if file is None else self.content(file, rng) for path, file in found.items()}

    @staticmethod
    def content(file, rng):
        if not file.open:
            return file.safe
        content = bytearray(file.safe)
        way = rng.choice(["none", "all", "first", "any", "torn"])
        count = {"none": 0, "first": rng.randint(0, len(file.open))}.get(way, len(file.open))
        for offset, data in file.open[:count]:
            if way in ("any", "torn") and rng.random() < 0.5:
                continue
            if way == "torn" and data is not None:
                for start in range(0, len(data), SECTOR):
                    if rng.random() < 0.5:
                        write(content, offset + start, data[start:start + SECTOR])
            else:
                apply(content, (offset, data))
        return content
