# Erasing reaches the disputes and near misses of other devices.
devices A B
wordle 1202 3 | ingest_on A --user Bob
sync_in_turn A B
wordle 1202 4 | ingest_on B --user Bob
printf 'Wordle 1,203 ?/6\n\nno grid today\n' | ingest_on B --user Bob
expect "before, the other device has a dispute" "$(count_of B disputes)" 1
expect "before, the other device has a near miss" "$(count_of B misses)" 1
number="$(on B disputes --output json | sed -n 's/.*"number":\([0-9]*\).*/\1/p')"
on A erase --user Bob --yes > "$WORK/said"
sync_in_turn A B A B
expect "it has no dispute of an erased person" "$(count_of B disputes)" 0
expect "it has no near miss of an erased person" "$(count_of B misses)" 0
on B disputes accept "${number:-1}" > "$WORK/said"
sync_in_turn B A B
expect "accepting the dispute brings nothing back" "$(counted A) $(counted B)" "none none"
rm -f "$WORK/share" "$WORK/said" "$WORK/talk"
expect_no_bytes "no text is in any store or log" "Wordle 1202" "$WORK"
