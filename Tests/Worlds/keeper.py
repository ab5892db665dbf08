"""The records that the remotes of Worlds keep: a file of JSON, as Documentation/remotes.md describes."""
import json, os


class Keeper:
    def __init__(self, path, keeps_stamps):
        self.path, self.keeps_stamps = path, keeps_stamps
        self.records = {}
        if os.path.exists(path):
            with open(path) as file:
                self.records = json.load(file)

    def save(self, record):
        """Saves one record, or answers with the conflict; the file is written by `flush`. With stamps it keeps what came
        last: a device whose version wins sends it again."""
        name = record["zone"] + "/" + record["recordName"]
        result = {"zone": record["zone"], "recordName": record["recordName"]}
        old = self.records.get(name)
        tag = str(old["number"]) if old and not old["deleted"] else None
        if not self.keeps_stamps and record["tag"] != tag and not (record["deleted"] and tag is None):
            return result | {"status": "conflict", "record": self.known(old) if old else None}
        number = max((r["number"] for r in self.records.values()), default=0) + 1
        self.records[name] = record | {"number": number}
        return result | {"status": "saved", "tag": str(number)}

    def known(self, record):
        """A record as other devices get it; None when it was deleted."""
        if record["deleted"]:
            return None
        kept = {key: record[key] for key in ("zone", "recordName", "type", "fields")}
        kept["tag"] = str(record["number"])
        return kept | ({"stamp": record["stamp"]} if self.keeps_stamps else {})

    def gone(self, record):
        kept = {key: record[key] for key in ("zone", "recordName", "type")}
        return kept | ({"stamp": record["stamp"]} if self.keeps_stamps else {})

    def page(self, zone, token, size):
        last = int(token or 0)
        new = sorted((r for r in self.records.values() if r["number"] > last and r["zone"] == zone),
                     key=lambda r: r["number"])
        part = new[:size]
        return {"records": [self.known(r) for r in part if not r["deleted"]],
                "deleted": [self.gone(r) for r in part if r["deleted"]],
                "token": str(max([last] + [r["number"] for r in part])), "more": len(new) > size}

    def flush(self):
        with open(self.path + ".new", "w") as file:
            json.dump(self.records, file)
        os.replace(self.path + ".new", self.path)


def mood(path):
    """How often a remote misbehaves, and the seed of it; calm without a file."""
    try:
        with open(path) as file:
            return json.load(file)
    except FileNotFoundError:
        return {"rate": 0, "seed": 0}
