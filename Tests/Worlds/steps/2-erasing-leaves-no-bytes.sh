# Erasing leaves no byte of a person's texts and name in stores and logs, also where nothing was live.
devices A B
wordle 1202 3 | ingest_on A --user Ottilie
sync_in_turn A
on A results delete "$(id_of A 1202)" > "$WORK/said"
sync_in_turn A
on A erase --user Ottilie --yes > "$WORK/said"
expect_no_bytes "no text is in the eraser's log" "Wordle 1202" "$WORK/shared"
expect_no_bytes "no name is in the eraser's log" "Ottilie" "$WORK/shared"

# The same of one that another device has, once all have synced.
wordle 1203 3 | ingest_on A --user Ludmilla
sync_in_turn A B
on B results edit "$(id_of B 1203)" --score 4 > "$WORK/said"
sync_in_turn B A
on A erase --user Ludmilla --yes > "$WORK/said"
sync_in_turn A B A B
expect "nobody has a result" "$(counted A) $(counted B)" "none none"
rm -f "$WORK/share" "$WORK/said" "$WORK/talk"
expect_no_bytes "no text is in any store or log" "Wordle 1203" "$WORK"
expect_no_bytes "no name is in any store or log" "Ludmilla" "$WORK"
