# Whoever erases one person and hears that another device has erased a second one erases that one's lines, too.
devices A B
wordle 1202 3 | ingest_on A --user Ludmilla
wordle 1203 3 | ingest_on A --user Bert
sync_in_turn A B
on A erase --user Ludmilla --yes > "$WORK/said"
on B erase --user Bert --yes > "$WORK/said"
rm -f "$WORK/share" "$WORK/said" "$WORK/talk"
expect_no_bytes "the file of the other device's own results has nothing of either" "Wordle 12" "$WORK/B"
expect_no_bytes "nor their names" "Ludmilla" "$WORK/B"
