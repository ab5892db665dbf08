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

# Three people are merged in a circle, each on another device.
devices D E F
wordle 1205 3 | ingest_on D --user Kai
wordle 1206 4 | ingest_on D --user Lia
wordle 1207 5 | ingest_on D --user Max
sync_in_turn D E F
on D users merge Kai Lia > "$WORK/said"
on E users merge Lia Max > "$WORK/said"
on F users merge Max Kai > "$WORK/said"
sync_in_turn D E F D E F D E F
expect "all three results are one person's" \
  "$(counted D | grep -oE '(Kai|Lia|Max):[0-9:]+' | sort | uniq | sed 's/:.*//' | uniq -c | sed 's/ [A-Z].*//;s/ //g')" "3"
expect "all devices count the same" "$(counted E) $(counted F)" "$(counted D) $(counted D)"
