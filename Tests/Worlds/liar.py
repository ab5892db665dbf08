#!/usr/bin/env python3
"""A remote program that misbehaves as often as its mood file says: it answers late, twice, in another order,
not at all, says that it failed after it has saved, and reports conflicts that are none."""
import fcntl, json, os, random, sys, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
from keeper import Keeper, mood  # noqa: E402


def answer(value, times=1):
    for _ in range(times):
        print(json.dumps(value), flush=True)


class Liar:
    def __init__(self, settings):
        self.settings = settings
        state = mood(settings["mood"])
        self.rate = state["rate"]
        self.random = random.Random(f"{state['seed']} {self.times_opened(settings['file'] + '.opened')}")

    def times_opened(self, path):
        """Counts the conversations, so that each has lies of its own and a world repeats them."""
        times = os.path.getsize(path) if os.path.exists(path) else 0
        with open(path, "a") as file:
            file.write(".")
        return times

    def lies(self):
        return self.random.random() < self.rate

    def respond(self, value):
        """Answers, perhaps late or twice, perhaps with another sentence, perhaps not at all."""
        if self.lies():
            lie = self.random.choice(["late", "twice", "error", "gone", "nonsense"])
            if lie == "late":
                time.sleep(self.random.uniform(0.01, 0.15))
            elif lie == "twice":
                return answer(value, 2)
            elif lie == "error":
                kind = self.random.choice(["offline", "failed", "throttled"])
                return answer({"error": kind, "message": "a lie", "retryAfter": 0})
            elif lie == "gone":
                os._exit(1)
            else:
                return print("this is no JSON", flush=True)
        answer(value)

    def push(self, keeper, records):
        results = []
        for record in records:
            if self.lies():
                lie = self.random.choice(["drop", "conflict", "saved and dropped", "retry"])
                if lie == "drop":
                    continue
                if lie == "retry":
                    results.append({"zone": record["zone"], "recordName": record["recordName"], "status": "retry"})
                    continue
                old = keeper.records.get(record["zone"] + "/" + record["recordName"])
                if lie == "conflict" and old and not old["deleted"] and not keeper.keeps_stamps:
                    results.append({"zone": record["zone"], "recordName": record["recordName"],
                                    "status": "conflict", "record": keeper.known(old)})
                    continue
                if lie == "saved and dropped":
                    keeper.save(record)
                    continue
            results.append(keeper.save(record))
        if self.lies():
            self.random.shuffle(results)
        keeper.flush()
        self.respond({"results": results})

    def pull(self, keeper, question):
        if question["token"] and self.random.random() < self.rate / 4:
            return answer({"expired": True})
        size = self.random.randint(1, 20) if self.rate else 500
        self.respond(keeper.page(question["zone"], question["token"], size))


def main():
    liar = keeps_stamps = None
    for line in sys.stdin:
        question = json.loads(line)
        if question["do"] == "open":
            liar = Liar(question["settings"])
            keeps_stamps = question["settings"]["stamps"]
            can = ["push", "pull"] + (["stamps"] if keeps_stamps else [])
            liar.respond({"account": None, "can": can, "maxRecords": 50, "maxBytes": 1_000_000})
            continue
        with open(liar.settings["file"] + ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            keeper = Keeper(liar.settings["file"], keeps_stamps)
            if question["do"] == "push":
                liar.push(keeper, question["records"])
            elif question["do"] == "pull":
                liar.pull(keeper, question)
            else:
                answer({"error": "failed", "message": "this remote cannot " + question["do"]})


if __name__ == "__main__":
    main()
