# What another device has taken in under a former name, and says something else, becomes a dispute.
devices A B
wordle 1202 2 | ingest_on A --user Ludmilla
sync_in_turn A
on A users rename Ludmilla Linde > "$WORK/said"
sync_in_turn A
wordle 1202 3 | ingest_on B --user Ludmilla
sync_in_turn B A B
expect "one of the two counts on both" "$(counted A)" "$(counted B)"
expect "the other is a dispute" "$(($(count_of A disputes) + $(count_of B disputes) > 0))" 1
