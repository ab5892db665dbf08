"""What people do in a world, chosen from its seed alone, so that steps can be left out of it.

A step is a dictionary with the key `do`, a device's number and what the step needs. What depends on a
store's state, such as which result is deleted, is a number that the world resolves when the step is taken.
"""
import random

from shares import GAMES, SCORES

DAYS = 5            # puzzles of four days and, for suspects and mistyped numbers, of one more
PEOPLE = ["me", "Ottilie", "Ruprecht", "Zenobia"]
WEIGHTS = {
    "sync": 52, "paste": 22, "chat": 12, "again": 18, "replace": 5, "suspect": 3, "miss": 4, "add": 4,
    "edit": 9, "delete": 11, "accept": 5, "reject": 5, "confirm": 1, "renumber": 1, "undo": 4,
    "undo import": 2, "rename": 3, "merge": 2, "forget": 2, "erase": 4, "erase all": 0.3, "reparse": 2,
    "habit": 3, "timer": 3, "put": 4, "remove": 2, "backup": 2, "restore": 1, "copy": 0.5}


class Plan:
    def __init__(self, seed, commands, kinds=None, without=()):
        self.random = random.Random(f"world {seed}")
        self.seed = seed
        self.remote = self.random.choice(kinds or ["folder"])
        self.devices = self.random.choice([2, 2, 3, 4])
        self.keeps_stamps = self.random.random() < 0.3
        self.names = {person: person if person == "me" else f"{person}{self.letters()}" for person in PEOPLE}
        self.gone = {}      # erased people, who are pasted only seldom afterwards
        # A world has a mood: people who import, who correct, who put names right, who erase.
        self.weights = dict(WEIGHTS)
        for kind in self.random.sample(sorted(WEIGHTS), 8):
            self.weights[kind] *= self.random.choice([0, 3])
        self.weights.update({kind: 0 for kind in without})
        self.weights["sync"] = WEIGHTS["sync"] * self.random.choice([0.5, 1, 1.5])
        self.steps = [self.step() for _ in range(commands)]

    def letters(self):
        return "".join(self.random.choice("bdfgklmnprst") + self.random.choice("aeiou") for _ in range(2))

    def person(self):
        return self.random.choices(PEOPLE, [2, 3, 3, 2])[0]

    def other(self):
        return self.random.choice(PEOPLE[1:])

    def message(self, person=None):
        game = self.random.choice(GAMES[:2] if self.random.random() < 0.7 else GAMES)
        score = self.random.choice(SCORES[game][:2] if self.random.random() < 0.7 else SCORES[game])
        return {"person": person or self.person(), "game": game, "day": self.random.randrange(DAYS - 1),
                "score": score}

    def step(self):
        kind = self.random.choices(list(self.weights), list(self.weights.values()))[0]
        step = {"do": kind, "device": self.random.randrange(self.devices), "pick": self.random.randrange(1 << 16)}
        if self.random.random() < 0.04:
            step["kill"] = self.random.choice([0.004, 0.008, 0.012, 0.02, 0.04, 0.08])
            step["repeats"] = self.random.random() < 0.7
        fill = getattr(self, "fill_" + kind.replace(" ", "_"), None)
        if fill:
            fill(step)
        return step

    def fill_paste(self, step):
        step["messages"] = [self.message() for _ in range(1)]
        person = step["messages"][0]["person"]
        if person in self.gone and self.random.random() < 0.9:
            step.update(do="chat" if person != "me" else "sync", messages=[self.message(person)])

    def fill_replace(self, step):
        living = [p for p in PEOPLE if p not in self.gone] or ["me"]
        step["messages"] = [self.message(self.random.choice(living))]

    def fill_chat(self, step):
        step["messages"] = [self.message(self.other()) for _ in range(self.random.randint(1, 4))]

    def fill_suspect(self, step):
        living = [p for p in PEOPLE if p not in self.gone] or ["me"]
        step["messages"] = [{"person": self.random.choice(living), "game": "wordle", "day": DAYS - 1,
                             "score": 4, "rows": self.random.choice([3, 4])}]
        step["replaces"] = self.random.random() < 0.5

    def fill_miss(self, step):
        person = self.other()
        step.update(person=person, day=self.random.randrange(DAYS), token=f"zm{person}n{self.random.randrange(3)}zm")

    def fill_add(self, step):
        living = [p for p in PEOPLE if p not in self.gone] or ["me"]
        person = self.random.choice(living)
        step["messages"] = [{"person": person, "game": "wordle", "day": self.random.randrange(DAYS - 1),
                             "score": self.random.choice(SCORES["wordle"])}]

    def fill_edit(self, step):
        step["score"] = self.random.choice([1, 2, 3, 5, 6])

    def fill_rename(self, step):
        step.update(person=self.other(), name="Neu" + self.letters().capitalize() + self.letters())

    def fill_merge(self, step):
        step["people"] = self.random.sample(PEOPLE[1:], 2)

    def fill_forget(self, step):
        step["person"] = self.other()

    def fill_erase(self, step):
        step["person"] = self.person() if self.random.random() < 0.2 else self.other()
        self.gone[step["person"]] = True

    def fill_habit(self, step):
        step.update(name=self.random.choice(["Read", "Run"]), day=self.random.randrange(3),
                    verb=self.random.choice(["done", "done", "undo"]))

    def fill_timer(self, step):
        step["verb"] = self.random.choice(["start", "pause", "resume", "stop", "stop"])

    def fill_put(self, step):
        step.update(name=self.random.choice(["one", "two"]), value=f"zd{self.random.randrange(9999)}zd")

    fill_remove = fill_put
