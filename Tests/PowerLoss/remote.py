"""The other side of the scenarios `push`, `pull` and `delete`. What it has is written at once into the record
that the power loss is made of, so it is known at each moment."""
import json, os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


def answer(value):
    os.write(1, json.dumps(value).encode() + b"\n")


def keep(state, path):
    with open(path, "w") as out:
        json.dump(state, out)
    if "POWERLOSS_LOG" in os.environ:
        from disk import append_mark
        append_mark(os.environ["POWERLOSS_LOG"], json.dumps({"there": state}))


def save(record, state):
    result = {"zone": record["zone"], "recordName": record["recordName"], "status": "saved"}
    state["number"] += 1
    state["records"][record["recordName"]] = {
        "zone": record["zone"], "recordName": record["recordName"], "type": record["type"], "deleted": record["deleted"],
        "fields": record["fields"], "number": state["number"]}
    return dict(result, tag=str(state["number"]))


def page(state, zone, token):
    new = sorted((r for r in state["records"].values() if r["zone"] == zone and r["number"] > token),
                 key=lambda r: r["number"])
    some = new[:state.get("page", 100)]
    return {
        "records": [{"zone": r["zone"], "recordName": r["recordName"], "type": r["type"], "tag": str(r["number"]), "fields": r["fields"]}
                    for r in some if not r["deleted"]],
        "deleted": [{"zone": r["zone"], "recordName": r["recordName"], "type": r["type"]} for r in some if r["deleted"]],
        "token": str(some[-1]["number"] if some else token), "more": len(new) > len(some)}


state, path = {}, ""
for line in sys.stdin:
    question = json.loads(line)
    if question["do"] == "open":
        path = question["settings"]["state"]
        with open(path) as source:
            state = json.load(source)
        answer({"account": None, "can": state["can"], "maxRecords": 200, "maxBytes": 1_000_000})
    elif question["do"] == "push":
        results = [save(record, state) for record in question["records"]]
        keep(state, path)
        answer({"results": results})
    else:
        answer(page(state, question["zone"], int(question["token"] or 0)))
