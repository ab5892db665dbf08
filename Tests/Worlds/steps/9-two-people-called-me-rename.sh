# A device's `me` that gets a name gives it to nobody else's `me`.
devices anna bert
wordle 1202 3 | ingest_on anna
wordle 1203 4 | ingest_on bert
sync_in_turn anna bert anna bert
wordle 1204 5 | ingest_on bert
on anna users rename me Anna > "$WORK/said"
sync_in_turn anna bert anna bert
expect "what Bert has and Anna never saw keeps its name" "$(counted bert | grep -o 'me:1204:5')" "me:1204:5"
expect "what Bert has imported and Anna had from the folder keeps its name" \
  "$(counted bert | grep -o 'me:1203:4')" "me:1203:4"
wordle 1205 2 | ingest_on bert
sync_in_turn bert anna bert
expect "what Bert imports later is not Anna's" "$(counted bert | grep -o 'me:1205:2')" "me:1205:2"
on anna users forget Anna > "$WORK/said"
sync_in_turn anna bert anna bert
expect "and forgetting Anna leaves Bert's" "$(counted bert | grep -o 'me:1205:2')" "me:1205:2"
