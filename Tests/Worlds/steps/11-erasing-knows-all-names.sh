# Whoever has had several names is erased with all of them.
devices A B
wordle 1202 3 | ingest_on A --user Ludmilla
sync_in_turn A B
on B users rename Ludmilla Linde > "$WORK/said"
sync_in_turn B A
wordle 1203 3 | ingest_on A --user Ludmilla
sync_in_turn A B
on B erase --user Linde --yes > "$WORK/said"
sync_in_turn B A B A
expect "nobody has a result" "$(counted A) $(counted B)" "none none"
rm -f "$WORK/share" "$WORK/said" "$WORK/talk"
expect_no_bytes "the former name is in no store or log" "Ludmilla" "$WORK"
expect_no_bytes "the name is in no store or log" "Linde" "$WORK"

# Under a former name the person is erased, or the command says who it is and does nothing.
wordle 1204 3 | ingest_on A --user Bert
sync_in_turn A B
on A users rename Bert Bertl > "$WORK/said"
if on A erase --user Bert --yes > "$WORK/said"; then
  sync_in_turn A B A B
  expect "erased by a former name, the person is gone" "$(counted A) $(counted B)" "none none"
else
  expect "a former name that is refused is answered with the name" "$(grep -c "Bertl" "$WORK/talk")" 1
fi
