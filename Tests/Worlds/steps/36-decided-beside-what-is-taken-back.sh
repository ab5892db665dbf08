# What one device has decided about a result holds when another one, which had not heard of it, takes back what it has
# decided about the same result or its person.
own_id() {
  on "$1" results list --output json | python3 -c '
import json, sys
print(next(r["id"] for r in map(json.loads, sys.stdin) if r["userId"] == "Bob"))'
}

# Two devices have the same dispute about a result whose person is forgotten and known again. What went wrong depended on
# the ids of the devices, so it is tried four times.
seen=""
for time in 1 2 3 4; do
  WORK="$WORK/x"
  devices A B C
  wordle 1203 4 | ingest_on A --user Bob
  sync_in_turn A B C
  wordle 1203 6 | ingest_on B --user Bob
  wordle 1203 6 | ingest_on C --user Bob
  on A users forget Bob > "$WORK/said"
  sync_in_turn A B C
  on A corrections undo > "$WORK/said" || problem "corrections undo ends with $?"
  sync_in_turn A B C A B C
  counted="$(counted A)/$(counted B)/$(counted C)"
  test "$counted" = "Bob:1203:4/Bob:1203:4/Bob:1203:4" || seen="$seen $time: $counted"
done
expect "forgetting taken back brings back what two devices dispute" "$seen" ""

# Two devices have corrected one result, and one takes that back.
for when in before after; do
  for order in "A B" "B A"; do
    WORK="$WORK/x"
    devices A B
    wordle 1202 3 | ingest_on A --user Bob
    sync_in_turn A B
    on A results edit "$(id_of A 1202)" --score 4 > "$WORK/said"
    test $when = after || on A corrections undo > "$WORK/said" || problem "undo ends with $?"
    on B results edit "$(id_of B 1202)" --score 5 > "$WORK/said"
    sync_in_turn $order $order
    test $when = before || on A corrections undo > "$WORK/said" || problem "undo ends with $?"
    sync_in_turn $order $order
    expect "a correction holds beside one that is taken back $when it was heard of, $order" \
      "$(counted A) / $(counted B)" "Bob:1202:5 / Bob:1202:5"
    expect "and nothing is disputed" "$(count_of A disputes) $(count_of B disputes)" "0 0"
  done
done

# A merge with somebody who has played the same puzzle is taken back.
start() {
  devices A B
  wordle 1202 3 | ingest_on A --user Bob
  wordle 1202 5 | ingest_on A --user Cid
  sync_in_turn A B
}
for order in "A B" "B A"; do
  WORK="$WORK/x"
  start
  on B results delete "$(own_id B)" > "$WORK/said" || problem "delete ends with $?"
  on A users merge Bob Cid > "$WORK/said"
  sync_in_turn $order $order
  on A corrections undo > "$WORK/said" || problem "undo ends with $?"
  sync_in_turn A B A B
  expect "what was deleted stays so when a merge is taken back, $order" "$(counted A) / $(counted B)" \
    "Cid:1202:5 / Cid:1202:5"

  WORK="$WORK/x"
  start
  on B results edit "$(own_id B)" --score 2 > "$WORK/said" || problem "edit ends with $?"
  on A users merge Bob Cid > "$WORK/said"
  sync_in_turn $order $order
  on A corrections undo > "$WORK/said" || problem "undo ends with $?"
  sync_in_turn A B A B
  expect "and so does what was corrected, $order" "$(counted A) / $(counted B)" \
    "Bob:1202:2 Cid:1202:5 / Bob:1202:2 Cid:1202:5"
  expect "and no dispute is left" "$(count_of A disputes) $(count_of B disputes)" "0 0"
done

# Whoever takes his deletion back after another device has erased the person, and has not heard of that, stores nothing
# that is newer than the erasure.
WORK="$WORK/x"
devices A B C
wordle 1202 3 | ingest_on A --user Bob
sync_in_turn A B C
on C results delete "$(id_of C 1202)" > "$WORK/said"
on B erase --user Bob --yes > "$WORK/said"
sync_in_turn B
on C corrections undo > "$WORK/said" || problem "undo ends with $?"
sync_in_turn C A B C
expect "an erasure concerns what is there again" "$(counted A) / $(counted B) / $(counted C)" "none / none / none"
expect "and nothing is disputed" "$(count_of A disputes) $(count_of B disputes) $(count_of C disputes)" "0 0 0"
expect_no_bytes "and no byte of it is left" "Wordle 1202" "$WORK/A/data" "$WORK/B/data" "$WORK/C/data" "$WORK/shared"
