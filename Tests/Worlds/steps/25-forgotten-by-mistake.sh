# Forgetting is taken back, although a third device has taken in something of the person meanwhile.
devices A C D
wordle 1203 3 | ingest_on A --user Zoe
sync_in_turn A C D
on C users forget Zoe > "$WORK/said"
wordle 1204 3 | ingest_on D --user Zoe
sync_in_turn A C D A C D A C D
on C corrections undo > "$WORK/said"
sync_in_turn A C D A C D A C D
for device in A C D; do
  expect "device $device has both results" "$(counted $device)" "Zoe:1203:3 Zoe:1204:3"
done
