# What another device wants gone stays here until it is accepted, and for good when it is refused.
devices A B
wordle 1202 3 | ingest_on A --user Bob
sync_in_turn A B
for number in $(seq 1301 1324); do wordle "$number" 3; done | ingest_on B --user Bob
on A erase --user Bob --yes > "$WORK/said"
sync_in_turn A B
sync_in_turn A B
expect "what waits for an answer stays" "$(counted B | wc -w)" "25"
on B decisions refuse "$(on B decisions | grep -o '^[0-9a-f]\{8\}')" > "$WORK/said"
sync_in_turn B A B
expect "what was refused stays" "$(counted B | wc -w)" "25"
