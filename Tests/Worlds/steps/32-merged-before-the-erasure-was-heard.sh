# Anna was merged with Bob on one device when another one had erased him. Both are erased, and both devices answer the
# same to what is imported later.
for names in "Anna Bob" "Bob Anna"; do
  WORK="$WORK/x"
  devices A B
  chat_on A Bob 3 1232 3
  chat_on A Anna 4 1233 4
  sync_in_turn A B
  on A erase --user Bob --yes > "$WORK/said"
  on B users merge $names > "$WORK/said"
  sync_in_turn A B A B
  expect "both are erased" "$(counted A) / $(counted B)" "none / none"
  expect_no_bytes "no byte of her stays either" "Anna" "$WORK/A/data" "$WORK/B/data" "$WORK/shared"
  for device in A B; do
    chat_on $device Anna 4 1233 4
    expect "what is old is refused on $device" "$(grep -c "before the data of Anna was erased" "$WORK/said")" 1
  done
  wordle 1234 5 | ingest_on A --user Anna
  wordle 1235 5 | ingest_on B --user Anna
  sync_in_turn A B A B
  expect "what comes later counts" "$(counted A) / $(counted B)" \
    "Anna:1234:5 Anna:1235:5 / Anna:1234:5 Anna:1235:5"
done
