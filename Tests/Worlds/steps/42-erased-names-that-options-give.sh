# Somebody is erased or forgotten, and an option or a setting gives him another name: that does not bring him back.
for how in erase forget; do
  for option in "--alias Bob=Rob" "--me Bob"; do
    other "$how-${option#--}"
    devices A B
    chat_on A Bob 04 1203 3
    cp "$WORK/_chat.txt" "$WORK/old.txt"
    sync_in_turn A B
    if [ "$how" = erase ]; then
      on A erase --user Bob --yes > "$WORK/said"
    else
      on A users forget Bob > "$WORK/said"
    fi
    sync_in_turn A B A
    for device in A B; do on "$device" ingest "$WORK/old.txt" $option > "$WORK/said"; done
    sync_in_turn A B A B
    expect "$how, and then $option" "$(counted A)|$(counted B)" "none|none"
  done
done

# What is newer than the erasure counts under the name that is given.
other newer
devices A B
chat_on A Bob 04 1203 3
sync_in_turn A B
on A erase --user Bob --yes > "$WORK/said"
sync_in_turn A B
sleep 1
{
  printf '[11/25/24, 8:00:00 AM] Bob: hi\n[%s] Bob: ' "$(TZ=UTC LC_ALL=C date '+%-m/%-d/%y, %-I:%M:%S %p')"
  wordle 1204 4
} > "$WORK/_chat.txt"
on B ingest "$WORK/_chat.txt" --alias Bob=Rob > "$WORK/said"
expect "what is newer counts under the name that is given" "$(counted B)" "Rob:1204:4"

# Names of the settings belong to the person who is erased or forgotten.
for how in erase forget; do
  other "settings-$how"
  devices A B
  mkdir -p "$WORK/A/config/streakline"
  printf 'aliases:\n  Bob: Rob\n' > "$WORK/A/config/streakline/config.yaml"
  chat_on A Bob 04 1203 3
  cp "$WORK/_chat.txt" "$WORK/old.txt"
  sync_in_turn A B
  expect "the settings name Bob, $how" "$(counted B)" "Rob:1203:3"
  if [ "$how" = erase ]; then
    on A erase --user Rob --yes > "$WORK/said"
  else
    on A users forget Rob > "$WORK/said"
  fi
  rm "$WORK/A/config/streakline/config.yaml"
  sync_in_turn A B A
  for device in A B; do on "$device" ingest "$WORK/old.txt" > "$WORK/said"; done
  sync_in_turn A B A B
  expect "$how, and then without the settings" "$(counted A)|$(counted B)" "none|none"
done
