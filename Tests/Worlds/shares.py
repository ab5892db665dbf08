"""Texts as people paste them: shares of four games, near misses, and chats exported from WhatsApp."""
import datetime

FIRST_DAY = datetime.date(2024, 11, 4)
FIRST_PUZZLES = {  # the day of the first puzzle of each game
    "wordle": datetime.date(2021, 6, 19), "nerdle": datetime.date(2022, 1, 20),
    "connections": datetime.date(2023, 6, 12), "strands": datetime.date(2024, 3, 4)}
GAMES = ["wordle", "strands", "nerdle", "connections"]
SCORES = {"wordle": [2, 3, 4, 5], "nerdle": [3, 4, 5], "strands": [0, 1, 2], "connections": [4, 2]}


def day(offset):
    return FIRST_DAY + datetime.timedelta(days=offset)


def puzzle(game, offset):
    """The number of the puzzle of a day, as the games count."""
    first = 0 if game == "wordle" else 1
    return (day(offset) - FIRST_PUZZLES[game]).days + first


def theme(person, offset, score):
    """A word that only one person's share of one day has."""
    return f"zq{person}v{offset}w{score}zq"


def share(game, offset, score, person, rows=None):
    """A share; `rows` draws another number of rows than the score says, which makes it a suspect."""
    number = puzzle(game, offset)
    if game == "wordle":
        grid = ["⬛🟨⬛⬛⬛"] * ((rows or score) - 1) + ["🟩🟩🟩🟩🟩"]
        return "\n".join([f"Wordle {number:,} {score}/6", "", *grid])
    if game == "nerdle":
        grid = ["⬛⬛🟪⬛🟪🟪🟪⬛"] * (score - 1) + ["🟩" * 8]
        return "\n".join([f"nerdlegame {number} {score}/6", "", *grid])
    if game == "strands":
        marks = "💡" * score + "🔵🔵🔵🟡🔵🔵🔵🔵"
        grid = [marks[i:i + 4] for i in range(0, len(marks), 4)]
        return "\n".join([f"Strands #{number}", f"“{theme(person, offset, score)}”", *grid])
    solved = ["🟨🟨🟨🟨", "🟩🟩🟩🟩", "🟦🟦🟦🟦", "🟪🟪🟪🟪"][:score]
    wrong = [] if score == 4 else ["🟦🟪🟦🟪", "🟦🟪🟪🟪", "🟪🟦🟦🟦", "🟪🟪🟦🟦"]
    return "\n".join(["Connections", f"Puzzle #{number}", *solved, *wrong])


def near_miss(offset, token):
    """A text that starts like a share and cannot be read as one."""
    return f"Wordle {puzzle('wordle', offset):,} ?/6 {token}\n\n⬛🟨⬛⬛"


def chat(messages):
    """An export of WhatsApp: (offset of the day, minute, sender, text) for each message."""
    lines = []
    for offset, minute, sender, text in sorted(messages):
        date = day(offset)
        lines.append(f"[{date.month}/{date.day}/{date.year % 100}, 8:{minute:02}:00 AM] {sender}: {text}")
    lines.append(f"[11/25/24, 8:00:00 AM] {messages[0][2]}: hi")
    return "\n".join(lines) + "\n"
