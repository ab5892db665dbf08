# When two devices have merged one person into two others and take both back, everybody is who he was.
devices A B
wordle 1201 3 | ingest_on A --user Ann
wordle 1202 3 | ingest_on A --user Ben
wordle 1203 3 | ingest_on A --user Cid
sync_in_turn A B
on A users merge Ann Ben > "$WORK/said"
on B users merge Ann Cid > "$WORK/said"
sync_in_turn A B A B A B
on A corrections undo > "$WORK/said"
sync_in_turn A B A B A B
expect "nothing counts twice" "$(counted A | grep -o 1201 | wc -l)" "1"
on B corrections undo > "$WORK/said"
sync_in_turn A B A B A B
expect "everybody has his own" "$(counted A)" "Ann:1201:3 Ben:1202:3 Cid:1203:3"
expect "on the other device, too" "$(counted B)" "$(counted A)"

# The same, when the later one is taken back first, and when the merges are a chain.
devices C D
everybody() { counted "$1" | grep -oE '(Eva|Finn|Gus):[0-9:]+' | tr '\n' ' '; }
wordle 1204 3 | ingest_on C --user Eva
wordle 1205 3 | ingest_on C --user Finn
wordle 1206 3 | ingest_on C --user Gus
sync_in_turn C D
on C users merge Eva Finn > "$WORK/said"
on D users merge Eva Gus > "$WORK/said"
sync_in_turn C D C D C D
on D corrections undo > "$WORK/said"
sync_in_turn C D C D C D
on C corrections undo > "$WORK/said"
sync_in_turn C D C D C D
expect "everybody has his own in the other order" "$(everybody C)" "Eva:1204:3 Finn:1205:3 Gus:1206:3 "
expect "the other device says the same" "$(everybody D)" "Eva:1204:3 Finn:1205:3 Gus:1206:3 "
for first in C D; do
  on C users merge Eva Finn > "$WORK/said"
  on D users merge Finn Gus > "$WORK/said"
  sync_in_turn C D C D C D
  expect "they are one person" "$(everybody C)" "Gus:1204:3 Gus:1205:3 Gus:1206:3 "
  second=$([ "$first" = C ] && echo D || echo C)
  on "$first" corrections undo > "$WORK/said"
  sync_in_turn C D C D C D
  on "$second" corrections undo > "$WORK/said"
  sync_in_turn C D C D C D
  expect "a chain that is taken back, first on $first" "$(everybody C)" "Eva:1204:3 Finn:1205:3 Gus:1206:3 "
  expect "the other device says the same of the chain" "$(everybody D)" "Eva:1204:3 Finn:1205:3 Gus:1206:3 "
done
