# Who gets a name that somebody else had before he was renamed is another person.
devices A B
wordle 1202 3 | ingest_on A --user Bob
wordle 1203 3 | ingest_on A --user Zoe
sync_in_turn A B
on A users rename Bob Robert > "$WORK/said"
sync_in_turn A B A
on A users rename Zoe Bob > "$WORK/said"
sync_in_turn A B A B A B
expect "both people keep their results" "$(counted A)" "Bob:1203:3 Robert:1202:3"
expect "on the other device, too" "$(counted B)" "Bob:1203:3 Robert:1202:3"

# Two people change their names.
wordle 1204 3 | ingest_on A --user Kai
wordle 1205 3 | ingest_on B --user Lia
sync_in_turn A B A
on B users rename Kai Tmp > "$WORK/said"
on B users rename Lia Kai > "$WORK/said"
on B users rename Tmp Lia > "$WORK/said"
sync_in_turn B A B A B A
expect "two people can change their names" "$(counted A | tr ' ' '\n' | grep -E 'Kai|Lia' | tr '\n' ' ')" "Kai:1205:3 Lia:1204:3 "
