# A chat whose dates can be read in two ways is from before an erasure when both are.
devices A B
{
  printf '[11/4/24, 8:00:00 AM] Quintus: '
  wordle 1202 3
  printf '[11/5/24, 8:00:00 AM] Zoe: hi\n'
} > "$WORK/chat.txt"
on A ingest "$WORK/chat.txt" > "$WORK/said"
sync_in_turn A B
on A erase --user Quintus --yes > "$WORK/said"
sync_in_turn B A
on B ingest "$WORK/chat.txt" > "$WORK/said"
sync_in_turn A B A
expect "it brings nobody back" "$(counted A) $(counted B)" "none none"

# A file's name that holds the name of an erased person goes from other people's results, too.
{
  printf '[11/4/24, 8:00:00 AM] Quirin: '
  wordle 1202 3
  printf '[11/25/24, 8:00:00 AM] Zoe: '
  wordle 1203 3
} > "$WORK/_Chat with Quirin.txt"
on A ingest "$WORK/_Chat with Quirin.txt" > "$WORK/said"
sync_in_turn A B A
on A erase --user Quirin --yes > "$WORK/said"
sync_in_turn B A B
expect_no_bytes "no store has the file's name" "Quirin" "$WORK/A" "$WORK/B" "$WORK/shared"

# A text that no rule reads is refused like a result. Where one of two readings is from after the erasure, the other one
# counts, and `--replace` stores it.
WORK="$WORK/second"
devices A
{
  printf '[11/4/24, 8:00:00 AM] Quintus: '
  wordle 1202 3
  printf '[11/4/24, 8:01:00 AM] Quintus: Connections\nPuzzle #500\nnice\n'
} > "$WORK/chat.txt"
on A ingest "$WORK/chat.txt" > "$WORK/said"
expect "the text is a near miss" "$(count_of A misses)" "1"
on A erase --user Quintus --yes > "$WORK/said"
on A ingest "$WORK/chat.txt" > "$WORK/said" 2>> "$WORK/said"
expect "neither comes back" "$(counted A) $(count_of A misses)" "none 0"
on A ingest "$WORK/chat.txt" --replace > "$WORK/said"
expect "unless somebody says so" "$(counted A)" "Quintus:1202:3"
