# One person has one name on every device.
devices A B
chat_on A Oma 4 1234 3
chat_on A Ilse 5 1235 4
sync_in_turn A B
on A users merge Oma Ilse > "$WORK/said"
sync_in_turn A B
expect "a merge holds on both devices" "$(counted A) $(counted B)" \
  "Ilse:1234:3 Ilse:1235:4 Ilse:1234:3 Ilse:1235:4"
chat_on B Oma 6 1236 3
sync_in_turn B A B A
expect "and for what the other device imports later" "$(counted B)" "Ilse:1234:3 Ilse:1235:4 Ilse:1236:3"
expect "on both" "$(counted A)" "$(counted B)"

# Two renames of one person on two devices come to one name.
chat_on A Bert 7 1237 4
sync_in_turn A B
on A users rename Bert Robert > "$WORK/said"
on B users rename Bert Bertl > "$WORK/said"
sync_in_turn A B A B A B
expect "after two renames both have the same" "$(counted A)" "$(counted B)"
expect "and one person is one player" \
  "$(on A users list --output json | grep -cE '"userId":"(Bert|Robert|Bertl)"')" 1
chat_on B Bert 8 1238 3
sync_in_turn B A B A
expect "also after a later import" \
  "$(on A users list --output json | grep -cE '"userId":"(Bert|Robert|Bertl)"')" 1
