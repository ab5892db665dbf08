# Who gets the name of an erased person on a device that has not heard of the erasure is not erased.
devices A B C
wordle 1202 3 | ingest_on A --user Bob
wordle 1203 3 | ingest_on B --user Zoe
sync_in_turn A B C A
on A erase --user Bob --yes > "$WORK/said"
on B results delete "$(id_of B 1202)" > "$WORK/said"
on B users rename Zoe Bob > "$WORK/said"
sync_in_turn A B A B C A
expect "nobody has erased her" "$(counted A)" "Bob:1203:3"
expect "on the other device, too" "$(counted B)" "Bob:1203:3"
expect "and on one that has decided nothing" "$(counted C)" "Bob:1203:3"

# Also when the results were never sent before, and when she had yet another name before the erasure.
WORK="$WORK/second"
devices A B
wordle 1202 3 | ingest_on A --user Bob
sync_in_turn A B
wordle 1203 3 | ingest_on B --user Kim
on B users rename Kim Zoe > "$WORK/said"
on A erase --user Bob --yes > "$WORK/said"
on B results delete "$(id_of B 1202)" > "$WORK/said"
on B users rename Zoe Bob > "$WORK/said"
sync_in_turn A B A B
expect "what nobody else had stays" "$(counted A) $(counted B)" "Bob:1203:3 Bob:1203:3"
on B corrections undo > "$WORK/said"
sync_in_turn B A
expect "the new name can be taken back" "$(counted A) $(counted B)" "Zoe:1203:3 Zoe:1203:3"

# What was the erased person's first is erased under the name that he has meanwhile. Nobody else gets his old one.
WORK="$WORK/third"
devices A B
wordle 1202 4 | ingest_on A --user Quentin
sync_in_turn A B
wordle 1203 4 | ingest_on B --user Zoe
on A erase --user Quentin --yes > "$WORK/said"
on B users rename Quentin Amy > "$WORK/said"
on B users rename Zoe Quentin > "$WORK/said"
sync_in_turn A B A B
expect "his results are gone" "$(counted A) $(counted B)" "Zoe:1203:4 Zoe:1203:4"

# Who was merged with him is the same person.
WORK="$WORK/fourth"
devices A B
wordle 1202 4 | ingest_on A --user Quentin
sync_in_turn A B
wordle 1203 4 | ingest_on B --user Zoe
on A erase --user Quentin --yes > "$WORK/said"
on B users merge Zoe Quentin > "$WORK/said"
sync_in_turn A B A B
expect "both are erased" "$(counted A) $(counted B)" "none none"
expect_no_bytes "and no byte of him stays" "Quentin" "$WORK/A/data" "$WORK/B/data" "$WORK/shared"

# The device keeps the name for her when its backup from before that is restored.
WORK="$WORK/fifth"
devices A B
wordle 1202 3 | ingest_on A --user Bob
sync_in_turn A B
wordle 1203 3 | ingest_on B --user Zoe
cp -r "$WORK/B/data" "$WORK/backup"
on A erase --user Bob --yes > "$WORK/said"
on B results delete "$(id_of B 1202)" > "$WORK/said"
on B users rename Zoe Bob > "$WORK/said"
sync_in_turn A B A B
rm -r "$WORK/B/data"
cp -r "$WORK/backup" "$WORK/B/data"
sync_in_turn B A B
expect "she has her new name after the backup, too" "$(counted A) $(counted B)" "Bob:1203:3 Bob:1203:3"
