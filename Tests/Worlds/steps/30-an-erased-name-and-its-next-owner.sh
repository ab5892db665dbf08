# Who gets the name of an erased person keeps his results of days which both played.
devices A B
wordle 1202 3 | ingest_on A --user Bob
wordle 1202 4 | ingest_on A --user Anna
sync_in_turn A B
wordle 1206 4 | ingest_on B --user Anna
on A erase --user Bob --yes > "$WORK/said"
on A users rename Anna Bob > "$WORK/said"
sync_in_turn A B A B
expect "on one device" "$(counted A)" "Bob:1202:4 Bob:1206:4"
expect "and on the other one, also what it had not sent before" "$(counted B)" "Bob:1202:4 Bob:1206:4"
on A corrections undo > "$WORK/said"
sync_in_turn A B A B
expect "the name can be taken back" "$(counted A) / $(counted B)" \
  "Anna:1202:4 Anna:1206:4 / Anna:1202:4 Anna:1206:4"

# So does somebody who is merged with what came after the erasure, on a device that has heard of it.
WORK="$WORK/second"
devices A B
wordle 1202 3 | ingest_on A --user Bob
sync_in_turn A B
on A erase --user Bob --yes > "$WORK/said"
sync_in_turn A B A
wordle 1202 5 | ingest_on B --user Anna
wordle 1203 5 | ingest_on A --user Bob --replace
sync_in_turn A B
on B users merge Anna Bob > "$WORK/said"
sync_in_turn B A B A
expect "merged" "$(counted A) / $(counted B)" "Bob:1202:5 Bob:1203:5 / Bob:1202:5 Bob:1203:5"

# What somebody else has pasted as `me` after one device's `me` was erased stays.
WORK="$WORK/third"
devices A B
wordle 1202 3 | ingest_on A
wordle 1202 3 | ingest_on A --user Bob
sync_in_turn A B
on A erase --all --yes > "$WORK/said"
sync_in_turn A B
wordle 1202 4 | ingest_on B
wordle 1202 4 | ingest_on B --user Bob
sync_in_turn B A B
expect "of the same day" "$(counted A) / $(counted B)" "Bob:1202:4 me:1202:4 / Bob:1202:4 me:1202:4"
