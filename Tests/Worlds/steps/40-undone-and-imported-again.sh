# What a device takes back and imports again, moves back or promotes overrules nothing that others have decided.

# A group exported from Telegram: device, and for each message `id|name|day|number|rows`, with `|edited` behind it.
telegram_on() {
  name="$1"
  shift
  python3 - "$@" > "$WORK/result.json" << 'PYTHON'
import json, sys
messages = []
for number, argument in enumerate(sys.argv[1:], 1):
    who, name, day, puzzle, rows, *edited = argument.split("|")
    grid = ["⬛🟨⬛⬛⬛"] * (int(rows) - 1) + ["🟩🟩🟩🟩🟩"]
    message = {"id": number, "type": "message", "date": f"2024-11-{day}T08:00:00", "from": name, "from_id": "user" + who,
               "text": f"Wordle {puzzle} {rows}/6\n\n" + "\n".join(grid)}
    if edited:
        message["edited"] = f"2024-11-{day}T09:00:00"
    messages.append(message)
print(json.dumps({"name": "Family", "type": "private_group", "id": 1, "messages": messages}))
PYTHON
  on "$name" ingest "$WORK/result.json" > "$WORK/said"
}

for order in "C A B" "A B C"; do
  other "again-$order"
  devices A B C
  chat_on A Ann 04 1203 3
  chat_on A Ann 05 1204 4
  sync_in_turn A B
  on A results delete "$(id_of A 1203)" > "$WORK/said"
  sync_in_turn A B
  chat_on C Ann 04 1203 3
  on C imports undo 1 > "$WORK/said"
  chat_on C Ann 04 1203 3
  sync_in_turn $order $order $order
  expect "an import taken back and made again brings back nothing that was deleted, order $order" \
    "$(counted A)|$(counted B)|$(counted C)" "Ann:1204:4|Ann:1204:4|Ann:1204:4"
done

for order in "C A B" "A B C"; do
  other "corrected-$order"
  devices A B C
  chat_on A Ann 04 1203 3
  sync_in_turn A B
  on A results edit "$(id_of A 1203)" --score 5 > "$WORK/said"
  sync_in_turn A B
  chat_on C Ann 04 1203 3
  on C imports undo 1 > "$WORK/said"
  chat_on C Ann 04 1203 3
  sync_in_turn $order $order $order
  expect "nor does it replace what was corrected, order $order" \
    "$(counted A) $(counted B) $(counted C) $(count_of A disputes)" "Ann:1203:5 Ann:1203:5 Ann:1203:5 0"
done

other edited
devices A B
telegram_on A "6|Ann|04|1203|3"
sync_in_turn A B
on A results edit "$(id_of A 1203)" --score 6 > "$WORK/said"
sync_in_turn A B
for device in A B; do telegram_on "$device" "6|Ann|04|1203|2|edited"; done
sync_in_turn A B A B
expect "a message that was edited is a dispute about what somebody has corrected, on each device" \
  "$(counted A) $(counted B) $(count_of A disputes) $(count_of B disputes)" "Ann:1203:6 Ann:1203:6 1 1"

other moved
devices A B
chat_on B Ann 04 1203 3
sync_in_turn B A
on B results edit "$(id_of B 1203)" --puzzle 1202 > "$WORK/said"
sync_in_turn B A
on A results delete "$(id_of A 1202)" > "$WORK/said"
sync_in_turn A B
on B corrections undo "$(last_correction B)" > "$WORK/said"
expect "a move of what was deleted since cannot be taken back" "$? $(counted B)" "1 none"
sync_in_turn B A B
expect "and nothing is there again" "$(counted A) $(counted B)" "none none"

other moved-twice
devices A
chat_on A Ann 04 1203 3
on A results edit "$(id_of A 1203)" --puzzle 1202 > "$WORK/said"
first="$(last_correction A)"
on A results edit "$(id_of A 1202)" --score 4 > "$WORK/said"
on A corrections undo "$first" > "$WORK/said"
expect "what was moved and then corrected does not count twice" "$(counted A)" "Ann:1202:4"

other promoted
devices A B
chat_on B Ann 04 1203 3
chat_on B Bob 04 1203 2
sync_in_turn B A
on A users merge Ann Bob > "$WORK/said"
sync_in_turn A B
on B imports undo 2 > "$WORK/said"
sync_in_turn B A
on A corrections undo "$(last_correction A)" > "$WORK/said"
sync_in_turn A B A B
expect "whose a promoted dispute was has it back, and nobody else" "$(counted A) $(counted B)" "Ann:1203:3 Ann:1203:3"

other erased-by-id
devices A B
telegram_on A "5|Robert Zed|04|1203|4" "6|Ann|04|1203|3"
sync_in_turn A B
on A erase --user "Robert Zed" --yes > "$WORK/said"
sync_in_turn A B
telegram_on B "5|Bobby Bee|04|1203|4" "6|Ann|04|1203|3"
telegram_on B "5|Bobby Bee|04|1203|4" "5|Robert Zed|05|1204|4"
sync_in_turn B A B
expect "what an erased name has in an export with ids stays erased" "$(counted A)|$(counted B)" "Ann:1203:3 Bobby Bee:1203:4|Ann:1203:3 Bobby Bee:1203:4"

# What has no time in an export from before an erasure was not entered after it, if its puzzle is older.
other exported
devices A B
wordle 1203 4 | ingest_on A --user Bob
wordle 1203 3 | ingest_on A --user Ann
sync_in_turn A B
on A export --output-file "$WORK/backup.jsonl" 2> "$WORK/said"
on A erase --user Bob --yes > "$WORK/said"
sync_in_turn A B
for device in A B; do on "$device" ingest "$WORK/backup.jsonl" > "$WORK/said"; done
sync_in_turn A B A B
expect "an export from before an erasure brings nothing back" "$(counted A)|$(counted B)" "Ann:1203:3|Ann:1203:3"
wordle 1203 4 | ingest_on A --user Bob
expect "but what is pasted now counts" "$(counted A)" "Ann:1203:3 Bob:1203:4"

# A device that sends only Ann renames her: the others keep what they have, under the new name.
other renamed-beyond
devices A
mkdir -p "$WORK/C"
on C pipelines add folder "$WORK/shared" --user Ann > "$WORK/said"
wordle 1203 3 | ingest_on A --user Ann
wordle 1204 4 | ingest_on C --user Ann
sync_in_turn A C A
on C users rename Ann Anna > "$WORK/said"
sync_in_turn C A C A
expect "a new name that a pipeline does not carry takes nothing away elsewhere" "$(counted A)|$(counted C)" \
  "Anna:1203:3 Anna:1204:4|Anna:1203:3 Anna:1204:4"
