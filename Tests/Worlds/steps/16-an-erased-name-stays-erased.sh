# What was sent in an erased name stays erased, also when the name stands for somebody else since.
devices A B
chat_on A Ludmilla 4 1202 3
chat_on A Bert 5 1203 4
on A erase --user Ludmilla --yes > "$WORK/said"
wordle 1204 5 | ingest_on A --user Ludmilla
on A users merge Ludmilla Bert > "$WORK/said"
sync_in_turn A B
expect "what is newer is Bert's" "$(counted A) $(counted B)" "Bert:1203:4 Bert:1204:5 Bert:1203:4 Bert:1204:5"
for name in A B; do
  chat_on $name Ludmilla 4 1202 3
  expect "and says why" "$(grep -c "before the data of Ludmilla was erased" "$WORK/said")" 1
  expect "on $name Bert does not get what is older" "$(counted $name)" "Bert:1203:4 Bert:1204:5"
done
chat_on A Bert 6 1205 3
expect "Bert's own old results come in" "$(counted A)" "Bert:1203:4 Bert:1204:5 Bert:1205:3"
chat_on A Ludmilla 4 1202 3
on A ingest --replace "$WORK/_chat.txt" > "$WORK/said"
expect "--replace brings the old one back" "$(counted A)" "Bert:1202:3 Bert:1203:4 Bert:1204:5 Bert:1205:3"
