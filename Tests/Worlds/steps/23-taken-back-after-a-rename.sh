# What is taken back after another device has renamed the person comes back there, too.
devices A B
wordle 1202 3 | ingest_on A --user Bob
sync_in_turn A B
on A users forget Bob > "$WORK/said"
on B users rename Bob Rob > "$WORK/said"
sync_in_turn A B A B
on A corrections undo > "$WORK/said"
sync_in_turn A B A B A B
expect "forgetting is taken back" "$(counted A | sed 's/[A-Z][a-z]*://')" "1202:3"
expect "on the other device, too" "$(counted B)" "$(counted A)"

wordle 1203 3 | ingest_on A --user Eva
sync_in_turn A B
on A results delete "$(id_of A 1203)" > "$WORK/said"
on B users rename Eva Evi > "$WORK/said"
sync_in_turn A B A B
on A corrections undo > "$WORK/said"
sync_in_turn A B A B A B
expect "a deletion is taken back" "$(counted A | grep -o '1203:3')" "1203:3"
