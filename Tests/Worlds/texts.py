"""Steps in which texts come in: pastes, chats, near misses, results by hand."""
from shares import chat, near_miss, puzzle, share


class TextSteps:
    def message_text(self, message):
        return share(message["game"], message["day"], message["score"], message["person"], message.get("rows"))

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
            self.history.allow(device, key, str(message["score"]), by_hand=True)
            self.loosen_person_if_forgotten(message["person"])
