"""What must hold in a world once all devices have synced until they are quiet."""
import datetime, os

from shares import FIRST_DAY

GAME_NAMES = {"wordle", "nerdle", "strands", "connections"}


def value_of(record):
    score = record.get("score")
    return "X" if score is None else str(score)


def offset_of(record):
    date = str(record["dateInt"])
    return (datetime.date(int(date[:4]), int(date[4:6]), int(date[6:])) - FIRST_DAY).days


class Seen:
    """What the listing commands of a device print."""

    def __init__(self, machine, device):
        self.device = device
        records = machine.list(device, "results", "list")
        self.suspects = [r for r in records if r.get("suspect") is not None]
        self.counted = [r for r in records if r.get("suspect") is None]
        self.disputes = machine.list(device, "disputes")
        self.misses = machine.list(device, "misses")
        self.streaks = machine.list(device, "streaks", "--as-of", "2024-11-20") if self.counted else []
        self.users = machine.list(device, "users", "list")
        self.documents = {}
        for kind in ("shared.Note", "TimerSession", "Habit"):
            # CloudKit has no nulls.
            self.documents[kind] = {d["name"]: {k: v for k, v in d["fields"].items() if v is not None}
                                    for d in machine.list(device, "list", kind)}


class Oracle:
    """carries_decisions: whether the remote carries what is decided about people. If it does not, such as an app's
    container, only deletions travel, each device goes by its own decisions, and a person whom another device has
    renamed is another person. is_mixed: whether some devices run
    an earlier version, which knows nothing of other devices' decisions. keeps_stamps: whether the remote says which
    versions a version has replaced. If it does not, a correction that meets a rename may be a dispute on a third
    device."""

    def __init__(self, history, machine, devices, carries_decisions=True, is_mixed=False, keeps_stamps=True,
                 is_folder=False):
        self.history, self.machine = history, machine
        self.carries_decisions, self.is_mixed = carries_decisions and not is_mixed, is_mixed
        self.keeps_stamps, self.is_folder = keeps_stamps, is_folder
        self.seen = [Seen(machine, device) for device in devices]
        self.violations = []

    def wrong(self, kind, text):
        if (kind, text) not in self.violations:
            self.violations.append((kind, text))

    def key(self, record):
        return (self.history.person(record["userId"]), record["game"], offset_of(record))

    def check(self):
        for seen in self.seen:
            self.check_verified(seen)
            self.check_streaks(seen)
            self.check_names(seen)
            if not self.is_mixed:
                self.check_comes_back(seen)
                self.check_disputes(seen)
                self.check_erased(seen)
        self.check_equal()
        self.check_nothing_lost()
        if not self.is_mixed:
            self.check_newer_than_erasure()
            self.check_bytes()
        return self.violations

    def check_verified(self, seen):
        run = self.machine.run(seen.device, "verify", quietly=True)
        if run.code:
            self.wrong("verify", f"{seen.device}: {run.out.strip()[-300:]} {run.err.strip()[-300:]}")

    def check_equal(self):
        def rows(seen):
            return {(r["userId"], r["gameId"], r.get("mode"), r["dateInt"], value_of(r),
                     r.get("completed", r.get("isCompleted")), r.get("completionCount")) for r in seen.counted}

        history = self.history
        own = set() if self.carries_decisions else {
            history.root(e["person"]) for kind in ("erase", "forget") for e in history.of(kind)}
        self.games = {r["gameId"]: r["game"] for s in self.seen for r in s.counted}
        first = self.seen[0]
        for other in self.seen[1:]:
            for one, two in ((first, other), (other, first)):
                for row in sorted(rows(one) - rows(two), key=str):
                    person = history.person(row[0])
                    is_suspected = (person, self.games.get(row[1]), offset_of({"dateInt": row[3]})) in history.loose_keys
                    if person in own or (self.is_mixed and (is_suspected or person in history.loose_people)):
                        continue
                    self.wrong("unequal", f"{one.device} counts {row}, {two.device} does not")
            for kind, documents in first.documents.items():
                if documents != other.documents[kind]:
                    self.wrong("documents", f"{kind}: {first.device} {documents}, {other.device} {other.documents[kind]}")

    def check_streaks(self, seen):
        """Compares with a recount from the counted results, of the games that have a puzzle each day."""
        days = {}
        for record in seen.counted:
            if record["game"] in GAME_NAMES:
                of = days.setdefault((record["userId"], record["gameId"]), {})
                offset = offset_of(record)
                of[offset] = of.get(offset, False) or bool(record["completed"])
        listed = {(s["userId"], s["gameId"]): s for s in seen.streaks if s["game"] in GAME_NAMES}
        for pair in days.keys() | listed.keys():
            played = days.get(pair, {})
            longest = run = 0
            for offset in range(-1, max(played, default=-1) + 1):
                run = run + 1 if played.get(offset) else 0
                longest = max(longest, run)
            wanted = (longest, len(played), sum(played.values()))
            streak = listed.get(pair)
            told = (streak["max"], streak["totalPlayed"], streak["totalCompleted"]) if streak else None
            if told != wanted:
                self.wrong("streak", f"{seen.device}: {pair} is {told}, recounted {wanted}")

    def is_banned(self, key, value):
        """The ban that still holds for a value, if any."""
        history = self.history
        if key in history.loose_keys or key[0] in history.loose_people or key[0] is None:
            return None
        entries, permissions = history.of("entry", key), history.of("permission", key)
        for ban in history.of("ban", key):
            if ban["value"] != value or not ban.get("certain", True):
                continue
            if any(p["value"] == value and (p["id"] > ban["id"] or p["id"] not in ban["knew"]) for p in permissions):
                continue
            # Nobody has decided against the text when the value was typed.
            if any(p["value"] == value and p["by_hand"] and p["id"] < ban["id"] for p in permissions):
                continue
            if any(self.is_unheard(ban, rename) for rename in self.renames(key[0])):
                continue
            if self.is_begun_anew(key, value, ban, entries):
                continue
            # Who erases himself takes with it what he has decided. Another `me` of a folder keeps what he has.
            if self.is_folder and key[0] == history.root("me") and any(
                    e["device"] == ban["device"] and e["id"] > ban["id"] and history.root(e["person"]) == key[0]
                    for e in history.of("erase")):
                continue
            if not ban["public"] and any(
                    e["value"] == value and e["device"] != ban["device"] and e["id"] not in ban["knew"]
                    for e in entries):
                continue
            return ban
        return None

    def is_unheard(self, ban, rename):
        """Whether a decision and a new name of its person did not know of each other, at a remote that carries no
        names: the device that has decided takes the result under the new name for another person's. So does one
        that got the result under the former name later, from a third device, and one whose backup from before the
        new name was restored."""
        if self.carries_decisions:
            return False
        if rename.get("restored"):
            return True
        if rename["id"] in ban["knew"]:
            return ban["name"] == rename["former"]
        return ban["id"] not in rename["knew"]

    def is_begun_anew(self, key, value, ban, entries):
        """Whether somebody pasted the value after the person was erased: what was decided before is erased, too."""
        erasures = [e["id"] for e in self.history.of("erase")
                    if e["id"] > ban["id"] and self.history.root(e["person"]) == key[0]]
        return bool(erasures) and any(
            e["value"] == value and not e["dated"] and e["id"] > erasures[0] for e in entries)

    def check_comes_back(self, seen):
        for record in seen.counted:
            if record["game"] not in GAME_NAMES:
                continue
            key = self.key(record)
            ban = self.is_banned(key, value_of(record))
            if ban:
                self.wrong("back", f"{seen.device} counts {key} {value_of(record)}, which {ban['device']}"
                                   f" has {ban['why']}")
            for forgotten in self.history.of("forget") if self.carries_decisions else []:
                person = self.history.root(forgotten["person"])
                if person == key[0] and person not in self.history.loose_people and not any(
                        self.history.root(e["person"]) == person for e in self.history.of("erase")):
                    self.wrong("forgotten", f"{seen.device} counts {key}, whom {forgotten['device']} has forgotten")

    def check_disputes(self, seen):
        """What was settled on one device is settled on all, where more than records travels."""
        for dispute in seen.disputes if self.carries_decisions else []:
            other = dispute["other"]
            if other["game"] not in GAME_NAMES:
                continue
            if not self.keeps_stamps and self.renames(self.history.person(other["userId"])):
                continue
            ban = self.is_banned(self.key(other), value_of(other))
            if ban and ban["why"] in ("edited", "rejected", "replaced by accepting"):
                self.wrong("dispute", f"{seen.device} disputes {self.key(other)} {value_of(other)}, which"
                                      f" {ban['device']} has {ban['why']}")

    def renames(self, person):
        joins = self.history.of("rename") + self.history.of("merge")
        return [e for e in joins if self.history.root(e["person"]) == person]

    def check_names(self, seen):
        names = {}
        for record in seen.counted:
            person = self.history.person(record["userId"])
            if person is None:
                self.wrong("name", f"{seen.device}: nobody was ever called {record['userId']}")
            elif person not in self.history.loose_people:
                names.setdefault(person, set()).add(record["userId"])
        for person, used in names.items():
            if len(used) > 1 and self.carries_decisions and not self.is_erased_with_names(person):
                self.wrong("two names", f"{seen.device}: {person} is {', '.join(sorted(used))}")

    def is_erased_with_names(self, person):
        """Whether an erasure took what had joined the person's names: he may begin again under each of them."""
        history = self.history
        return any(history.root(e["person"]) == person and join["id"] < e["id"]
                   for e in history.of("erase") for join in self.renames(person))

    def is_split(self, erase, person):
        """Whether an earlier erasure took what had joined the person's names: then this one means only its own name."""
        history = self.history
        return any(history.root(e["person"]) == person and join["id"] < e["id"] < erase["id"]
                   for e in history.of("erase") for join in self.renames(person))

    def is_of_another_name(self, erase, person, name):
        """Whether an erasure does not mean a name of its person, because an earlier one parted that name from it."""
        return name != erase["name"] and self.is_split(erase, person)

    def check_erased(self, seen):
        history = self.history
        for erase in history.of("erase"):
            person = history.root(erase["person"])
            # `me` is a role of each device: whose of it was erased is a matter of that device.
            if person in history.loose_people or person == history.root("me") or not erase.get("certain", True):
                continue
            # Where names do not travel, the results to which another device gave a new name are another person's.
            if not self.carries_decisions and any(e["device"] != erase["device"] for e in self.renames(person)):
                continue
            later = [e for e in history.events if e["id"] > erase["id"] and e["kind"] in ("entry", "permission")
                     and not e.get("dated") and history.root(e["person"]) == person]
            for record in seen.counted:
                key = self.key(record)
                if key[0] == person and not any(history.key(e) == key for e in later):
                    if self.is_of_another_name(erase, person, record["userId"]):
                        continue
                    is_again = any(e["id"] > erase["id"] for e in history.of("entry", key))
                    is_unknown = any(e["id"] not in erase["knew"]
                                     for kind in ("entry", "permission") for e in history.of(kind, key))
                    if (is_again or is_unknown) and not self.carries_decisions:
                        continue
                    self.wrong("erased, imported again" if is_again else "erased", f"{seen.device} counts {key} {value_of(record)} of {person}, erased by"
                                         f" {erase['device']}")
            if history.entered_after(person, erase) or not self.carries_decisions:
                continue
            for dispute in seen.disputes:
                name = dispute["other"]["userId"]
                if history.person(name) == person and not self.is_of_another_name(erase, person, name):
                    self.wrong("erased dispute", f"{seen.device} disputes a result of {person}")
            for miss in seen.misses:
                name = miss.get("userId") or miss.get("user") or ""
                if history.person(name) == person and not self.is_of_another_name(erase, person, name):
                    self.wrong("erased miss", f"{seen.device} has a near miss of {person}")

    def check_nothing_lost(self):
        history = self.history
        counted = {(self.key(r), value_of(r)) for s in self.seen for r in s.counted}
        known = counted | {(self.key(r), value_of(r)) for s in self.seen for r in s.suspects} | {
            (self.key(d["other"]), value_of(d["other"])) for s in self.seen for d in s.disputes}
        decided = {history.root(e["person"]) for kind in ("forget", "erase") for e in history.of(kind)}
        for entry in history.of("entry"):
            key = history.key(entry)
            if not entry.get("certain", True) or key in history.loose_keys:
                continue
            if key[0] in history.loose_people or key[0] in decided:
                continue
            bans = history.of("ban", key)
            if any(b["value"] == entry["value"] for b in bans):
                continue
            if history.was_restored and any(k == key for k, _ in known):
                continue
            if history.was_restored and bans:
                continue
            if (key, entry["value"]) not in known:
                self.wrong("lost", f"{key} {entry['value']}, which {entry['device']} has taken in, is nowhere")

    def check_newer_than_erasure(self):
        """What somebody pastes after an erasure, on a device that knows of it, is kept."""
        history = self.history
        known = {(self.key(r), value_of(r)) for s in self.seen for r in s.counted + s.suspects} | {
            (self.key(d["other"]), value_of(d["other"])) for s in self.seen for d in s.disputes}
        forgotten = {history.root(e["person"]) for e in history.of("forget")} | history.loose_people
        for entry in history.of("entry"):
            key = history.key(entry)
            erasures = [e for e in history.of("erase") if history.root(e["person"]) == key[0]]
            if (not erasures or not entry["certain"] or entry["dated"] or key[0] in forgotten
                    or key in history.loose_keys or history.of("ban", key) or history.was_restored):
                continue
            others = [e for e in history.of("entry", key) if e["id"] < entry["id"]]
            is_new = all(e["id"] in entry["knew"] for e in erasures) and all(e["value"] != entry["value"] for e in others)
            if is_new and (key, entry["value"]) not in known:
                self.wrong("newer", f"{key} {entry['value']}, which {entry['device']} has taken in after the"
                                    " erasure, is nowhere")

    def check_bytes(self):
        """No store and no log may hold a byte of an erased person's texts and names."""
        history = self.history
        for erase in history.of("erase") if self.carries_decisions else []:
            person = history.root(erase["person"])
            if (person in history.loose_people or person == history.root("me") or not erase.get("certain", True)
                    or history.entered_after(person, erase)
                    or sum(history.root(p) == person for p in history.unions) > 1):
                continue
            tokens = [name.encode() for name, owner in history.names.items()
                      if owner == person and not self.is_of_another_name(erase, person, name)]
            if not self.is_split(erase, person):
                tokens += [f"zq{person}v".encode(), f"zm{person}n".encode()]
            for path in self.files():
                with open(path, "rb") as file:
                    content = file.read()
                for token in tokens:
                    if token in content:
                        place = os.path.relpath(path, self.machine.root)
                        kind = "bytes in a file" if place.endswith(".jsonl") and "/data/" in place else "bytes"
                        self.wrong(kind, f"{place} has {token.decode()} of {person}, erased by {erase['device']}")

    def files(self):
        for seen in self.seen:
            for folder, _, names in os.walk(self.machine.path(seen.device)):
                yield from (os.path.join(folder, name) for name in names)
        writers = {writer for seen in self.seen for writer in self.machine.ids(seen.device)}
        shared = self.machine.path("shared")
        for log in os.listdir(shared):
            # A store that was restored writes another log; the one from before stays like that of a lost device (sync.md).
            if len(log) == 36 and log not in writers:
                continue
            if os.path.isfile(os.path.join(shared, log)):
                yield os.path.join(shared, log)
            for folder, _, names in os.walk(os.path.join(shared, log)):
                yield from (os.path.join(folder, name) for name in names)
