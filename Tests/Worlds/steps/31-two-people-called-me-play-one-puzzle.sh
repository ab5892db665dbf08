# Two people share a folder as `me` and played the same puzzles. What one of them takes away of himself leaves the
# other one's, also where the first one's result stood for both.
play() {
  devices anna bert
  wordle 1202 3 | ingest_on anna
  wordle 1203 3 | ingest_on anna
  sync_in_turn anna
  wordle 1202 4 | ingest_on bert
  wordle 1203 3 | ingest_on bert
  wordle 1204 5 | ingest_on bert
  sync_in_turn bert anna bert
  expect "hers stand for both" "$(counted bert)" "me:1202:3 me:1203:3 me:1204:5"
}
his="me:1202:4 me:1203:3 me:1204:5"

play
on anna erase --user me --yes > "$WORK/said"
sync_in_turn anna bert anna bert
expect "erased: his count" "$(counted anna) / $(counted bert)" "$his / $his"

WORK="$WORK/second"
play
on anna users rename me Anna > "$WORK/said"
sync_in_turn anna bert anna bert
expect "renamed: each has his own" "$(counted anna) / $(counted bert)" \
  "Anna:1202:3 Anna:1203:3 $his / Anna:1202:3 Anna:1203:3 $his"

WORK="$WORK/third"
play
on anna users forget me > "$WORK/said"
expect "she is told whose are forgotten" "$(cat "$WORK/said")" \
  "what this device has made as me is forgotten, also in later imports"
sync_in_turn anna bert anna bert
expect "forgotten: his count" "$(counted bert)" "$his"

# He had pasted his before he heard that hers are erased.
WORK="$WORK/fourth"
devices anna bert
wordle 1202 3 | ingest_on anna
wordle 1203 3 | ingest_on anna
sync_in_turn anna
wordle 1202 4 | ingest_on bert
wordle 1203 3 | ingest_on bert
on anna erase --user me --yes > "$WORK/said"
sync_in_turn anna bert anna bert
expect "unheard: his count" "$(counted anna) / $(counted bert)" "me:1202:4 me:1203:3 / me:1202:4 me:1203:3"

# Her own text in a dispute with a result of his is hers.
WORK="$WORK/fifth"
devices anna bert
wordle 1202 4 | ingest_on bert
sync_in_turn bert anna
printf 'Wordle 1,202 2/6\n\n🟨🟨🟨🟨⬛\n🟩🟩🟩🟩🟩\n' | ingest_on anna
expect "a dispute" "$(count_of anna disputes list)" "1"
on anna erase --user me --yes > "$WORK/said"
sync_in_turn anna bert anna
expect "it is erased with her" "$(count_of anna disputes list)" "0"
expect "his stays" "$(counted anna) / $(counted bert)" "me:1202:4 / me:1202:4"
expect_no_bytes "no byte of her text stays" "🟨🟨🟨🟨⬛" "$WORK/anna/data" "$WORK/bert/data" "$WORK/shared"
