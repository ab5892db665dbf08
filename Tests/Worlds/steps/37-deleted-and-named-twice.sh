# Two devices give one person two new names, and a third one deletes his result: it is deleted under whichever name he
# gets, also where the deletion came to one of the names on a device that has deleted nothing itself.
for named in no yes; do
  for names in "Bert Rob" "Tom Sue" "Sue Tom"; do
    WORK="$WORK/x"
    devices A B C
    wordle 1202 3 | ingest_on A --user Bob
    sync_in_turn A B C A
    person=Bob
    if [ $named = yes ]; then
      person=Robert
      on C users rename Bob $person > "$WORK/said"
      sync_in_turn C B A C
    fi
    on B users rename $person ${names% *} > "$WORK/said"
    sync_in_turn B
    on A results delete "$(id_of A 1202)" > "$WORK/said" || problem "delete ends with $?"
    sync_in_turn A
    on C users rename $person ${names#* } > "$WORK/said"
    sync_in_turn C A B C A B
    expect "deleted by A, named by B and C, named before: $named, $names" \
      "$(counted A) / $(counted B) / $(counted C)" "none / none / none"
  done
done
