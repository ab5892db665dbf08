# A rejection, or the deletion of a suspect result, that is taken back is taken back on the other devices, too.

devices A B C
wordle 1203 3 | ingest_on A
sync_in_turn A B C
for device in A B; do wordle 1203 5 | ingest_on "$device"; done
expect "both have the dispute" "$(count_of A disputes) $(count_of B disputes)" "1 1"
on A disputes reject "$(dispute_of A)" > "$WORK/said"
sync_in_turn A B C
expect "a rejection holds on the other device" "$(count_of A disputes) $(count_of B disputes)" "0 0"
on A corrections undo "$(last_correction A)" > "$WORK/said"
sync_in_turn A B C
expect "taken back, the dispute is open again on both" "$(count_of A disputes) $(count_of B disputes)" "1 1"
expect "and nothing else has changed" "$(counted A) $(counted B) $(counted C)" "me:1203:3 me:1203:3 me:1203:3"
wordle 1203 5 | ingest_on C --dry-run
expect "a dry run says that it would be a dispute" "$(grep -c 'decided against' "$WORK/said") $(count_of C disputes)" "0 0"
wordle 1203 5 | ingest_on C
expect "a third device asks again, too" "$(count_of C disputes)" 1
on B disputes accept "$(dispute_of B)" > "$WORK/said"
sync_in_turn B A C B
expect "it can be accepted there" "$(counted A) $(counted B) $(counted C)" "me:1203:5 me:1203:5 me:1203:5"
expect "and is settled everywhere" "$(count_of A disputes) $(count_of B disputes) $(count_of C disputes)" "0 0 0"

# A merge on the other device meanwhile: no rejected content becomes a result.
for order in "A B" "B A"; do
  other "merged-$order"
  devices A B
  chat_on A Bob 04 1203 3
  sync_in_turn A B
  for device in A B; do chat_on "$device" Bob 04 1203 5; done
  on A disputes reject "$(dispute_of A)" > "$WORK/said"
  sync_in_turn A B
  chat_on B Ann 04 1203 2
  on B users merge Bob Ann > "$WORK/said"
  on A corrections undo "$(last_correction A)" > "$WORK/said"
  sync_in_turn $order $order
  expect "merged, one result counts, order $order" "$(counted A) $(counted B)" "Ann:1203:2 Ann:1203:2"
  on B corrections undo "$(last_correction B)" > "$WORK/said"
  sync_in_turn B A B A
  expect "and each has his own again" "$(counted A) $(counted B)" "Ann:1203:2 Bob:1203:3 Ann:1203:2 Bob:1203:3"
done

# What is decided about the content later holds on a device that was away.
other later
devices A B
wordle 1203 3 | ingest_on A
sync_in_turn A B
for device in A B; do wordle 1203 5 | ingest_on "$device"; done
on A disputes reject "$(dispute_of A)" > "$WORK/said"
sync_in_turn A B
on A corrections undo "$(last_correction A)" > "$WORK/said"
on A disputes accept "$(dispute_of A)" > "$WORK/said"
on A results edit "$(id_of A 1203)" --score 2 > "$WORK/said"
sync_in_turn A B A B
expect "accepted and corrected since, it opens no dispute" "$(counted B) $(count_of B disputes)" "me:1203:2 0"
wordle 1203 5 | ingest_on B
expect "and neither does its text" "$(count_of B disputes)" 0

# Two devices reject it: one of them takes that back, and the other one's rejection holds.
other both
devices A B C
wordle 1203 3 | ingest_on A
sync_in_turn A B C
for device in A B C; do wordle 1203 5 | ingest_on "$device"; done
for device in A B; do on "$device" disputes reject "$(dispute_of "$device")" > "$WORK/said"; done
sync_in_turn A B C A B C
on A corrections undo "$(last_correction A)" > "$WORK/said"
sync_in_turn A B C A B C
expect "rejected by two, it stays rejected on the others when one takes that back" \
  "$(count_of B disputes) $(count_of C disputes)" "0 0"
on B corrections undo "$(last_correction B)" > "$WORK/said"
sync_in_turn B C A B C A
expect "and is open again when the other one does, too" \
  "$(count_of A disputes) $(count_of B disputes) $(count_of C disputes)" "1 1 1"
