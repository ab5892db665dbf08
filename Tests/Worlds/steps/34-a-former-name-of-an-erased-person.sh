# A name that an erased person had only until his rename was taken back is erased with him.
devices A B C
chat_on A Quentin 3 1232 3
chat_on A Zoe 4 1233 4
sync_in_turn A B C
on A users rename Quentin Robert > "$WORK/said"
sync_in_turn A B
on A corrections undo > "$WORK/said"
sync_in_turn A B A
on A erase --user Quentin --yes > "$WORK/said"
sync_in_turn A B C A B C
for text in Quentin Robert 1,232; do
  expect_no_bytes "no byte of $text stays" $text "$WORK/A/data" "$WORK/B/data" "$WORK/C/data" "$WORK/shared"
done
chat_on B Robert 5 1234 3
sync_in_turn B A
expect "somebody else may have the name" "$(counted A) / $(counted B)" \
  "Robert:1234:3 Zoe:1233:4 / Robert:1234:3 Zoe:1233:4"
