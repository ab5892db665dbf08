"""Steps in which people decide: what is corrected, settled, taken back, and who is who."""
from oracle import GAME_NAMES, offset_of, value_of
from shares import day


class DecisionSteps:
    def picked(self, device, step, is_suspect=False):
        results = sorted(self.results(device, is_suspect), key=lambda r: r["id"])
        return results[step["pick"] % len(results)] if results else None

    def do_edit(self, device, step):
        record = self.picked(device, step)
        if not record or value_of(record) == str(step["score"]) or record["game"] != "wordle":
            return
        run = self.run(device, step, "results", "edit", record["id"], "--score", str(step["score"]))
        if run.code == 0 or run.was_killed:
            self.history.allow(device, self.key(record), str(step["score"]), by_hand=True)
            self.forbid(device, record, "edited", run)

    def forbid(self, device, record, why, run):
        """The value was taken away; a run that was killed may not have done it."""
        if not run.was_killed:
            self.history.ban(device, self.key(record), value_of(record), why, record["userId"])
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
            run = self.run(device, step, "results", "edit", record["id"], "--day", day(target).isoformat())
            key = (self.key(record)[0], record["game"], target)
            self.loosen(self.key(record))
            self.loosen(key)
            if key[0] and (run.code == 0 or run.was_killed):
                self.history.allow(device, key, value_of(record), by_hand=True)

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
        if other["game"] not in GAME_NAMES or key[0] is None:
            return
        if run.was_killed or other.get("suspect") is not None:
            return self.loosen(key)
        if run.code:
            return
        if verb == "accept":
            self.history.allow(device, key, value_of(other))
            if stored and value_of(stored) != value_of(other):
                self.history.ban(device, key, value_of(stored), "replaced by accepting", other["userId"])
        else:
            if stored:
                self.history.allow(device, key, value_of(stored))
            if not stored or value_of(stored) != value_of(other):
                self.history.ban(device, key, value_of(other), "rejected", other["userId"])

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
        for game in GAME_NAMES:
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

    def do_rename(self, device, step):
        old = self.name_on(device, step["person"], step["pick"])
        person = self.history.person(old)
        if not person or step["name"] in self.history.names:
            return
        run = self.run(device, step, "users", "rename", old, step["name"])
        if run.code == 0 or run.was_killed:
            self.history.names[step["name"]] = step["person"]
            self.history.add(device, "rename", person=step["person"], former=old)
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
        self.history.add(device, "merge", person=second, former=old)
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
            self.history.add(device, "erase", person=person, name=name)

    def do_erase_all(self, device, step):
        self.run(device, step, "erase", "--all", "--yes")
        self.history.loose_people.update(self.history.root(p) for p in self.history.unions)
