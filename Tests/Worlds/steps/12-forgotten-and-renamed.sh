# Who is forgotten or erased on one device is so under the name that another has given meanwhile.
devices A B
wordle 1202 3 | ingest_on A --user Ludmilla
sync_in_turn A B
on A users forget Ludmilla > "$WORK/said"
on B users rename Ludmilla Linde > "$WORK/said"
sync_in_turn A B A B
expect "forgotten here and renamed there, nothing counts" "$(counted A) $(counted B)" "none none"

wordle 1203 3 | ingest_on A --user Bert
sync_in_turn A B
on B users rename Bert Bertl > "$WORK/said"
on A erase --user Bert --yes > "$WORK/said"
sync_in_turn A B A B
expect "erased here and renamed there, nothing counts" "$(counted A) $(counted B)" "none none"
rm -f "$WORK/share" "$WORK/said" "$WORK/talk"
expect_no_bytes "no text is in any store or log" "Wordle 1203" "$WORK"
