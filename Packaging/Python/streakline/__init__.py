"""Reads shared puzzle results from texts, keeps them and counts streaks.

Each call runs the program ``streakline``, which this package brings; it opens no network connection.

>>> import streakline
>>> streakline.parse(text)[0].game
'wordle'
>>> streakline.ingest(text, user="anna", store="family.db").added
1
>>> streakline.streaks(user="anna", store="family.db")[0].current
12
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Mapping, Optional, Union

__all__ = ["Result", "Streak", "StreaklineError", "Summary", "ingest", "parse", "program", "streaks"]

_NOTHING_RECOGNISED = 1

_Path = Union[str, "os.PathLike[str]"]


class StreaklineError(Exception):
    """What the program could not do: its own words, and its exit code (those of sysexits.h)."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Result:
    """A result that a text holds."""

    user: str
    game: str
    game_name: str
    #: The day of the puzzle.
    day: date
    #: The number of the puzzle, where the share prints one.
    puzzle: Optional[int]
    #: What counts in this game, such as the guesses of Wordle; ``None`` where it was not solved or has none.
    score: Optional[int]
    max_attempts: Optional[int]
    completed: bool
    #: Why the result is not counted; ``None`` where it is.
    suspect: Optional[str]
    #: The record as the program prints it; Documentation/library.md has its fields.
    record: Mapping[str, Any]


@dataclass(frozen=True)
class Summary:
    """What reading a text has brought."""

    shares: int
    added: int
    #: Shares whose result was there already.
    duplicates: int
    #: Results that contradict the stored one of the same day, which stays.
    disputes: int
    #: Texts that start like a share and could not be read.
    misses: int
    #: All counts of the program.
    counts: Mapping[str, Any]


@dataclass(frozen=True)
class Streak:
    """Consecutive days on which a user has completed a game."""

    user: str
    game: str
    game_name: str
    current: int
    longest: int
    last_played: Optional[date]
    #: ``alive``, ``open`` (not yet played today) or ``broken``.
    state: str


def parse(
    text: Union[str, bytes],
    *,
    user: Optional[str] = None,
    on: Optional[date] = None,
    timezone: Optional[str] = None,
    timeout: Optional[float] = 60,
) -> list[Result]:
    """The results that a text holds. Nothing is stored.

    ``user`` is who played, ``me`` otherwise; ``on`` is the day of shares that print neither number nor date,
    today otherwise; ``timezone`` (``Europe/Berlin``) says when today is. A text without a share gives an empty
    list. Raises ``subprocess.TimeoutExpired`` after ``timeout`` seconds.
    """
    return [_result(record) for record in _run("parse", text, timeout, user=user, on=on, timezone=timezone)]


def ingest(
    text: Union[str, bytes],
    *,
    user: Optional[str] = None,
    on: Optional[date] = None,
    timezone: Optional[str] = None,
    store: Optional[_Path] = None,
    timeout: Optional[float] = 60,
) -> Summary:
    """Stores the results that a text holds, each once, however often it is read.

    ``store`` is the database, the program's own otherwise. The rest is as for ``parse``.
    """
    lines = _run("ingest", text, timeout, user=user, on=on, timezone=timezone, store=store)
    counts = lines[-1] if lines else {}
    known = ("shares", "added", "duplicates", "disputes", "misses")
    return Summary(**{name: counts.get(name, 0) for name in known}, counts=counts)


def streaks(
    *,
    user: Optional[str] = None,
    game: Optional[str] = None,
    as_of: Optional[date] = None,
    store: Optional[_Path] = None,
    timeout: Optional[float] = 60,
) -> list[Streak]:
    """The streaks of all users and games, or of one, today or on the day ``as_of``."""
    lines = _run("streaks", "", timeout, user=user, game=game, as_of=as_of, store=store)
    return [
        Streak(
            user=line["userId"], game=line["game"], game_name=line["gameName"], current=line["current"],
            longest=line["max"], last_played=_day(line["lastPlayed"]), state=line["state"],
        )
        for line in lines
    ]


def program() -> str:
    """The path of the program: the one that came with this package, else the one in PATH."""
    # `pip install --user` and `--target` have folders of their own.
    package = Path(__file__).resolve().parent
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", f"{os.name}_user"),
        str(package.parent / "bin"),
    ]
    for folder in folders:
        path = Path(folder) / "streakline"
        if path.is_file():
            return str(path)
    found = shutil.which("streakline")
    if found is None:
        raise FileNotFoundError("there is no program streakline beside Python or in PATH")
    return found


def _run(
    command: str, text: Union[str, bytes], timeout: Optional[float], **options: Union[_Path, date, None]
) -> list[dict[str, Any]]:
    """The objects that a command prints, for a text as its input."""
    # Joined with "=", a name that starts with "-" is no option.
    arguments = [
        f"--{name.replace('_', '-')}={os.fspath(value) if not isinstance(value, date) else value.isoformat()}"
        for name, value in options.items()
        if value is not None
    ]
    done = subprocess.run(
        [program(), command, *arguments, "--output=json"],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        timeout=timeout,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    has_text = command != "streaks"
    if done.returncode != 0 and not (has_text and done.returncode == _NOTHING_RECOGNISED):
        raise StreaklineError(_error(done.stderr), done.returncode)
    return lines


def _error(output: bytes) -> str:
    """What the program has said on its standard error output."""
    text = output.decode(errors="replace").strip()
    for line in reversed(text.splitlines()):
        try:
            return str(json.loads(line)["error"])
        except (ValueError, KeyError, TypeError):
            continue
    return text or "the program ended without a word"


def _result(record: Mapping[str, Any]) -> Result:
    day = _day(record["dateInt"])
    if day is None:
        raise StreaklineError("the program has printed a result without a day", 70)
    return Result(
        user=record["userId"],
        game=record["game"],
        game_name=record["gameName"],
        day=day,
        puzzle=record["puzzleNumber"],
        score=record["score"],
        max_attempts=record["maxAttempts"],
        completed=record["completed"],
        suspect=record["suspect"],
        record=record,
    )


def _day(value: Union[int, str, None]) -> Optional[date]:
    """A day as the program prints it: 20261003 in records, ``2026-10-03`` elsewhere."""
    if value is None:
        return None
    digits = str(value).replace("-", "")
    return date(int(digits[:4]), int(digits[4:6]), int(digits[6:8]))
