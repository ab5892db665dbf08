# One person has the same result under two names. What is decided under one of them concerns that one alone.
zoe_of() {
  on "$1" results list --output json | python3 -c '
import json, sys
records = [json.loads(line) for line in sys.stdin if line.startswith("{")]
print(next((r["id"] for r in records if r["userId"] == "Zoe" and r.get("puzzleNumber") == 1203), "no-such-result"))'
}

# A, B and C have 3/6 of Ann and of Zoe, and another one of Zoe.
start() {
  other "$1"
  devices A B C
  wordle 1203 3 | ingest_on A --user Ann
  wordle 1203 3 | ingest_on A --user Zoe
  wordle 1204 4 | ingest_on A --user Zoe
  sync_in_turn A B C A B C
}

for order in "A B C" "C B A" "B C A"; do
  start "deleted-$order"
  on A results delete "$(zoe_of A)" > "$WORK/said"
  on B users merge Zoe Ann > "$WORK/said"
  merge="$(last_correction B)"
  sync_in_turn $order $order $order
  seen="$(counted A)|$(counted B)|$(counted C)"
  expect "deleted as Zoe's, it stays as Ann's, order $order" "$seen" \
    "Ann:1203:3 Ann:1204:4|Ann:1203:3 Ann:1204:4|Ann:1203:3 Ann:1204:4"
  on B corrections undo "$merge" > "$WORK/said"
  sync_in_turn $order $order $order
  seen="$(counted A)|$(counted B)|$(counted C)"
  expect "and when the merge is taken back" "$seen" \
    "Ann:1203:3 Zoe:1204:4|Ann:1203:3 Zoe:1204:4|Ann:1203:3 Zoe:1204:4"

  start "corrected-$order"
  on A results edit "$(zoe_of A)" --score 5 > "$WORK/said"
  on B users merge Zoe Ann > "$WORK/said"
  merge="$(last_correction B)"
  sync_in_turn $order $order $order
  # A dispute does not travel: where the merge is heard before the correction is sent, only A has it.
  seen="$(counted A)|$(counted B)|$(counted C)|$(count_of A disputes)"
  expect "corrected as Zoe's, it is a dispute about Ann's, order $order" "$seen" \
    "Ann:1203:3 Ann:1204:4|Ann:1203:3 Ann:1204:4|Ann:1203:3 Ann:1204:4|1"
  on B corrections undo "$merge" > "$WORK/said"
  sync_in_turn $order $order $order
  seen="$(counted A)|$(counted B)|$(counted C)|$(count_of A disputes) $(count_of B disputes) $(count_of C disputes)"
  wanted="Ann:1203:3 Zoe:1203:5 Zoe:1204:4"
  expect "and Zoe's when the merge is taken back" "$seen" "$wanted|$wanted|$wanted|0 0 0"

  start "moved-$order"
  on A results edit "$(zoe_of A)" --puzzle 1202 > "$WORK/said"
  on B users merge Zoe Ann > "$WORK/said"
  merge="$(last_correction B)"
  sync_in_turn $order $order $order
  on B corrections undo "$merge" > "$WORK/said"
  sync_in_turn $order $order $order
  seen="$(counted A)|$(counted B)|$(counted C)"
  wanted="Ann:1203:3 Zoe:1202:3 Zoe:1204:4"
  expect "moved as Zoe's, Ann's stays, order $order" "$seen" "$wanted|$wanted|$wanted"

  start "rejected-$order"
  on C results edit "$(zoe_of C)" --score 6 > "$WORK/said"
  sync_in_turn C A B C
  on B users merge Zoe Ann > "$WORK/said"
  on B disputes reject "$(dispute_of B)" > "$WORK/said"
  sync_in_turn $order $order $order
  seen="$(counted A)|$(counted B)|$(counted C)|$(count_of A disputes) $(count_of B disputes) $(count_of C disputes)"
  wanted="Ann:1203:3 Ann:1204:4"
  expect "what was corrected before the merge and rejected after it stays away, order $order" "$seen" \
    "$wanted|$wanted|$wanted|0 0 0"
done

for order in "A B C" "C B A" "B C A"; do
  start "before-$order"
  on A results edit "$(zoe_of A)" --score 4 > "$WORK/said"
  sync_in_turn A B C
  on A users merge Zoe Ann > "$WORK/said"
  sync_in_turn $order $order
  expect "corrected before the merge, Ann's counts everywhere, order $order" "$(counted A)|$(counted B)|$(counted C)" \
    "Ann:1203:3 Ann:1204:4|Ann:1203:3 Ann:1204:4|Ann:1203:3 Ann:1204:4"
  on A corrections undo "$(last_correction A)" > "$WORK/said"
  sync_in_turn $order $order
  wanted="Ann:1203:3 Zoe:1203:4 Zoe:1204:4"
  expect "and each has the own result when it is taken back" "$(counted A)|$(counted B)|$(counted C)" \
    "$wanted|$wanted|$wanted"
done
