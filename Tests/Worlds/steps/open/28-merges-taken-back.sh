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
