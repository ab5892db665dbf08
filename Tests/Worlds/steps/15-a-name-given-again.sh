# Whoever gets the name of an erased person afterwards is somebody else, also where both are learnt at once.
devices A B
for number in 1202 1203; do wordle $number 3 | ingest_on A --user Oma; done
for number in 1204 1205; do wordle $number 4 | ingest_on B --user Bertram; done
sync_in_turn A B A
on A erase --user Oma --yes > "$WORK/said" || problem "erase ends with $?"
on A users rename Bertram Oma > "$WORK/said" || problem "rename ends with $?"
sync_in_turn A B A
on B decisions list > "$WORK/said"
expect "the other device's decisions can be read" "$?" 0
expect "who has the name now keeps the results" "$(counted B)" "Oma:1204:4 Oma:1205:4"
expect "both devices count the same" "$(counted A)" "$(counted B)"
