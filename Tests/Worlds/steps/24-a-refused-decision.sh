# What another device wants gone stays here until it is accepted, and for good when it is refused.
begin() {
  WORK="$1"
  mkdir "$WORK"
  devices A B
  wordle 1202 3 | ingest_on A --user Bob
  sync_in_turn A B
  for number in $(seq 1301 1324); do wordle "$number" 3; done | ingest_on B --user Bob
}
# B, where a decision waits, cannot sync.
wait_on_B() {
  sync_in_turn A
  on B sync > "$WORK/said"
  expect "sync says that it waits" "$?" "75"
  sync_in_turn A
  on B sync > "$WORK/said"
  expect "and goes on saying so" "$?" "75"
  expect "what waits for an answer stays" "$(counted B | wc -w)" "25"
}
answer() { on B decisions "$1" "$(on B decisions | grep -o '^[0-9a-f]\{8\}')" > "$WORK/said"; }
top="$WORK"

begin "$top/erased"
on A erase --user Bob --yes > "$WORK/said"
wait_on_B
answer refuse
sync_in_turn B A B
expect "what was refused stays" "$(counted B | wc -w)" "25"
expect "the other device has it, too" "$(counted A)" "$(counted B)"

begin "$top/accepted"
on A erase --user Bob --yes > "$WORK/said"
wait_on_B
answer accept
sync_in_turn B A B
expect "what was accepted is gone" "$(counted A) $(counted B)" "none none"

begin "$top/forgotten"
on A users forget Bob > "$WORK/said"
wait_on_B
answer refuse
sync_in_turn B A B
expect "who was not forgotten stays" "$(counted B | wc -w)" "25"
expect "on the other device, too" "$(counted A)" "$(counted B)"
