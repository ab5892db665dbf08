"""One world: takes the steps of a plan on real devices, and asks the oracle what became of it."""
import json, os

from decisions import DecisionSteps
from history import History
from machine import Machine
from oracle import GAME_NAMES, Oracle, offset_of, value_of
from remotes import REMOTES
from shares import day
from texts import TextSteps

SYNC_CODES = (0, 73, 74, 75, 78)
SIGNALLED = "a run ended by a signal or a trap"


class World(TextSteps, DecisionSteps):
    def __init__(self, plan, root, options, steps=None):
        self.plan, self.options = plan, options
        self.steps = plan.steps if steps is None else steps
        self.remote = REMOTES[plan.remote](plan, options)
        self.machine = Machine(root, self.remote.environment())
        self.devices = [chr(ord("A") + n) for n in range(plan.devices)]
        self.history = History(plan.names, self.devices)
        self.violations, self.files, self.texts, self.backups = [], 0, [], []
        self.followed, self.told = {}, 0

    # Steps

    def live(self):
        """Takes all steps, lets all devices sync until they are quiet. Returns what does not hold."""
        try:
            self.remote.start(self.machine)
            for number, device in enumerate(self.devices):
                old = self.options.previous and (self.plan.seed + number) % 2
                self.add_device(device, "old" if old else "new")
            for number, step in enumerate(self.steps):
                self.take(step)
                self.tell(f"{number} {step}")
            self.remote.calm()
            if self.options.switches:
                for device in self.devices:
                    self.use(device, "new")
            if self.settle():
                is_mixed = bool(self.options.previous)
                oracle = Oracle(
                    self.history, self.machine, self.devices, self.remote.carries_decisions, is_mixed,
                    self.remote.keeps_stamps, self.remote.name == "folder")
                self.violations += oracle.check()
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

    def tell(self, step):
        """Prints a step, with its commands, after which a device has something else of the puzzle that is followed."""
        if not self.options.follow:
            return
        person, game, offset = self.options.follow
        key, lines = (self.history.root(person), game, int(offset)), {}
        for device in self.devices:
            stored = [f"{'suspect ' if r.get('suspect') else ''}{value_of(r)} of {r['userId']}"
                      for r in self.machine.list(device, "results", "list") if self.key(r) == key]
            disputes = [f"disputed {value_of(d['other'])} of {d['other']['userId']}"
                        for d in self.machine.list(device, "disputes") if self.key(d["other"]) == key]
            lines[device] = sorted(stored + disputes)
        told, self.told = self.told, len(self.machine.script)
        if lines != self.followed:
            print(step, *self.machine.script[told:], lines, sep="\n  ", flush=True)
            self.followed = lines

    def switch(self, device):
        """The user starts another version on the same store."""
        self.use(device, "old" if self.machine.versions[device] == "new" else "new")

    def use(self, device, version):
        self.machine.versions[device] = version
        self.machine.binaries[device] = self.options.previous if version == "old" else self.options.binary

    def run(self, device, step, *arguments, text=""):
        """Runs a command, perhaps killed in the middle; what was killed is mostly done again, as people do."""
        kill = None if self.options.no_kills else step.get("kill")
        run = self.machine.run(device, *arguments, text=text, kill_after=kill)
        if run.was_killed and step.get("repeats"):
            again = self.machine.run(device, *arguments, text=text)
            # When nothing is left to do, the run that was killed may have done it.
            again.was_killed = again.code == 1
            run = again
        if not run.was_killed and (run.code < 0 or run.code > 130 or "Fatal error" in run.err):
            self.violations.append(("signal", f"{SIGNALLED}: {device} {' '.join(arguments)}: {run.code} {run.err[-300:]}"))
        if not run.was_killed and run.code == 65 and "damaged" in run.err:
            self.violations.append(("damaged", f"{device} {' '.join(arguments)}: {run.err[-300:]}"))
        return run

    def results(self, device, is_suspect=False):
        records = self.machine.list(device, "results", "list")
        return [r for r in records if (r.get("suspect") is not None) == is_suspect
                and r["game"] in GAME_NAMES]

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
        is_refused = self.options.switches and run.code == 65 and "a newer Streakline" in run.err
        if not run.was_killed and run.code not in SYNC_CODES and not is_refused:
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
                self.tell(f"the last sync on {device}")
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
