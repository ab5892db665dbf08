# A text that was corrected or deleted is known again, whichever device meets it.
devices A B
wordle 1202 3 | ingest_on A
sync_in_turn A B
on A results edit "$(id_of A 1202)" --score 4 > "$WORK/said"
sync_in_turn A B
expect "both have the correction" "$(counted A) $(counted B)" "me:1202:4 me:1202:4"

wordle 1202 3 | ingest_on B
expect "the corrected text opens no dispute on the other device" "$(count_of B disputes)" 0
sync_in_turn B A B
expect "and the correction stays" "$(counted A) $(counted B)" "me:1202:4 me:1202:4"

on B results delete "$(id_of B 1202)" > "$WORK/said"
sync_in_turn B A
wordle 1202 3 | ingest_on B
sync_in_turn B A B
expect "corrected, then deleted, it stays deleted" "$(counted A) $(counted B)" "none none"

# A dispute that was settled on one device is settled on the other.
wordle 1203 3 | ingest_on A
sync_in_turn A B
wordle 1203 5 | ingest_on A
on A disputes reject "$(on A disputes --output json | sed -n 's/.*"number":\([0-9]*\).*/\1/p')" > "$WORK/said"
sync_in_turn A B
wordle 1203 5 | ingest_on B
expect "a text that was rejected opens no dispute elsewhere" "$(count_of B disputes)" 0
