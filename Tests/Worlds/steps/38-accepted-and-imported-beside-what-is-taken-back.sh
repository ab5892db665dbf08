# A merge of two people who have both played a puzzle is taken back on the device that has merged them, and another
# device has settled the dispute meanwhile: each has his own result again, whichever device hears of what first.
number_of_action() {
  on "$1" "$2" list --output json | tail -1 | python3 -c 'import json,sys; print(json.loads(sys.stdin.read())["number"])'
}

two_people() {
  WORK="$WORK/x"
  devices A B C
  wordle 1202 3 | ingest_on A --user Ann
  wordle 1202 4 | ingest_on A --user Bob
  sync_in_turn A B C
  on A users merge Bob Ann > "$WORK/said" || problem "merge ends with $?"
  sync_in_turn A B C
}

dispute_of() {
  on "$1" disputes list --output json | tail -1 | python3 -c 'import json,sys; print(json.loads(sys.stdin.read())["number"])'
}

everywhere() {
  echo "$(counted A) / $(counted B) / $(counted C)"
}

for settled in accept reject; do
  for order in heard unheard "heard late"; do
    for then in nothing edit; do
      two_people
      on B disputes $settled "$(dispute_of B)" > "$WORK/said" || problem "$settled ends with $?"
      ann=3
      bob=4
      if [ $then = edit ]; then
        on B results edit "$(id_of B 1202)" --score 5 > "$WORK/said" || problem "edit ends with $?"
        if [ $settled = accept ]; then bob=5; else ann=5; fi
      fi
      case $order in
        heard) sync_in_turn B C A ;;
        "heard late") sync_in_turn B ;;
      esac
      on A corrections undo "$(number_of_action A corrections)" > "$WORK/said" || problem "undo ends with $?"
      sync_in_turn A B C A B C
      expect "a merge taken back of which another device ${settled}s the dispute, $order, then $then" \
        "$(everywhere)" "Ann:1202:$ann Bob:1202:$bob / Ann:1202:$ann Bob:1202:$bob / Ann:1202:$ann Bob:1202:$bob"
      expect "no dispute is left of it" \
        "$(count_of A disputes list)$(count_of B disputes list)$(count_of C disputes list)" "000"
    done
  done
done

undo_merge() {
  on A corrections undo "$(on A corrections list --output json | grep '"merge"' | python3 -c '
import json, sys
print(json.loads(sys.stdin.readline())["number"])')" > "$WORK/said" || problem "undo ends with $?"
}

for order in heard unheard; do
  two_people
  on B disputes accept "$(dispute_of B)" > "$WORK/said"
  on B users rename Ann Anna > "$WORK/said"
  if [ $order = heard ]; then sync_in_turn B C A; fi
  undo_merge
  sync_in_turn A B C A B C
  expect "the same where the person got another name after the acceptance, $order" "$(everywhere)" \
    "Anna:1202:3 Bob:1202:4 / Anna:1202:3 Bob:1202:4 / Anna:1202:3 Bob:1202:4"
done

two_people
on B disputes accept "$(dispute_of B)" > "$WORK/said"
sync_in_turn B C
on C results delete "$(id_of C 1202)" > "$WORK/said"
sync_in_turn C B A B
undo_merge
sync_in_turn A B C A B C
expect "what was accepted and then deleted does not come back" "$(everywhere)" \
  "Ann:1202:3 / Ann:1202:3 / Ann:1202:3"

two_people
on B disputes accept "$(dispute_of B)" > "$WORK/said"
sync_in_turn B C A
undo_merge
sync_in_turn A B C A B C
on C users merge Bob Ann > "$WORK/said"
sync_in_turn C A B C
expect "a merge that is made again is a dispute again" \
  "$(count_of A disputes list)$(count_of B disputes list)$(count_of C disputes list)" "111"

# Device A imports a result, both devices have it, and A takes the import back.
import_taken_back() {
  WORK="$WORK/x"
  devices A B
  wordle 1204 3 | ingest_on A --user Zoe
  import=$(number_of_action A imports)
  sync_in_turn A B A
  on A imports undo "$import" > "$WORK/said" || problem "imports undo ends with $?"
}

# One device takes an import back; another one, which has not heard of that, takes back that it has deleted the result or
# forgotten its person.
for decision in delete forget; do
  for order in "A B A B" "B A B A"; do
    import_taken_back
    if [ $decision = delete ]; then
      on B results delete "$(id_of B 1204)" > "$WORK/said"
    else
      on B users forget Zoe > "$WORK/said"
    fi
    on B corrections undo "$(number_of_action B corrections)" > "$WORK/said" || problem "undo ends with $?"
    sync_in_turn $order
    expect "an import taken back beside a $decision that is taken back, $order" \
      "$(counted A) / $(counted B)" "none / none"
    wordle 1204 3 | ingest_on A --user Zoe
    sync_in_turn A B A
    expect "and it can be done again" "$(counted A) / $(counted B)" "Zoe:1204:3 / Zoe:1204:3"
  done
done

# The same beside a new name that was not heard of.
for order in "A B A B" "B A B A"; do
  import_taken_back
  on B users rename Zoe Zora > "$WORK/said"
  sync_in_turn $order
  expect "an import taken back beside a rename, $order" "$(counted A) / $(counted B)" "none / none"
done
