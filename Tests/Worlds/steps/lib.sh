# What the steps have in common. `run` gives each script the program in $STREAKLINE, an empty folder in
# $WORK, and this file. A script prints `ok` or `not ok` with a sentence, and what it saw where that is wrong.
set -u
ROOT="$WORK"

# Begins with devices of other names in a folder of that name.
other() {
  WORK="$ROOT/$1"
  mkdir -p "$WORK"
}

# Runs the program on a device, which has a home folder, a configuration and a store of its own.
on() {
  device="$WORK/$1"
  shift
  HOME="$device" XDG_CONFIG_HOME="$device/config" XDG_DATA_HOME="$device/data" \
    XDG_CACHE_HOME="$WORK/cache" TZ=UTC "$STREAKLINE" "$@" < "${INPUT:-/dev/null}" 2>> "$WORK/talk"
}

# Makes devices that share the folder $WORK/shared.
devices() {
  mkdir -p "$WORK/shared"
  for name in "$@"; do
    mkdir -p "$WORK/$name"
    on "$name" pipelines add folder "$WORK/shared" > "$WORK/said" || problem "pipelines add on $name"
  done
}

sync_in_turn() {
  for name in "$@"; do on "$name" sync > "$WORK/said" || problem "sync on $name ends with $?"; done
}

# A Wordle's share: number, rows that are printed, and the score where it differs from these.
wordle() {
  printf 'Wordle %s %s/6\n\n' "$1" "${3:-$2}"
  row=1
  while [ "$row" -lt "$2" ]; do
    printf '⬛🟨⬛⬛⬛\n'
    row=$((row + 1))
  done
  printf '🟩🟩🟩🟩🟩\n'
}

# Ingests standard input on a device: device, and more arguments.
ingest_on() {
  name="$1"
  shift
  cat > "$WORK/share"
  INPUT="$WORK/share" on "$name" ingest "$@" > "$WORK/said"
}

# Ingests a chat exported from WhatsApp: device, sender, day of November 2024, number, rows.
chat_on() {
  {
    printf '[11/%s/24, 8:00:00 AM] %s: ' "$3" "$2"
    wordle "$4" "$5"
    printf '[11/25/24, 8:00:00 AM] %s: hi\n' "$2"
  } > "$WORK/_chat.txt"
  on "$1" ingest "$WORK/_chat.txt" > "$WORK/said"
}

# The counted results of a device in one line, such as `Bob:1202:3 me:1203:4`; `none` without any.
counted() {
  on "$1" results list --output json | python3 -c '
import json, sys
records = [json.loads(line) for line in sys.stdin if line.startswith("{")]
print(" ".join(sorted("%s:%s:%s" % (r["userId"], r.get("puzzleNumber"), r.get("score"))
                      for r in records if r.get("suspect") is None)) or "none")'
}

# The id of a device's result of a puzzle: device, number.
id_of() {
  on "$1" results list --output json | python3 -c '
import json, sys
records = [json.loads(line) for line in sys.stdin if line.startswith("{")]
print(next((r["id"] for r in records if str(r.get("puzzleNumber")) == sys.argv[1]), "no-such-result"))' "$2"
}

# How many lines of JSON a listing command prints: device, command.
count_of() {
  on "$@" --output json | grep -c '^{'
}

# The number of a device's last correction, and those of its disputes.
last_correction() { on "$1" corrections --output json | sed -n 's/.*"number":\([0-9]*\).*/\1/p' | tail -n 1; }
dispute_of() { on "$1" disputes --output json | sed -n 's/.*"number":\([0-9]*\).*/\1/p'; }

# Compares what was seen with what must be: sentence, seen, wanted.
expect() {
  if [ "$2" = "$3" ]; then
    echo "ok - $1"
  else
    echo "not ok - $1"
    echo "  # seen:   $2"
    echo "  # wanted: $3"
  fi
}

# No file below the folders may hold the bytes of a text: sentence, text, folders.
expect_no_bytes() {
  sentence="$1"
  text="$2"
  shift 2
  expect "$sentence" "$(grep -rlaF -- "$text" "$@" | sed "s|$WORK/||" | sort | tr '\n' ' ')" ""
}

problem() {
  echo "not ok - the step itself: $1"
  sed 's/^/  # /' "$WORK/talk" | tail -3
}
