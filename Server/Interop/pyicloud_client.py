"""Runs pyicloud's CloudKit Web Services client against a running server.

pyicloud's models were made from Apple's own traffic, so what they read is what clients expect.
"""

from __future__ import annotations

import sys

import requests
from pyicloud.common.cloudkit.client import CloudKitApiError, CloudKitContainerClient
from pyicloud.common.cloudkit.models import (
    CKModifyOperation,
    CKQueryFilterBy,
    CKQueryObject,
    CKQuerySortBy,
    CKZoneChangesZoneReq,
    CKZoneIDReq,
)

from server import Server

ZONE = "Interop"


def operation(kind: str, name: str, tag: str | None = None, **fields) -> CKModifyOperation:
    record = {"recordName": name, "recordType": "Note", "fields": fields}
    if tag is not None:
        record["recordChangeTag"] = tag
    return CKModifyOperation(operationType=kind, record=record)


def text(value: str) -> dict:
    return {"type": "STRING", "value": value}


def number(value: int) -> dict:
    return {"type": "INT64", "value": value}


class Run:
    """Each check has a name and is counted; the first that fails ends the run."""

    def __init__(self, client: CloudKitContainerClient, server: Server) -> None:
        self.client = client
        self.server = server
        self.zone = CKZoneIDReq(zoneName=ZONE)
        self.done = 0

    def check(self, name: str, holds: bool) -> None:
        if not holds:
            sys.exit(f"pyicloud: {name}: FAILED")
        self.done += 1
        print(f"pyicloud: {name}")

    def rejected(self, name: str, code: str, call) -> None:
        try:
            call()
        except CloudKitApiError as error:
            self.check(name, code in str(error) + str(error.payload))
        else:
            self.check(name, False)

    def zones(self) -> None:
        before = {zone.zoneID.zoneName for zone in self.client.zones_list().zones}
        self.check("zones/list has the default zone", "_defaultZone" in before)
        create = {"operationType": "create", "zone": {"zoneID": {"zoneName": ZONE}}}
        self.client.raw_post("/zones/modify", {"operations": [create]})
        after = self.client.zones_list().zones
        self.check("zones/modify creates a zone", ZONE in {z.zoneID.zoneName for z in after})
        self.check("each zone has a token", all(zone.syncToken for zone in after))

    def modify(self) -> None:
        saved = self.client.modify(
            operations=[
                operation("create", f"note-{n}", title=text(f"Title {n}"), count=number(n))
                for n in range(10)
            ],
            zone_id=self.zone,
            atomic=True,
        ).records
        self.check("records/modify creates ten records", len(saved) == 10)
        self.check("each record has a tag", all(record.recordChangeTag for record in saved))
        first = saved[0]
        update = operation("update", "note-0", first.recordChangeTag, title=text("New"))
        changed = self.client.modify(operations=[update], zone_id=self.zone).records[0]
        self.check("an update changes the tag", changed.recordChangeTag != first.recordChangeTag)
        self.check("an update keeps other fields", changed.fields.count.value == 0)
        self.rejected(
            "an update with an old tag is a conflict",
            "CONFLICT",
            lambda: self.client.modify(operations=[update], zone_id=self.zone, atomic=False),
        )
        self.rejected(
            "an atomic batch with an old tag is refused",
            "ATOMIC_ERROR",
            lambda: self.client.modify(
                operations=[operation("create", "sibling"), update], zone_id=self.zone, atomic=True
            ),
        )
        gone = operation("forceDelete", "note-9")
        answer = self.client.modify(operations=[gone], zone_id=self.zone).records[0]
        self.check("records/modify deletes a record", answer.deleted is True)

    def lookup(self) -> None:
        found = self.client.lookup(["note-0", "note-9", "sibling"], zone_id=self.zone).records
        self.check("records/lookup finds a record", found[0].fields.title.value == "New")
        self.check(
            "records/lookup says what is missing",
            [item.serverErrorCode for item in found[1:]] == ["NOT_FOUND", "NOT_FOUND"],
        )
        kinds = {
            "flag": number(1),
            "rate": {"type": "DOUBLE", "value": 0.25},
            "at": {"type": "TIMESTAMP", "value": 1_700_000_000_000},
            "data": {"type": "BYTES", "value": "AAECAw=="},
            "tags": {"type": "STRING_LIST", "value": ["a", "b"]},
            "owner": {"type": "REFERENCE", "value": {"recordName": "note-0", "action": "NONE"}},
        }
        self.client.modify(operations=[operation("create", "kinds", **kinds)], zone_id=self.zone)
        record = self.client.lookup(["kinds"], zone_id=self.zone).records[0]
        self.check("kinds of fields come back", set(record.fields) == set(kinds))
        self.check("a date is the same", record.fields.at.value.timestamp() == 1_700_000_000)
        self.check("a reference is the same", record.fields.owner.value.recordName == "note-0")
        self.check("bytes are the same", bytes(record.fields.data.value) == b"\x00\x01\x02\x03")

    def query(self) -> None:
        half = CKQueryFilterBy(
            comparator="LESS_THAN", fieldName="count", fieldValue={"type": "INT64", "value": 5}
        )
        query = CKQueryObject(
            recordType="Note",
            filterBy=[half],
            sortBy=[CKQuerySortBy(fieldName="count", ascending=False)],
        )
        names, marker = [], None
        while True:
            page = self.client.query(
                query=query, zone_id=self.zone, results_limit=2, continuation=marker
            )
            names += [record.recordName for record in page.records]
            marker = page.continuationMarker
            if not marker:
                break
        expected = [f"note-{n}" for n in (4, 3, 2, 1, 0)]
        self.check("records/query filters, sorts and pages", names == expected)

    def changes(self) -> None:
        request = CKZoneChangesZoneReq(zoneID={"zoneName": ZONE})
        pages = list(self.client.iter_changes(zone_req=request, results_limit=3))
        names = [record.recordName for page in pages for record in page.records]
        self.check("changes/zone has several pages", len(pages) > 1)
        self.check("changes/zone has each record once", len(set(names)) == len(names))
        live = [r.recordName for page in pages for r in page.records if not r.deleted]
        expected = [f"note-{n}" for n in range(1, 9)] + ["note-0", "kinds"]
        self.check("changes/zone has the records in the order of their changes", live == expected)
        token = pages[-1].syncToken
        self.client.modify(operations=[operation("forceDelete", "note-1")], zone_id=self.zone)
        later = CKZoneChangesZoneReq(zoneID={"zoneName": ZONE}, syncToken=token)
        zone = self.client.changes(zone_req=later).zones[0]
        self.check("changes/zone tells of a deletion", [r.deleted for r in zone.records] == [True])
        self.check("the token moves on", zone.syncToken != token)
        wrong = CKZoneChangesZoneReq(zoneID={"zoneName": ZONE}, syncToken="bm9uc2Vuc2U=")
        self.rejected(
            "an unknown token has expired",
            "CHANGE_TOKEN_EXPIRED",
            lambda: self.client.changes(zone_req=wrong),
        )

    def database_changes(self) -> None:
        first = self.client.database_changes()
        named = {zone.zoneID.zoneName for zone in first.zones}
        self.check("changes/database names the zone", ZONE in named)
        quiet = self.client.database_changes(sync_token=first.syncToken)
        self.check("changes/database is quiet afterwards", not quiet.zones)
        delete = {"operationType": "delete", "zone": {"zoneID": {"zoneName": ZONE}}}
        self.client.raw_post("/zones/modify", {"operations": [delete]})
        after = self.client.database_changes(sync_token=quiet.syncToken).zones
        told = [(zone.zoneID.zoneName, zone.deleted) for zone in after]
        self.check("changes/database tells of a deleted zone", told == [(ZONE, True)])


def main() -> None:
    with Server() as server:
        user = server.add_user("anna")
        client = CloudKitContainerClient(user.url, requests.Session(), user.parameters)
        run = Run(client, server)
        run.zones()
        run.modify()
        run.lookup()
        run.query()
        run.changes()
        run.database_changes()
        print(f"pyicloud: {run.done} checks passed")


if __name__ == "__main__":
    main()
