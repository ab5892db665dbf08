# `erase --all` leaves to another person in the same folder what is his as `me`, and what its own `me` does afterwards
# counts there.
devices anna bert
wordle 1202 3 | ingest_on anna
wordle 1203 4 | ingest_on bert
sync_in_turn anna bert anna bert
on anna erase --all --yes > "$WORK/said"
expect "she is told that his are left" "$(grep -c "1 result that other devices have made as 'me'" "$WORK/said")" 1
sync_in_turn anna bert anna bert
expect "what Bert has imported stays on his device, and hers is gone there" "$(counted bert)" "me:1203:4"
expect "both count the same" "$(counted anna)" "me:1203:4"
expect "nothing of his became a dispute" "$(count_of bert disputes)" 0
chat_on anna Bob 5 1205 4
on anna users merge Bob me > "$WORK/said" || problem "users merge ends with $?"
on anna results edit "$(id_of anna 1203)" --score 2 > "$WORK/said" || problem "results edit ends with $?"
sync_in_turn anna bert anna
expect "an older text that became hers afterwards counts on both" "$(counted anna)" "me:1203:2 me:1205:4"
expect "and what she has corrected of his" "$(counted bert)" "me:1203:2 me:1205:4"
