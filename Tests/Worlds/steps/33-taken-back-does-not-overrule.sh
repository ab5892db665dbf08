# Who takes back what he has decided takes back that only: what another device has decided meanwhile holds.
start() {
  devices A B C
  wordle 1202 3 | ingest_on A --user Bob
  wordle 1203 3 | ingest_on A --user Bob
  sync_in_turn A B C
}

# Forgotten by one, while another one deletes and corrects; heard of each other in between, or not.
for heard in no yes; do
  WORK="$WORK/x"
  start
  on A users forget Bob > "$WORK/said"
  on B results delete "$(id_of B 1202)" > "$WORK/said"
  on B results edit "$(id_of B 1203)" --set score=5 > "$WORK/said"
  test $heard = no || sync_in_turn A B A C
  on A corrections undo > "$WORK/said"
  sync_in_turn A B A C B
  expect "forgetting taken back, heard: $heard" "$(counted A) / $(counted B) / $(counted C)" \
    "Bob:1203:5 / Bob:1203:5 / Bob:1203:5"
done

# Deleted by both.
for heard in no yes; do
  WORK="$WORK/x"
  start
  on A results delete "$(id_of A 1202)" > "$WORK/said"
  on B results delete "$(id_of B 1202)" > "$WORK/said"
  test $heard = no || sync_in_turn A B C A B
  on A corrections undo > "$WORK/said"
  sync_in_turn C A C B A C
  expect "a deletion taken back, heard: $heard" "$(counted A) / $(counted B) / $(counted C)" \
    "Bob:1203:3 / Bob:1203:3 / Bob:1203:3"
done

# Deleted by one and corrected by another one, who hears of the deletion before it is taken back, or not.
for heard in no yes; do
  WORK="$WORK/x"
  start
  on A results delete "$(id_of A 1202)" > "$WORK/said"
  on B results edit "$(id_of B 1202)" --set score=5 > "$WORK/said"
  test $heard = no || sync_in_turn A B
  on A corrections undo > "$WORK/said"
  sync_in_turn B A C B A C
  expect "a deletion taken back beside a correction, heard: $heard" \
    "$(counted A) / $(counted B) / $(counted C)" \
    "Bob:1202:5 Bob:1203:3 / Bob:1202:5 Bob:1203:3 / Bob:1202:5 Bob:1203:3"
  expect "and nothing is disputed, heard: $heard" \
    "$(count_of A disputes) $(count_of B disputes) $(count_of C disputes)" "0 0 0"
done

# Renamed by one, deleted by another one.
WORK="$WORK/x"
start
on A users rename Bob Rob > "$WORK/said"
on B results delete "$(id_of B 1202)" > "$WORK/said"
on A corrections undo > "$WORK/said"
sync_in_turn A B A C B
expect "a name taken back" "$(counted A) / $(counted B) / $(counted C)" \
  "Bob:1203:3 / Bob:1203:3 / Bob:1203:3"

# An import that one takes back and another one decides against does not come again with the next import.
WORK="$WORK/x"
devices A B C
chat_on A Bob 3 1232 3
sync_in_turn A B C
on A imports undo > "$WORK/said"
on B results delete "$(id_of B 1232)" > "$WORK/said"
sync_in_turn A B A C
for device in A B C; do chat_on $device Bob 3 1232 3; done
sync_in_turn A B A C
expect "an import taken back" "$(counted A) / $(counted B) / $(counted C)" "none / none / none"

# What was deleted once is deleted again when its deletion was taken back, and can be taken back again.
WORK="$WORK/x"
start
for time in 1 2; do
  on A results delete "$(id_of A 1202)" > "$WORK/said"
  sync_in_turn A B C
  expect "deleted, time $time" "$(counted C)" "Bob:1203:3"
  on A corrections undo > "$WORK/said"
  sync_in_turn A B C
  expect "and there again" "$(counted A) / $(counted B) / $(counted C)" \
    "Bob:1202:3 Bob:1203:3 / Bob:1202:3 Bob:1203:3 / Bob:1202:3 Bob:1203:3"
done
