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

# Both give themselves a name, before they have heard of the other one's.
for order in "anna bert" "bert anna"; do
  for score in 4 3; do
    other "both-$order-$score"
    devices anna bert
    wordle 1203 3 | ingest_on anna
    wordle 1203 "$score" | ingest_on bert
    wordle 1204 4 | ingest_on bert
    sync_in_turn anna bert anna bert
    on bert users rename me Bert > "$WORK/said"
    on anna users rename me Anna > "$WORK/said"
    sync_in_turn $order $order $order
    wanted="Anna:1203:3 Bert:1203:$score Bert:1204:4"
    expect "both have their own, order $order, $score" "$(counted anna) / $(counted bert)" "$wanted / $wanted"
  done
done
