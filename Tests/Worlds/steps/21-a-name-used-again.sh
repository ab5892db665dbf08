# A name that was somebody's stands for him, so that nobody else gets it, and nothing is lost.
devices A B
wordle 1202 3 | ingest_on A --user Bob
wordle 1203 3 | ingest_on A --user Zoe
sync_in_turn A B
on A users rename Bob Robert > "$WORK/said"
expect "the device that has renamed him says so" \
  "$(on A users rename Zoe Bob 2>&1; grep -c "the name 'Bob' stands for 'Robert'" "$WORK/talk")" "1"
sync_in_turn A B A
on B users rename Zoe Bob > "$WORK/said"
expect "the other device says so, too" "$(grep -c "the name 'Bob' stands for 'Robert'" "$WORK/talk")" "2"
sync_in_turn B A B
expect "both people keep their results" "$(counted A)" "Robert:1202:3 Zoe:1203:3"
expect "on the other device, too" "$(counted B)" "Robert:1202:3 Zoe:1203:3"
on B users rename Robert Bob > "$WORK/said"
sync_in_turn B A B
expect "he himself can have it again" "$(counted A)" "Bob:1202:3 Zoe:1203:3"

on A users forget Bob > "$WORK/said"
sync_in_turn A B
on B users rename Zoe Bob > "$WORK/said"
expect "nobody gets the name of somebody who is forgotten" "$(grep -c "'Bob' is forgotten" "$WORK/talk")" "1"
sync_in_turn B A B
expect "so nobody else is forgotten" "$(counted A) $(counted B)" "Zoe:1203:3 Zoe:1203:3"

# Where neither device knows of the other's rename, both are taken for one person until one is taken back.
devices C D
wordle 1204 3 | ingest_on C --user Kai
wordle 1205 3 | ingest_on D --user Lia
on C users rename Kai Tom > "$WORK/said"
on D users rename Lia Kai > "$WORK/said"
sync_in_turn C D C D
expect "they have one name" "$(counted C | grep -oE '[A-Z][a-z]*:120[45]' | sed 's/:.*//' | sort -u | wc -l)" "1"
expect "and all results" "$(counted C | grep -oE ':120[45]' | tr -d '\n')" ":1204:1205"
on D corrections undo > "$WORK/said"
sync_in_turn C D C D
expect "what is taken back is as before" "$(counted C | grep -oE '[A-Z][a-z]*:120[45]' | tr '\n' ' ')" "Lia:1205 Tom:1204 "
expect "everywhere" "$(counted D | grep -oE '[A-Z][a-z]*:120[45]' | tr '\n' ' ')" "Lia:1205 Tom:1204 "
