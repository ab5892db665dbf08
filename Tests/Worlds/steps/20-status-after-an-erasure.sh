# Once all devices have followed an erasure, `status` says nothing of it any more.
devices A B
wordle 1202 3 | ingest_on A --user Bob
sync_in_turn A B
on A erase --user Bob --yes > "$WORK/said"
sync_in_turn B A B A
expect "no device is waited for" "$(on A status | grep -c 'is not erased yet')" "0"
