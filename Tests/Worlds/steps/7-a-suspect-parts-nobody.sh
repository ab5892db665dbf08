# A suspect that replaces a counted result leaves two devices with the same counted results.
devices A B
wordle 1202 3 | ingest_on A
sync_in_turn A B
wordle 1202 3 4 | ingest_on A --replace
expect "a score that its rows contradict is a suspect" "$(on A results --suspect --output json | grep -c '^{')" 1
sync_in_turn A B A B
expect "both devices count the same" "$(counted A)" "$(counted B)"

# Confirming it is a decision, which travels.
on A results edit "$(id_of A 1202)" --confirm > "$WORK/said"
sync_in_turn A B A B
expect "a confirmed suspect counts on both" "$(counted A) $(counted B)" "me:1202:4 me:1202:4"
