# A backup that is restored elsewhere learns what was stored, deleted and erased since, and brings nothing back.
devices A B
wordle 1202 3 | ingest_on A
wordle 1203 3 | ingest_on A
chat_on A Ludmilla 4 1204 4
sync_in_turn A B
wordle 1206 2 | ingest_on A
on A backup "$WORK/a.tar" > "$WORK/said" || problem "backup"
expect "only its owner can read a backup" "$(stat -c %a "$WORK/a.tar" 2> "$WORK/talk2")" 600

on A results delete "$(id_of A 1202)" > "$WORK/said"
on A results edit "$(id_of A 1203)" --score 5 > "$WORK/said"
wordle 1205 4 | ingest_on A
sync_in_turn A B
on B erase --user Ludmilla --yes > "$WORK/said"
sync_in_turn B
mkdir -p "$WORK/C"
on C restore "$WORK/a.tar" > "$WORK/said" || problem "restore"
expect "restored, it has what there was" "$(counted C)" "Ludmilla:1204:4 me:1202:3 me:1203:3 me:1206:2"
sync_in_turn C
expect "then what became of it" "$(counted C)" "me:1203:5 me:1205:4 me:1206:2"
sync_in_turn A B C A
expect "on all devices" "$(counted A) $(counted B)" "me:1203:5 me:1205:4 me:1206:2 me:1203:5 me:1205:4 me:1206:2"
expect "each device has a log of its own" "$(ls "$WORK/shared" | wc -l)" 3
expect_no_bytes "no byte of the erased person is left in the stores" Ludmilla "$WORK/A/data" "$WORK/B/data" "$WORK/C/data"

# The same on the device that has lost its last changes: two ids, and what was sent comes back.
on A restore "$WORK/a.tar" > "$WORK/said"
expect "a store that is there stays" "$(counted A)" "me:1203:5 me:1205:4 me:1206:2"
on A restore "$WORK/a.tar" --replace > "$WORK/said" || problem "restore --replace"
wordle 1207 3 | ingest_on A
sync_in_turn A B C
all="me:1203:5 me:1205:4 me:1206:2 me:1207:3"
expect "what was sent comes back, and nothing is doubled" "$(counted A) $(counted B) $(counted C)" "$all $all $all"
expect "the restored device has another log" "$(ls "$WORK/shared" | wc -l)" 4
for device in A B C; do
  expect "the store of $device is sound" "$(on "$device" verify --quiet)" ""
done
