# What another device has deleted does not come back when the person is erased.
devices A B
{ wordle 1202 3; wordle 1203 4; } | ingest_on A
sync_in_turn A B
on B results delete "$(id_of B 1202)" > "$WORK/said"
sync_in_turn B A
on A erase --user me --yes > "$WORK/said"
sync_in_turn A B A B
expect "the eraser has no result" "$(counted A)" none
expect "the other device has no result" "$(counted B)" none

# A third device that begins with an empty store gets nothing from the folder.
devices C
sync_in_turn C
expect "a new device gets no result" "$(counted C)" none
