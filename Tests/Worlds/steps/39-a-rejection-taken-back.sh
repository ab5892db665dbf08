# A rejection, or the deletion of a suspect result, that is taken back is taken back on the other devices, too.
dispute_of() { on "$1" disputes --output json | sed -n 's/.*"number":\([0-9]*\).*/\1/p'; }
last_correction() { on "$1" corrections --output json | sed -n 's/.*"number":\([0-9]*\).*/\1/p' | tail -n 1; }

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
wordle 1203 5 | ingest_on C
expect "a third device asks again, too" "$(count_of C disputes)" 1
on B disputes accept "$(dispute_of B)" > "$WORK/said"
sync_in_turn B A C B
expect "it can be accepted there" "$(counted A) $(counted B) $(counted C)" "me:1203:5 me:1203:5 me:1203:5"
expect "and is settled everywhere" "$(count_of A disputes) $(count_of B disputes) $(count_of C disputes)" "0 0 0"
