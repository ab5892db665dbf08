# What is taken back after another device has renamed the person comes back there, too.
devices A B
wordle 1202 3 | ingest_on A --user Bob
sync_in_turn A B
on A users forget Bob > "$WORK/said"
on B users rename Bob Rob > "$WORK/said"
sync_in_turn A B A B
on A corrections undo > "$WORK/said"
sync_in_turn A B A B A B
expect "forgetting is taken back" "$(counted A | sed 's/[A-Z][a-z]*://')" "1202:3"
expect "on the other device, too" "$(counted B)" "$(counted A)"

wordle 1203 3 | ingest_on A --user Eva
sync_in_turn A B
on A results delete "$(id_of A 1203)" > "$WORK/said"
on B users rename Eva Evi > "$WORK/said"
sync_in_turn A B A B
on A corrections undo > "$WORK/said"
sync_in_turn A B A B A B
expect "a deletion is taken back" "$(counted A | grep -o '1203:3')" "1203:3"

wordle 1204 3 > "$WORK/share"
on A ingest "$WORK/share" --user Zoe > "$WORK/said"
number=$(on A imports list --output json | tail -1 | python3 -c 'import json,sys; print(json.loads(sys.stdin.read())["number"])')
sync_in_turn A B A
on B users rename Zoe Zora > "$WORK/said"
on A imports undo "$number" > "$WORK/said"
sync_in_turn A B A B
on A ingest "$WORK/share" --user Zoe > "$WORK/said"
sync_in_turn A B A B
expect "an import that was taken back can be done again" "$(counted A | grep -o '1204:3')" "1204:3"
