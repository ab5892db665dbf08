"""What is recorded and what must hold afterwards: one class for each scenario."""
import json, os, shutil, sqlite3, subprocess, sys
from disk import MARK, SAID
from machine import name_of, record, record_id

HERE = os.path.dirname(os.path.abspath(__file__))
class Scenario:
    """`prepare` happens before the record starts; each item of `steps` is a function that runs the program."""
    remote = "jsonl: {path: s.jsonl}"
    pipeline = "there"

    def prepare(self, machine):
        pass

    def start_state(self, machine, known):
        """Puts beside the disk what was there at that moment."""

    def promise(self, mark):
        """What the program promises when it reports that a step is done."""
        return {}


class Ingest(Scenario):
    """What was reported as stored is there."""

    def steps(self, machine):
        number = 0
        for step in range(24):
            count = [1, 3, 40, 2, 700][step % 5]
            yield {"kept": list(range(number, number + count))}, lambda a=number, b=number + count, **o: machine.ingest(range(a, b), **o)
            number += count

    def check(self, machine, known):
        return machine.damage() or lost(machine, known)


# Has the store open until its input ends. A process of its own: this one reads the store's file, and closing
# that would release SQLite's locks.
READER = """
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("SELECT count(*) FROM result").fetchall()
print("open", flush=True)
sys.stdin.read()
"""


class Beside(Ingest):
    """The same while another process has the store open: then the log stays, and only it has what was stored."""

    def prepare(self, machine):
        machine.ingest([1_500])
        # Makes the empty log, whose name is taken as safe: SQLite leaves that to the file system.
        self.reader = subprocess.Popen([sys.executable, "-c", READER, os.path.join(machine.root, "store", "s.db")],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.reader.stdout.readline()

    def steps(self, machine):
        yield from super().steps(machine)
        self.reader.stdin.close()
        self.reader.wait()


def lost(machine, known):
    missing = {record_id(n) for n in known.promised("kept")} - machine.ids()
    return f"{len(missing)} results are lost that were reported as stored: {sorted(missing)[:2]}" if missing else None


def remote_program(state):
    return "program: {command: [%s, -B, -S, -E, %s], settings: {state: ../../%s}}" % (sys.executable, os.path.join(HERE, "remote.py"), state)


def write_state(machine, records):
    with open(os.path.join(machine.folder, "there.json"), "w") as out:
        json.dump(records, out)


def read_state(machine):
    with open(os.path.join(machine.folder, "there.json")) as source:
        return json.load(source)


class Push(Scenario):
    """What the remote has confirmed is known as delivered, and everything else is sent again."""
    remote = remote_program("there.json")

    def prepare(self, machine):
        write_state(machine, {"can": ["push"], "records": {}, "number": 0})

    def steps(self, machine):
        for step in range(16):
            numbers = range(step * 4, step * 4 + 1 + step % 4)
            yield {"kept": list(numbers)}, lambda n=numbers, **o: machine.ingest(n, **o)
            yield {"sent": list(numbers)}, lambda **o: machine.run(["sync", "--pipeline", "there"], **o)

    def start_state(self, machine, known):
        write_state(machine, known.state or {"can": ["push"], "records": {}, "number": 0})

    def check(self, machine, known):
        problem = machine.damage() or lost(machine, known)
        if problem:
            return problem
        there = {n for n, r in (known.state or {"records": {}})["records"].items() if not r["deleted"]}
        here = {"r-" + i.replace("|", "-") for i in machine.ids()}
        if there - here:
            return f"the remote has {sorted(there - here)[:2]}, which this store has forgotten"
        if not here:
            return None
        code, out, err = machine.run(["sync", "--pipeline", "there"])
        if code:
            return f"sync ends with {code}: {err[:300]}"
        after = {n for n, r in read_state(machine)["records"].items() if not r["deleted"]}
        if here - after:
            return f"{len(here - after)} results never reach the remote: {sorted(here - after)[:2]}"
        return None


class Pull(Scenario):
    """The token is never ahead of what was merged."""
    remote = remote_program("there.json")

    def prepare(self, machine):
        write_state(machine, {"can": ["push", "pull"], "records": {}, "number": 0, "page": 3})
        machine.ingest([1_500])

    def steps(self, machine):
        for step in range(20):
            state = read_state(machine)
            for n in range(step * 5, step * 5 + 4):
                add_there(state, n, False)
            if step % 3 == 2:
                add_there(state, step * 5 - 4, True)
            write_state(machine, state)
            numbers = [n for n in range(step * 5 + 4) if n % 5 != 4]
            yield {"state": state, "taken": [n for n in numbers if not state["records"][name_of(n)]["deleted"]]}, \
                lambda **o: machine.run(["sync", "--pipeline", "there"], **o)

    def start_state(self, machine, known):
        write_state(machine, known.state or {"can": ["push", "pull"], "records": {}, "number": 0, "page": 3})

    def check(self, machine, known):
        problem = machine.damage()
        if problem:
            return problem
        here = {"r-" + i.replace("|", "-") for i in machine.ids()}
        records = (known.state or {"records": {}})["records"]
        for (token,) in machine.rows("root/store/s.db", "SELECT token FROM zone WHERE token IS NOT NULL"):
            number = int(bytes.fromhex(token))
            missing = {n for n, r in records.items() if r["number"] <= number and not r["deleted"]} - here
            if missing:
                return f"the token {number} is ahead of {len(missing)} records: {sorted(missing)[:2]}"
            if {n for n, r in records.items() if r["number"] <= number and r["deleted"]} & here:
                return f"the token {number} is ahead of a deletion"
        missing = {name_of(n) for n in known.promised("taken")} & {n for n, r in records.items() if not r["deleted"]} - here
        if missing:
            return f"{len(missing)} results are lost that were reported as taken"
        code, out, err = machine.run(["sync", "--pipeline", "there"])
        if code:
            return f"sync ends with {code}: {err[:300]}"
        here = {"r-" + i.replace("|", "-") for i in machine.ids()}
        there = {n for n, r in read_state(machine)["records"].items() if not r["deleted"]}
        return None if here == there else f"after a sync {sorted(here ^ there)[:3]} differ"


def add_there(state, number, is_deleted):
    state["number"] += 1
    fields = {k: v for k, v in record(number).items() if k not in ("type", "id", "source")}
    state["records"][name_of(number)] = {
        "zone": "results", "recordName": name_of(number), "type": "GameResult", "deleted": is_deleted,
        "fields": {} if is_deleted else fields, "number": state["number"]}


class Delete(Scenario):
    """What was deleted stays deleted, here and at the remote."""
    remote = remote_program("there.json")

    def prepare(self, machine):
        write_state(machine, {"can": ["push"], "records": {}, "number": 0})

    def steps(self, machine):
        for step in range(10):
            numbers = list(range(step * 5, step * 5 + 5))
            gone = numbers[:2]
            yield {"all": numbers}, lambda n=numbers, **o: machine.ingest(n, **o)
            if step % 2 == 0:
                yield {}, lambda **o: machine.run(["sync", "--pipeline", "there"], **o)
            yield {"gone": gone}, lambda g=gone, **o: machine.run(["results", "delete"] + [record_id(n) for n in g], **o)
            yield {}, lambda **o: machine.run(["sync", "--pipeline", "there"], **o)

    start_state = Push.start_state

    def check(self, machine, known):
        problem = machine.damage()
        if problem:
            return problem
        gone = {record_id(n) for n in known.promised("gone")}
        again = {record_id(n) for n in known.promised("all")}
        if again - gone - machine.ids() - known.begun_ids("gone"):
            return "results are lost that were reported as stored"
        if gone & machine.ids():
            return f"{sorted(gone & machine.ids())[:2]} are there again after they were deleted"
        if not again:
            return None
        for step in (lambda: machine.ingest(sorted(known.promised("all"))), lambda: machine.run(["sync", "--pipeline", "there"])):
            code, out, err = step()
            if code:
                return f"a step after the power loss ends with {code}: {err[:300]}"
        if gone & machine.ids():
            return f"{sorted(gone & machine.ids())[:2]} come back with an import"
        there = {n for n, r in read_state(machine)["records"].items() if not r["deleted"]}
        names = {"r-" + i.replace("|", "-") for i in gone}
        return f"the remote still has {sorted(there & names)[:2]}" if there & names else None


class Folder(Scenario):
    """A log is readable up to its last whole line, and what was reported as delivered is in it."""
    remote = "folder: {path: ../folder}"
    # Long texts, so that few records fill a segment of 1 MiB.
    texts = {n: f"Wordle {n} 3/6\n" + "".join(chr(97 + (n * 7 + i * i) % 26) for i in range(60_000)) for n in range(64)}

    def prepare(self, machine):
        os.makedirs(os.path.join(machine.root, "folder"))
        machine.run(["ingest", "-"], store="other/s.db", stdin=b"nothing")
        machine.ingest([1_500], store="other/s.db")

    def steps(self, machine):
        for step in range(16):
            numbers = list(range(step * 3, step * 3 + 1 + step % 3))
            yield {"kept": numbers}, lambda n=numbers, **o: machine.ingest(n, self.texts, **o)
            yield {"sent": list(range(step * 3 + 1 + step % 3))}, lambda **o: machine.run(["sync", "--pipeline", "there"], **o)

    def start_state(self, machine, known):
        shutil.copytree(os.path.join(known.recorded, "other"), os.path.join(machine.folder, "root", "other"))

    def check(self, machine, known):
        problem = machine.damage() or lost(machine, known)
        if problem:
            return problem
        os.makedirs(os.path.join(machine.root, "folder"), exist_ok=True)
        # Pages that never reached the disk can be a hole in what was not reported as delivered yet. Each device says once
        # where the log is damaged, and reads what is before that; the one that has written it mends it.
        problem = self.read(machine, {record_id(n) for n in known.promised("sent")} & {record_id(n) for n in known.promised("kept")},
                            "that were reported as delivered are not in the folder", may_be_damaged=True)
        if problem or not machine.ids():
            return problem
        self.keep_device(machine)
        code, out, err = machine.run(["sync", "--pipeline", "there"])
        if self.is_told(code, err):
            code, out, err = machine.run(["sync", "--pipeline", "there"])
        if code:
            return f"sync ends with {code}: {err[:300]}"
        return self.read(machine, machine.ids(), "do not reach the other device")

    def keep_device(self, machine):
        """The store of a state is a copy, which would write to a log of its own. The device that has lost its power goes on
        with its log, and so mends it."""
        store = sqlite3.connect(os.path.join(machine.root, "store", "s.db"))
        with store:
            store.execute("UPDATE device SET marker = NULL")
        store.close()

    def is_told(self, code, err):
        return code == 75 and "is damaged after byte" in err

    def read(self, machine, wanted, what, may_be_damaged=False):
        code, out, err = machine.run(["sync", "--pipeline", "there"], store="root/other/s.db")
        if code and not (may_be_damaged and self.is_told(code, err)):
            return f"the other device's sync ends with {code}: {err[:300]}"
        missing = wanted - machine.ids("root/other/s.db")
        return f"{len(missing)} results {what}: {sorted(missing)[:2]}" if missing else None


class JSONLines(Scenario):
    """Whole lines stay, and what was reported as delivered is in the file."""
    remote = "jsonl: {path: s.jsonl}"

    def steps(self, machine):
        for step in range(16):
            numbers = list(range(step * 40, step * 40 + [1, 5, 30, 2][step % 4]))
            yield {"kept": numbers}, lambda n=numbers, **o: machine.ingest(n, **o)
            yield {"sent": numbers}, lambda **o: machine.run(["sync", "--pipeline", "default"], **o)

    def lines(self, machine):
        path = os.path.join(machine.root, "store", "s.jsonl")
        if not os.path.exists(path):
            return set(), None
        with open(path, "rb") as source:
            content = source.read()
        ids, broken = set(), 0
        for line in content.split(b"\n")[:-1]:
            try:
                ids.add(json.loads(line)["recordName"])
            except (ValueError, KeyError):
                broken += 1
        return ids, broken

    def check(self, machine, known):
        found, _ = self.lines(machine)
        missing = {name_of(n) for n in known.promised("sent")} - found
        if missing:
            return f"{len(missing)} lines are lost that were reported as delivered: {sorted(missing)[:2]}"
        problem = machine.damage() or lost(machine, known)
        if problem or not machine.ids():
            return problem
        code, out, err = machine.run(["sync", "--pipeline", "default"])
        if code:
            return f"sync ends with {code}: {err[:300]}"
        found, broken = self.lines(machine)
        missing = {"r-" + i.replace("|", "-") for i in machine.ids()} - found
        if missing:
            return f"{len(missing)} results never reach the file: {sorted(missing)[:2]}"
        return f"{broken} damaged lines stay in the file" if broken else None


class Known:
    """What was begun and promised, and what the remote has, at a moment of the record."""

    def __init__(self, events, recorded):
        self.recorded, self.state, self.begun, self.done = recorded, None, [], []
        for event in events:
            if event.kind == MARK:
                mark = json.loads(event.data)
                if "there" in mark:
                    self.state = mark["there"]
                elif "step" in mark:
                    self.begun.append(mark)
                    self.state = mark.get("state", self.state)
            elif event.kind == SAID and not event.data.startswith((b'{"results"', b'{"account"', b'{"records"', b'{"expired"')):
                if self.begun and (not self.done or self.done[-1] is not self.begun[-1]):
                    self.done.append(self.begun[-1])

    def promised(self, key):
        return {n for mark in self.done for n in mark.get(key, [])}

    def begun_ids(self, key):
        return {record_id(n) for mark in self.begun for n in mark.get(key, [])}

    @property
    def place(self):
        return json.dumps([len(self.begun), len(self.done), (self.state or {}).get("number")])


SCENARIOS = {"ingest": Ingest, "beside": Beside, "push": Push, "pull": Pull, "delete": Delete, "folder": Folder, "jsonl": JSONLines}
