"""What was done in a world, and which device can know of it: the oracle's memory."""


class History:
    """Events in the order in which they happened. A device knows its own, and at a sync that succeeded what
    the remote had; at one that failed it may know them.

    An entry is a value that came into a store; a ban says that a value was corrected, rejected or deleted;
    a permission that somebody asked for it by hand. Values are scores: one score of a person's puzzle has
    one text.
    """

    def __init__(self, names, devices):
        self.names = {name: person for person, name in names.items()}
        self.events = []
        self.sure = {device: set() for device in devices}
        self.remote = set()
        self.snapshots = {}
        self.unions = {person: person for person in names}
        self.loose_people, self.loose_keys = set(), set()
        self.was_restored = False

    def person(self, name):
        """Who has a name: a person, after merges the one who was merged into; None for an unknown name."""
        person = self.names.get(name)
        return None if person is None else self.root(person)

    def root(self, person):
        while self.unions[person] != person:
            person = self.unions[person]
        return person

    def key(self, event):
        return (self.root(event["person"]), event["game"], event["day"])

    def add(self, device, kind, **facts):
        event = {"id": len(self.events), "device": device, "kind": kind, "knew": frozenset(self.sure[device])}
        event.update(facts)
        self.events.append(event)
        self.sure[device].add(event["id"])
        return event

    def enter(self, device, message, certain=True, dated=False):
        """A value that came in; `dated`: its message says that it is of 2024."""
        facts = {name: message[name] for name in ("person", "game", "day")}
        return self.add(device, "entry", value=str(message["score"]), certain=certain, dated=dated, **facts)

    def ban(self, device, key, value, why, name=None):
        """`name`: which one the person had where it was decided, if known."""
        is_public = any(e["id"] in self.remote for e in self.events
                        if e["kind"] == "entry" and self.key(e) == key and e["value"] == value)
        self.add(device, "ban", person=key[0], game=key[1], day=key[2], value=value, why=why, name=name,
                 public=is_public)

    def allow(self, device, key, value, by_hand=False):
        """`by_hand`: somebody has typed the value, which is then another content than the text with that score."""
        self.add(device, "permission", person=key[0], game=key[1], day=key[2], value=value, by_hand=by_hand)

    def of(self, kind, key=None):
        return [e for e in self.events if e["kind"] == kind and (key is None or self.key(e) == key)]

    def merge(self, old, new):
        first, second = self.root(old), self.root(new)
        if first != second:
            self.unions[first] = second

    def synced(self, device, succeeded):
        if succeeded:
            mine = set(self.sure[device])
            self.sure[device] |= self.remote
            self.remote |= mine

    def backed_up(self, device, number):
        self.snapshots[number] = (device, set(self.sure[device]), len(self.events))

    def restored(self, device, number):
        """What the device has done since may be lost, unless the remote has it. What it has decided about names is
        lost in any case where the remote carries no names."""
        source, sure, length = self.snapshots[number]
        self.was_restored = True
        for event in self.events[length:]:
            if event["device"] == source:
                event["restored"] = True
                if event["id"] not in self.remote:
                    event["certain"] = False
        self.sure[device] = set(sure)

    def entered_after(self, person, event):
        """Whether anything of a person came in by a paste or by hand after an event, on any device."""
        kinds = ("entry", "permission", "text")
        return any(e["id"] > event["id"] and e["kind"] in kinds and not e.get("dated")
                   and self.root(e["person"]) == person for e in self.events)
