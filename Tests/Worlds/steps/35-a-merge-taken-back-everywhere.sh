# A merge that is taken back leaves neither a dispute nor a name on the other devices.
devices A B C
chat_on A Bob 3 1232 3
{
  printf '[11/03/24, 9:00:00 AM] Rob: '
  wordle 1232 5
  printf '[11/25/24, 8:00:00 AM] Rob: hi\n'
} > "$WORK/_chat.txt"
on A ingest "$WORK/_chat.txt" > "$WORK/said"
sync_in_turn A B C
on A users merge Rob Bob > "$WORK/said"
sync_in_turn A B C A
expect "each device has the dispute" \
  "$(count_of A disputes list) $(count_of B disputes list) $(count_of C disputes list)" "1 1 1"
on A corrections undo > "$WORK/said"
sync_in_turn A B C A B C
expect "none has it any more" \
  "$(count_of A disputes list) $(count_of B disputes list) $(count_of C disputes list)" "0 0 0"
both="Bob:1232:3 Rob:1232:5"
expect "both have their results" "$(counted A) / $(counted B) / $(counted C)" "$both / $both / $both"

# Two merges, or two new names, that meet and are both taken back, in each order.
both="Bob:1232:3 Rob:1233:3"
later="Bob:1232:3 Bob:1235:2 Rob:1233:3 Rob:1234:2"
for change in "merge Rob Bob,merge Bob Rob" "rename Rob New,rename Rob Nex"; do
  for order in "A B" "B A"; do
    for heard in no yes; do
      WORK="$WORK/x"
      devices A B
      chat_on A Bob 3 1232 3
      chat_on A Rob 4 1233 3
      sync_in_turn A B
      on A users ${change%,*} > "$WORK/said"
      on B users ${change#*,} > "$WORK/said"
      sync_in_turn $order
      test $heard = no || sync_in_turn $order
      on A corrections undo > "$WORK/said"
      on B corrections undo > "$WORK/said"
      sync_in_turn $order $order
      expect "$change, $order, heard $heard" "$(counted A) / $(counted B)" "$both / $both"
      wordle 1234 2 | ingest_on A --user Rob
      wordle 1234 2 | ingest_on B --user Rob
      wordle 1235 2 | ingest_on A --user Bob
      wordle 1235 2 | ingest_on B --user Bob
      expect "the names are as before" "$(counted A) / $(counted B)" "$later / $later"
    done
  done
done
