"""Drives a running server with random requests, and compares every answer with a model.

The model is a few dictionaries: what a zone holds, and in which order its records changed.
Hypothesis makes the sequences of requests and shortens those that fail.
"""

from __future__ import annotations

import itertools
import os

import requests
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition
from hypothesis.stateful import rule, run_state_machine_as_test

from server import Server

EXAMPLES = int(os.environ.get("EXAMPLES", "40"))
STEPS = int(os.environ.get("STEPS", "50"))
NAMES = ["a", "b", "c", "d"]
KINDS = ["create", "update", "forceUpdate", "replace", "forceReplace", "delete", "forceDelete"]

zones = itertools.count()
served: dict[str, object] = {}
counts: dict[str, int] = {}


class Database(RuleBasedStateMachine):
    """One user, one zone. A record of the model is its tag and its fields."""

    @initialize()
    def start(self) -> None:
        self.name = f"Zone{next(zones)}"
        self.records: dict[str, tuple[str, dict[str, int]]] = {}
        self.old_tags: list[str] = []
        # The last change of each name that ever existed, in order, and what each token has seen.
        self.order: dict[str, int] = {}
        self.clock = 0
        self.tokens: list[tuple[str, int]] = []
        self.change_zone("create")

    def post(self, endpoint: str, body: dict) -> requests.Response:
        counts[endpoint] = counts.get(endpoint, 0) + 1
        user = served["user"]
        return served["session"].post(
            f"{served['server'].url()}/{endpoint}", params=user.parameters, json=body, timeout=30
        )

    @property
    def zone(self) -> dict:
        return {"zoneName": self.name}

    def change_zone(self, kind: str) -> None:
        operation = {"operationType": kind, "zone": {"zoneID": self.zone}}
        answer = self.post("zones/modify", {"operations": [operation]})
        assert answer.status_code == 200
        assert "serverErrorCode" not in answer.json()["zones"][0]

    # Changes

    def tag_for(self, name: str, choice: str) -> str | None:
        if choice == "right" and name in self.records:
            return self.records[name][0]
        if choice == "old" and self.old_tags:
            return self.old_tags[-1]
        return None

    def expected(self, kind: str, name: str, tag: str | None, fields: dict[str, int | None]):
        """What becomes of the record: an error's code, or its fields; None when it is gone."""
        known = self.records.get(name)
        if kind == "create" and known:
            return "CONFLICT"
        if kind in ("update", "replace", "delete"):
            if tag is None and kind != "delete":
                return "BAD_REQUEST"
            if known is None:
                return "NOT_FOUND"
            if tag is not None and tag != known[0]:
                return "CONFLICT"
        if kind in ("delete", "forceDelete"):
            return None
        before = dict(known[1]) if known and kind in ("update", "forceUpdate") else {}
        for field, value in fields.items():
            before.pop(field, None)
            if value is not None:
                before[field] = value
        return before

    operations = st.lists(
        st.tuples(
            st.sampled_from(KINDS),
            st.sampled_from(NAMES),
            st.sampled_from(["right", "old", "none"]),
            st.dictionaries(
                st.sampled_from(["x", "y"]), st.none() | st.integers(-9, 9), max_size=2
            ),
        ),
        min_size=1,
        max_size=4,
        unique_by=lambda operation: operation[1],
    )

    @rule(operations=operations, atomic=st.booleans())
    def modify(self, operations, atomic) -> None:
        sent, expected = [], []
        for kind, name, choice, fields in operations:
            tag = self.tag_for(name, choice)
            record = {"recordName": name, "recordType": "Note"}
            if tag is not None:
                record["recordChangeTag"] = tag
            if not kind.lower().endswith("delete"):
                record["fields"] = {f: {"value": v, "type": "INT64"} for f, v in fields.items()}
            sent.append({"operationType": kind, "record": record})
            expected.append((name, self.expected(kind, name, tag, fields)))
        refused = atomic and any(isinstance(result, str) for _, result in expected)
        answer = self.post(
            "records/modify", {"operations": sent, "zoneID": self.zone, "atomic": atomic}
        )
        assert answer.status_code == (400 if refused else 200), answer.text
        records = answer.json()["records"]
        assert len(records) == len(expected)
        for (name, result), record in zip(expected, records):
            assert record["recordName"] == name
            if isinstance(result, str):
                assert record["serverErrorCode"] == result, answer.text
            elif refused:
                assert record["serverErrorCode"] == "ATOMIC_ERROR"
            elif result is None:
                assert record["deleted"] is True
                if name in self.records:
                    self.touch(name)
                    self.old_tags.append(self.records.pop(name)[0])
            else:
                self.check_fields(record, result)
                tag = record["recordChangeTag"]
                if name in self.records:
                    self.old_tags.append(self.records[name][0])
                assert tag not in self.old_tags
                self.records[name] = (tag, result)
                served["fields"].update(result)
                self.touch(name)

    def touch(self, name: str) -> None:
        self.clock += 1
        self.order.pop(name, None)
        self.order[name] = self.clock

    @staticmethod
    def check_fields(record: dict, fields: dict[str, int]) -> None:
        values = {name: field["value"] for name, field in record["fields"].items()}
        assert values == fields, record

    @precondition(lambda self: len(self.records) > 1)
    @rule()
    def create_zone_anew(self) -> None:
        self.change_zone("delete")
        self.old_tags += [tag for tag, _ in self.records.values()]
        self.records.clear()
        self.order.clear()
        # Tokens of the deleted zone are unknown in the new one.
        self.tokens = [(token, -1) for token, _ in self.tokens]
        self.change_zone("create")

    @rule()
    def kill_server(self) -> None:
        if served["kills"] > 0:
            served["kills"] -= 1
            served["server"].kill()

    # Reading

    @rule(limit=st.integers(1, 5))
    def read_changes(self, limit: int) -> None:
        self.follow(None, 0, limit)

    @rule(limit=st.integers(1, 5), choice=st.integers(0, 9))
    def read_changes_since(self, limit: int, choice: int) -> None:
        if self.tokens:
            token, seen = self.tokens[choice % len(self.tokens)]
            self.follow(token, seen, limit)

    def follow(self, token: str | None, seen: int, limit: int) -> None:
        is_first = token is None
        told: list[tuple[str, bool]] = []
        while True:
            zone = {"zoneID": self.zone, "resultsLimit": limit}
            if token is not None:
                zone["syncToken"] = token
            answer = self.post("changes/zone", {"zones": [zone]}).json()["zones"][0]
            if seen == -1:
                assert answer["serverErrorCode"] == "CHANGE_TOKEN_EXPIRED"
                return
            assert len(answer["records"]) <= limit
            for record in answer["records"]:
                name, deleted = record["recordName"], bool(record.get("deleted"))
                told.append((name, deleted))
                if not deleted:
                    assert record["recordChangeTag"] == self.records[name][0]
                    self.check_fields(record, self.records[name][1])
            assert answer["syncToken"] != token or not answer["moreComing"]
            token = answer["syncToken"]
            if not answer["moreComing"]:
                break
        expected = [(n, n not in self.records) for n, at in self.order.items() if at > seen]
        if is_first:
            # Without a token the first page leaves out deletions; a later one may tell of them.
            assert [t for t in told if not t[1]] == [e for e in expected if not e[1]]
            assert set(told) <= set(expected)
        else:
            assert told == expected
        self.tokens.append((token, self.clock))

    @rule(field=st.sampled_from(["x", "y"]), value=st.integers(-9, 9), up=st.booleans())
    def query(self, field: str, value: int, up: bool) -> None:
        if field not in served["fields"]:
            return
        query = {
            "recordType": "Note",
            "filterBy": [
                {
                    "fieldName": field,
                    "comparator": "LESS_THAN_OR_EQUALS",
                    "fieldValue": {"value": value, "type": "INT64"},
                }
            ],
            "sortBy": [{"fieldName": field, "ascending": up}],
        }
        names, body = [], {"query": query, "zoneID": self.zone, "resultsLimit": 2}
        while True:
            answer = self.post("records/query", body).json()
            names += [record["recordName"] for record in answer["records"]]
            if "continuationMarker" not in answer:
                break
            body["continuationMarker"] = answer["continuationMarker"]
        passing = [n for n, (_, f) in self.records.items() if f.get(field, 10) <= value]
        sign = 1 if up else -1
        assert names == sorted(passing, key=lambda n: (sign * self.records[n][1][field], n))

    @invariant()
    def lookup_agrees(self) -> None:
        if not hasattr(self, "records"):
            return
        body = {"records": [{"recordName": name} for name in NAMES], "zoneID": self.zone}
        answer = self.post("records/lookup", body)
        assert answer.status_code == 200, answer.text
        for name, record in zip(NAMES, answer.json()["records"]):
            if name in self.records:
                assert record["recordChangeTag"] == self.records[name][0]
                self.check_fields(record, self.records[name][1])
            else:
                assert record["serverErrorCode"] == "NOT_FOUND"


def main() -> None:
    with Server() as server, requests.Session() as session:
        served.update(server=server, session=session, user=server.add_user("anna"))
        # A field can be asked for once any record had it.
        served["fields"] = set()
        served["kills"] = int(os.environ.get("KILLS", "20"))
        run_state_machine_as_test(
            Database,
            settings=settings(
                max_examples=EXAMPLES,
                stateful_step_count=STEPS,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                print_blob=True,
            ),
        )
    total = sum(counts.values())
    each = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    print(f"model: {EXAMPLES} examples of at most {STEPS} steps agree: {total} requests ({each})")


if __name__ == "__main__":
    main()
