"""Uses the Python module as a bot does; Packaging/try runs it where the wheel is installed."""

import datetime
import tempfile

import streakline

text = "Wordle 1,931 4/6\n\n⬛⬛⬛🟨⬛\n⬛🟩🟨⬛⬛\n⬛🟩🟩⬛🟩\n🟩🟩🟩🟩🟩"

(result,) = streakline.parse(f"Morning!\n{text}\n", user="Ann")
assert (result.user, result.game, result.score, result.completed) == ("Ann", "wordle", 4, True), result
assert (result.day, result.puzzle, result.suspect) == (datetime.date(2026, 10, 2), 1931, None), result
assert streakline.parse("nothing of that kind") == []

with tempfile.TemporaryDirectory() as folder:
    store = f"{folder}/family.db"
    summary = streakline.ingest(text.encode(), user="--quiet", store=store)
    assert (summary.shares, summary.added, summary.duplicates) == (1, 1, 0), summary
    assert streakline.ingest(text, user="--quiet", store=store).duplicates == 1
    assert streakline.ingest("nothing", store=store).shares == 0
    (streak,) = streakline.streaks(store=store, as_of=datetime.date(2026, 10, 2))
    assert (streak.user, streak.game, streak.current, streak.state) == ("--quiet", "wordle", 1, "alive"), streak
    assert streak.last_played == datetime.date(2026, 10, 2), streak
    try:
        streakline.streaks(store=f"{folder}/none.db")
    except streakline.StreaklineError as error:
        assert error.code == 66 and "there is no store yet" in str(error), error
    else:
        raise AssertionError("a store that is missing is an error")
print("the module works")
