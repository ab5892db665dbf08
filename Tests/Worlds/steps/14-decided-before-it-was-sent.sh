# What was decided about a result that no remote ever had holds on other devices, too: of a suspect result, which is never
# sent, and of one that was deleted before the first sync.
devices A B
printf 'Wordle 1,202 3/6\n\n⬛🟩⬛⬛⬛\n⬛🟩🟩⬛⬛\n🟩🟩🟩⬛🟩\n🟩🟩🟩🟩🟩\n' > "$WORK/suspect"
ingest_on A < "$WORK/suspect"
ingest_on B < "$WORK/suspect"
expect "a score that its rows contradict is a suspect" "$(count_of A results --suspect)$(count_of B results --suspect)" 11
on A results delete "$(id_of A 1202)" > "$WORK/said"
wordle 1203 3 | ingest_on A
on A results delete "$(id_of A 1203)" > "$WORK/said"
sync_in_turn A B A B
expect "a suspect that was deleted on one device is gone on the other" "$(count_of B results --suspect)" 0
ingest_on B < "$WORK/suspect"
expect "its text is known again there" "$(count_of B results --suspect)" 0
wordle 1203 3 | ingest_on B
expect "so is a text that was deleted before it was sent" "$(counted B)" none
wordle 1203 4 | ingest_on B
expect "another result of that puzzle counts" "$(counted B)" "me:1203:4"
wordle 1203 3 | ingest_on B --replace
expect "--replace brings the text back" "$(counted B)" "me:1203:3"
sync_in_turn B A B
expect "on both" "$(counted A)" "me:1203:3"
