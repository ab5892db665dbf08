# A new name that is taken back is taken back everywhere, also where somebody has accepted a dispute which it had made.
devices anna bert
chat_on anna Bob 4 1202 3
sync_in_turn anna bert
on anna users rename Bob Robert > "$WORK/said" || problem "users rename ends with $?"
chat_on bert Bob 4 1202 4
sync_in_turn anna bert
expect "the dispute has the new name, too" "$(count_of bert disputes)" 1
dispute=$(on bert disputes --output json | sed -n 's/.*"number":\([0-9]*\).*/\1/p')
on bert disputes accept "${dispute:-1}" > "$WORK/said" || problem "disputes accept ends with $?"
number=$(on anna corrections --output json | python3 -c '
import json, sys
lines = [json.loads(line) for line in sys.stdin if line.startswith("{")]
print(next((one["number"] for one in lines if one.get("kind") == "rename"), "none"))')
on anna corrections undo "$number" > "$WORK/said" || problem "corrections undo ends with $?"
sync_in_turn anna bert anna bert
chat_on anna Bob 5 1203 5
chat_on bert Bob 6 1204 2
expect "Bob is Bob again on the device that has renamed him" "$(counted anna | grep -o 'Bob:1203:5')" "Bob:1203:5"
expect "and on the other one" "$(counted bert | grep -o 'Bob:1204:2')" "Bob:1204:2"
