"""One world: takes the steps of a plan on real devices, and asks the oracle what became of it."""
import json, os, random

from history import History
from machine import Machine
from oracle import Oracle, offset_of, value_of
from remotes import REMOTES
from shares import chat, day, near_miss, puzzle, share

SYNC_CODES = (0, 73, 74, 75, 78)
SIGNALLED = "a run ended by a signal or a trap"


class World:
    def __init__(self, plan, root, options, steps=None):
        self.plan, self.options = plan, options
        self.steps = plan.steps if steps is None else steps
        self.remote = REMOTES[plan.remote](plan, options)
        self.machine = Machine(root, self.remote.environment())
        self.devices = [chr(ord("A") + n) for n in range(plan.devices)]
        self.history = History(plan.names, self.devices)
        self.violations, self.files, self.texts, self.backups = [], 0, [], []
        self.random = random.Random(f"kills {plan.seed}")

    # Steps

    def live(self):
        """Takes all steps, lets all devices sync until they are quiet. Returns what does not hold."""
        try:
            self.remote.start(self.machine)
            for number, device in enumerate(self.devices):
                old = self.options.previous and (self.plan.seed + number) % 2
                self.add_device(device, "old" if old else "new")
            for step in self.steps:
                self.take(step)
            self.remote.calm()
            if self.settle():
                self.violations += Oracle(
                    self.history, self.machine, self.devices, self.remote.carries_decisions).check()
            return self.violations
        finally:
            self.remote.stop()

    def add_device(self, device, version):
        binary = self.options.previous if version == "old" else self.options.binary
        self.machine.add(device, binary, version)
        self.machine.write(f"{device}/config/streakline/Pipelines/shared.yaml", self.remote.pipeline())
        self.remote.prepare(device)

    def take(self, step):
        device = self.devices[step["device"] % len(self.devices)]
        if self.options.previous and step["pick"] % 37 == 0 and self.options.switches:
            self.switch(device)
        getattr(self, "do_" + step["do"].replace(" ", "_"))(device, step)

    def switch(self, device):
        """The user starts another version on the same store."""
        version = "old" if self.machine.versions[device] == "new" else "new"
        self.machine.versions[device] = version
        self.machine.binaries[device] = self.options.previous if version == "old" else self.options.binary

    def run(self, device, step, *arguments, text=""):
        """Runs a command, perhaps killed in the middle; what was killed is mostly done again, as people do."""
        kill = step.get("kill")
        run = self.machine.run(device, *arguments, text=text, kill_after=kill)
        if run.was_killed and step.get("repeats"):
            again = self.machine.run(device, *arguments, text=text)
            again.is_repeated = True
            run = again
        if not run.was_killed and (run.code < 0 or run.code > 130 or "Fatal error" in run.err):
            self.violations.append(("signal", f"{SIGNALLED}: {device} {' '.join(arguments)}: {run.code} {run.err[-300:]}"))
        if not run.was_killed and run.code == 65 and "damaged" in run.err:
            self.violations.append(("damaged", f"{device} {' '.join(arguments)}: {run.err[-300:]}"))
        return run

    def results(self, device, is_suspect=False):
        records = self.machine.list(device, "results", "list")
        return [r for r in records if (r.get("suspect") is not None) == is_suspect
                and r["game"] in ("wordle", "nerdle", "strands", "connections")]

    def key(self, record):
        return (self.history.person(record["userId"]), record["game"], offset_of(record))

    def stored(self, device, key):
        return next((value_of(r) for r in self.results(device) if self.key(r) == key), None)

    def name_on(self, device, person, pick):
        """How a device calls a person: the user of that name, else the name in chats."""
        users = [u["userId"] for u in self.machine.list(device, "users", "list")]
        known = [u for u in users if self.history.person(u) == self.history.root(person)]
        return known[pick % len(known)] if known else self.plan.names[person]

    def pasted_name(self, person, pick):
        names = [n for n, owner in self.history.names.items() if owner == person]
        return names[pick % len(names)] if pick % 5 == 0 else self.plan.names[person]

    def message_text(self, message):
        return share(message["game"], message["day"], message["score"], message["person"], message.get("rows"))

    # Texts

    def do_paste(self, device, step, *more):
        message = step["messages"][0]
        user = [] if message["person"] == "me" else ["--user", self.pasted_name(message["person"], step["pick"])]
        text = self.message_text(message)
        run = self.run(device, step, "ingest", *user, *more, text=text)
        self.entered(device, run, [message], dated=False)
        self.texts.append(("text", user, text, [message]))
        return run

    def do_chat(self, device, step):
        messages = [(m["day"], n, self.plan.names[m["person"]], self.message_text(m))
                    for n, m in enumerate(step["messages"])]
        self.ingest_chat(device, step, chat(messages), step["messages"])

    def ingest_chat(self, device, step, text, messages):
        self.files += 1
        name = f"files/chat{self.files}.txt"
        self.machine.write(name, text)
        run = self.run(device, step, "ingest", name)
        self.entered(device, run, messages, dated=True)
        self.texts.append(("chat", name, text, messages))

    def entered(self, device, run, messages, dated):
        is_certain = run.code in (0, 1) and not run.was_killed
        last = {}
        for message in messages:
            last.setdefault((message["person"], message["game"], message["day"]), []).append(message)
        for group in last.values():
            for message in group:
                if message.get("rows"):
                    self.loosen((message["person"], message["game"], message["day"]))
                # Of two contradicting shares of one chat the reader may call one an edit: not certain.
                alone = len({m["score"] for m in group}) == 1
                self.history.enter(device, message, is_certain and alone, dated)

    def do_again(self, device, step):
        """The same text once more, mostly on another device."""
        if not self.texts:
            return
        kind, what, text, messages = self.texts[-1 - step["pick"] % min(len(self.texts), 40)]
        if kind == "chat":
            return self.ingest_chat(device, step, text, messages)
        if messages and messages[0]["person"] in self.plan.gone and step["pick"] % 8:
            return  # a paste is of now, and so newer than the erasure
        run = self.run(device, step, "ingest", *what, text=text)
        self.entered(device, run, messages, dated=False)

    def do_replace(self, device, step):
        message = step["messages"][0]
        key = (self.history.root(message["person"]), message["game"], message["day"])
        before = self.stored(device, key)
        self.do_paste(device, step, "--replace")
        self.history.allow(device, key, str(message["score"]))
        if before not in (None, str(message["score"])):
            self.history.ban(device, key, before, "replaced")
        self.loosen_person_if_forgotten(message["person"])

    def do_suspect(self, device, step):
        self.do_paste(device, step, *(["--replace"] if step["replaces"] else []))
        if step["replaces"]:
            self.loosen_person_if_forgotten(step["messages"][0]["person"])

    def do_miss(self, device, step):
        text = near_miss(step["day"], step["token"])
        if step["pick"] % 2:
            return self.ingest_chat(device, step, chat([(step["day"], 0, self.plan.names[step["person"]], text)]), [])
        self.run(device, step, "ingest", "--user", self.plan.names[step["person"]], text=text)
        self.history.add(device, "text", person=step["person"])

    def do_add(self, device, step):
        message = step["messages"][0]
        user = [] if message["person"] == "me" else ["--user", self.plan.names[message["person"]]]
        number = str(puzzle("wordle", message["day"]))
        run = self.run(device, step, "results", "add", "wordle", number, f"{message['score']}/6", *user)
        self.history.enter(device, message, certain=False)
        if run.code == 0 or run.was_killed:
            key = (self.history.root(message["person"]), "wordle", message["day"])
            self.history.allow(device, key, str(message["score"]))
            self.loosen_person_if_forgotten(message["person"])

    # Corrections

    def picked(self, device, step, is_suspect=False):
        results = sorted(self.results(device, is_suspect), key=lambda r: r["id"])
        return results[step["pick"] % len(results)] if results else None

    def do_edit(self, device, step):
        record = self.picked(device, step)
        if not record or value_of(record) == str(step["score"]) or record["game"] != "wordle":
            return
        run = self.run(device, step, "results", "edit", record["id"], "--score", str(step["score"]))
        if run.code == 0 or run.was_killed:
            self.history.allow(device, self.key(record), str(step["score"]))
            self.forbid(device, record, "edited", run)

    def forbid(self, device, record, why, run):
        """The value was taken away; a run that was killed may not have done it."""
        if not run.was_killed:
            self.history.ban(device, self.key(record), value_of(record), why)
        elif self.key(record)[0]:
            self.loosen(self.key(record))

    def do_delete(self, device, step):
        record = self.picked(device, step)
        if record:
            run = self.run(device, step, "results", "delete", record["id"])
            if run.code == 0 or run.was_killed:
                self.forbid(device, record, "deleted", run)

    def do_confirm(self, device, step):
        record = self.picked(device, step, is_suspect=True)
        if record:
            self.run(device, step, "results", "edit", record["id"], "--confirm")
            self.loosen(self.key(record))

    def do_renumber(self, device, step):
        record = self.picked(device, step)
        if record:
            target = (step["pick"] // 7) % self.plan_days()
            self.run(device, step, "results", "edit", record["id"], "--day", day(target).isoformat())
            self.loosen(self.key(record))
            self.loosen((self.key(record)[0], record["game"], target))

    def plan_days(self):
        return 5

    def do_accept(self, device, step, verb="accept"):
        disputes = self.machine.list(device, "disputes")
        if not disputes:
            return
        dispute = disputes[step["pick"] % len(disputes)]
        other, stored = dispute["other"], dispute.get("stored")
        run = self.run(device, step, "disputes", verb, str(dispute["number"]))
        key = self.key(other)
        if other["game"] not in ("wordle", "nerdle", "strands", "connections") or key[0] is None:
            return
        if run.was_killed or other.get("suspect") is not None:
            return self.loosen(key)
        if run.code:
            return
        if verb == "accept":
            self.history.allow(device, key, value_of(other))
            if stored and value_of(stored) != value_of(other):
                self.history.ban(device, key, value_of(stored), "replaced by accepting")
        else:
            if stored:
                self.history.allow(device, key, value_of(stored))
            if not stored or value_of(stored) != value_of(other):
                self.history.ban(device, key, value_of(other), "rejected")

    def do_reject(self, device, step):
        self.do_accept(device, step, "reject")

    def do_undo(self, device, step):
        corrections = [c for c in self.machine.list(device, "corrections", "list") if c["undoneAt"] is None]
        if not corrections:
            return
        one = corrections[-1 - step["pick"] % min(3, len(corrections))]
        self.run(device, step, "corrections", "undo", str(one["number"]))
        detail = one["detail"]
        for name in (detail.get("old"), detail.get("new"), detail.get("name"), detail.get("user")):
            if name and self.history.names.get(name):
                self.history.loose_people.add(self.history.person(name))
        if detail.get("id"):
            self.loosen_id(detail["id"])
        if one["kind"] == "forget":
            self.history.loose_people.update(self.history.root(e["person"]) for e in self.history.of("forget"))

    def loosen_id(self, text):
        user, date, _ = text.rsplit("|", 2)
        person = self.history.person(user.replace("\\", ""))
        for game in ("wordle", "nerdle", "strands", "connections"):
            self.loosen((person, game, offset_of({"dateInt": date})))

    def loosen(self, key):
        if key[0]:
            self.history.loose_keys.add((self.history.root(key[0]), *key[1:]))

    def do_undo_import(self, device, step):
        imports = [i for i in self.machine.list(device, "imports", "list")
                   if i["undoneAt"] is None and i["name"].startswith("files/chat")]
        if not imports:
            return
        one = imports[step["pick"] % len(imports)]
        messages = next((m for kind, name, _, m in self.texts if kind == "chat" and name == one["name"]), [])
        self.run(device, step, "imports", "undo", str(one["number"]))
        for message in messages:
            self.loosen((message["person"], message["game"], message["day"]))

    # People

    def do_rename(self, device, step):
        old = self.name_on(device, step["person"], step["pick"])
        person = self.history.person(old)
        if not person or step["name"] in self.history.names:
            return
        run = self.run(device, step, "users", "rename", old, step["name"])
        if run.code == 0 or run.was_killed:
            self.history.names[step["name"]] = step["person"]
            self.history.add(device, "rename", person=step["person"])
            if run.was_killed:
                self.history.loose_people.add(person)

    def do_merge(self, device, step):
        old, new = (self.name_on(device, p, step["pick"]) for p in step["people"])
        first, second = self.history.person(old), self.history.person(new)
        if first == second:
            return
        run = self.run(device, step, "users", "merge", old, new)
        if run.code and not run.was_killed:
            return
        loose = self.history.loose_people
        decided = {self.history.root(e["person"]) for e in self.history.of("forget") + self.history.of("erase")}
        is_loose = bool({first, second} & (loose | decided)) or run.was_killed
        keys = self.history.loose_keys
        self.history.merge(first, second)
        self.history.loose_keys = {(self.history.root(k[0]), *k[1:]) for k in keys}
        if is_loose:
            loose.add(self.history.root(second))
        # Values of one puzzle under both names become disputes: bans of one may meet entries of the other.
        for event in self.history.of("ban"):
            if self.history.root(event["person"]) == self.history.root(second):
                self.history.loose_keys.add(self.history.key(event))

    def do_forget(self, device, step):
        name = self.name_on(device, step["person"], step["pick"])
        person = self.history.person(name)
        run = self.run(device, step, "users", "forget", name)
        if run.was_killed:
            self.history.loose_people.add(person)
        elif run.code == 0:
            self.history.add(device, "forget", person=person)

    def loosen_person_if_forgotten(self, person):
        root = self.history.root(person)
        if any(self.history.root(e["person"]) == root for e in self.history.of("forget")):
            self.history.loose_people.add(root)

    def do_erase(self, device, step):
        name = self.name_on(device, step["person"], step["pick"])
        person = self.history.person(name)
        run = self.run(device, step, "erase", "--user", name, "--yes")
        if run.was_killed:
            self.history.loose_people.add(person)
        elif run.code in (0, 75):
            self.history.add(device, "erase", person=person)

    def do_erase_all(self, device, step):
        self.run(device, step, "erase", "--all", "--yes")
        self.history.loose_people.update(self.history.root(p) for p in self.history.unions)

    # Habits, timers, documents

    def do_habit(self, device, step):
        self.run(device, step, "habit", step["verb"], step["name"], "--on", day(step["day"]).isoformat())

    def do_timer(self, device, step):
        self.run(device, step, "timer", step["verb"])

    def do_put(self, device, step):
        self.run(device, step, "put", "shared.Note", step["name"], "text=" + step["value"])

    def do_remove(self, device, step):
        self.run(device, step, "delete", "shared.Note", step["name"])

    def do_reparse(self, device, step):
        self.run(device, step, "reparse")

    # Stores and syncing

    def do_backup(self, device, step):
        if os.path.isdir(self.machine.store(device)):
            number = len(self.backups)
            self.backups.append(device)
            self.machine.copy(f"{device}/data", f"backups/{number}")
            self.history.backed_up(device, number)

    def do_restore(self, device, step):
        mine = [n for n, owner in enumerate(self.backups) if owner == device]
        if mine:
            number = mine[step["pick"] % len(mine)]
            self.machine.copy(f"backups/{number}", f"{device}/data")
            self.history.restored(device, number)

    def do_copy(self, device, step):
        """A store comes to a new device, and both go on."""
        if len(self.devices) >= 4 or not os.path.isdir(self.machine.store(device)):
            return
        new = chr(ord("A") + len(self.devices))
        self.machine.copy(device, new)
        self.machine.add(new, self.machine.binaries[device], self.machine.versions[device])
        self.devices.append(new)
        self.history.sure[new] = set(self.history.sure[device])

    def do_sync(self, device, step, *more):
        self.remote.stir(step["pick"])
        run = self.run(device, step, "sync", *more)
        if not run.was_killed and run.code not in SYNC_CODES:
            self.violations.append(("sync", f"sync on {device} ends with {run.code}: {run.err[-300:]}"))
        if run.code == 78 and "--from-start" in run.err and not more:
            return self.do_sync(device, step, "--from-start")
        self.history.synced(device, run.code == 0)

    def settle(self):
        """Syncs all devices in turn until no one has anything new. Returns whether that came to pass."""
        for _ in range(14):
            is_quiet = True
            for device in self.devices:
                run = self.sync_finally(device)
                if run.code:
                    self.violations.append(("sync", f"the last sync on {device} ends with {run.code}: {run.err[-500:]}"))
                    return False
                for report in run.objects:
                    if any(report.get(word) for word in ("saved", "pulled", "deleted", "merged", "pending")):
                        is_quiet = False
                self.history.synced(device, True)
            if is_quiet:
                return True
        self.violations.append(("never quiet", f"after 14 rounds {run.out[-400:]}"))
        return True

    def sync_finally(self, device):
        run = self.machine.run(device, "sync", "--retry", "--output", "json")
        for more in ("--from-start", "--accept-deletions"):
            if run.code == 78 and more in run.err:
                run = self.machine.run(device, "sync", more, "--output", "json")
        return run

    def story(self):
        return json.dumps(self.steps, ensure_ascii=False, indent=1)
