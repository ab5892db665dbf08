"""Mistakes that a careless program would have made, planted into the record of the real one."""
from disk import MARK, SAID, SYNC, SYNC_FOLDER, UNLINK, WRITE


def is_log(event):
    return event.path.endswith(".db-wal")


def without(is_dropped):
    return lambda events: [event for event in events if not is_dropped(event)]


def normal_synchronous(events):
    """PRAGMA synchronous=NORMAL: the log is synchronized only before a checkpoint writes it into the file."""
    kept = []
    for index, event in enumerate(events):
        if event.kind == SYNC and is_log(event):
            following = next((e for e in events[index + 1:] if e.kind in (WRITE, UNLINK) and e.path.startswith("store/s.db")
                              and not e.path.endswith(("-shm", ".lock"))), None)
            if following and is_log(following):
                continue
        kept.append(event)
    return kept


def moved(events, is_moved, is_step, after):
    """Each event that is moved stands behind the next step, or before the last one."""
    result, waiting = [], []
    for event in events:
        if is_moved(event):
            if after:
                waiting.append(event)
                continue
            steps = [i for i, e in enumerate(result) if is_step(e)]
            begun = max([i for i, e in enumerate(result) if e.kind == MARK], default=-1)
            place = [i for i in steps if i > begun]
            # Before the first write of the transaction.
            result.insert(place[0] if place else len(result), event)
            continue
        result.append(event)
        if waiting and is_step(event):
            result += waiting
            waiting = []
    return result + waiting


PLANTED = [
    ("synchronous=NORMAL instead of FULL", "beside", normal_synchronous),
    ("reported before it is committed", "beside",
     lambda events: moved(events, lambda e: e.kind == SAID, lambda e: e.kind == SYNC and is_log(e), False)),
    ("the folder of a new segment is not synchronized", "folder", without(lambda e: e.kind == SYNC_FOLDER and e.path.startswith("folder"))),
    ("the delivery is settled before it is sent", "push",
     lambda events: moved(events, lambda e: e.kind == MARK and b'"there"' in e.data, lambda e: e.kind == UNLINK and is_log(e), True)),
    ("the jsonl file is not synchronized", "jsonl", without(lambda e: e.kind == SYNC and e.path.endswith(".jsonl"))),
]
