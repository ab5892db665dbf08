# Anna was merged with Bob on C, which has taken that back. A, which has heard of neither, erases Anna, and B has heard of
# the merge alone. Only Anna is erased, in whatever order the devices hear of it.
for order in "A B C" "A C B" "B A C" "B A B C" "A C A B"; do
  WORK="$WORK/x"
  devices A B C
  chat_on A Bob 3 1232 3
  chat_on A Anna 4 1233 4
  sync_in_turn A B C
  on C users merge Anna Bob > "$WORK/said"
  sync_in_turn C
  case "$order" in B*) sync_in_turn B ;; esac
  on C corrections undo > "$WORK/said"
  sleep 0.01
  on A erase --user Anna --yes > "$WORK/said"
  sync_in_turn $order A B C A B C
  expect "$order: Bob keeps his result" "$(counted A) / $(counted B) / $(counted C)" \
    "Bob:1232:3 / Bob:1232:3 / Bob:1232:3"
  expect_no_bytes "$order: no byte of Anna stays" "Anna" "$WORK/A/data" "$WORK/B/data" "$WORK/C/data"
  for one in A B C; do
    chat_on $one Bob 3 1232 3
    expect "$order: Bob's text is there already on $one" "$(grep -c "already there" "$WORK/said")" 1
    chat_on $one Bob 5 1234 2
    expect "$order: what is his counts on $one" "$(grep -c "before the data of" "$WORK/said")" 0
  done
  chat_on B Anna 4 1233 4
  expect "$order: what is Anna's is refused" "$(grep -c "before the data of Anna was erased" "$WORK/said")" 1
done
