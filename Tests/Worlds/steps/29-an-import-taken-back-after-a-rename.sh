# An import that was taken back can be done again, although another device has renamed the person meanwhile.
devices A B
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
