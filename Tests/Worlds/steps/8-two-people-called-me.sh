# Two people who share a folder with the default user `me` do not erase or rename each other.
devices anna bert
wordle 1202 3 | ingest_on anna
wordle 1203 4 | ingest_on bert
sync_in_turn anna bert anna bert
wordle 1204 5 | ingest_on bert
on anna erase --user me --yes > "$WORK/said"
expect "she is told that his are left" "$(grep -c "1 result that other devices have made as 'me'" "$WORK/said")" 1
sync_in_turn anna bert anna bert
expect "what Bert has and Anna never saw stays" "$(counted bert | grep -o 'me:1204:5')" "me:1204:5"
expect "what Bert has imported and Anna had from the folder stays" \
  "$(counted bert | grep -o 'me:1203:4')" "me:1203:4"
wordle 1205 2 | ingest_on bert
sync_in_turn bert anna bert
expect "what Bert imports later counts" "$(counted bert | grep -o 'me:1205:2')" "me:1205:2"
