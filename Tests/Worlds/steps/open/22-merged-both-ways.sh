# Two people who are merged into each other on two devices at once lose nothing.
devices A B
wordle 1202 3 | ingest_on A --user Ann
wordle 1203 4 | ingest_on A --user Ben
sync_in_turn A B
on A users merge Ann Ben > "$WORK/said"
on B users merge Ben Ann > "$WORK/said"
sync_in_turn A B A B A B
expect "both results are one person's" "$(counted A | sed 's/[A-Z][a-z]*://g')" "1202:3 1203:4"
expect "both devices count the same" "$(counted B)" "$(counted A)"
