# Who gets the name of an erased person on a device that has not heard of the erasure is not erased.
devices A B
wordle 1202 3 | ingest_on A --user Bob
wordle 1203 3 | ingest_on B --user Zoe
sync_in_turn A B A
on A erase --user Bob --yes > "$WORK/said"
on B results delete "$(id_of B 1202)" > "$WORK/said"
on B users rename Zoe Bob > "$WORK/said"
sync_in_turn A B A B
expect "nobody has erased her" "$(counted A)" "Bob:1203:3"
expect "on the other device, too" "$(counted B)" "Bob:1203:3"
