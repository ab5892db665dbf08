"""Devices with the real program, and the shell script that repeats what was done on them."""
import json, os, shlex, shutil, signal, sqlite3, subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))
HEAD = """#!/bin/sh
# Repeats a world: sh repeat.sh BINARY [PREVIOUS]. What kills, lies and the server do may fall otherwise.
NEW=$(realpath "$1"); OLD=$(realpath "${2:-$1}"); PROJECT=%s
W=$(mktemp -d); cd "$W" || exit 1; mkdir -p shared files backups; echo "in $W"
run() { program=$1; name=$2; shift 2
  HOME="$W/$name" XDG_CONFIG_HOME="$W/$name/config" XDG_DATA_HOME="$W/$name/data" XDG_CACHE_HOME="$W/cache" \\
    STREAKLINE_HOME="$PROJECT" TZ=UTC "$program" "$@"; }
new() { run "$NEW" "$@"; }
old() { run "$OLD" "$@"; }
killed() { seconds=$1; shift; case $1 in old) shift; set -- "$OLD" "$@";; new) shift; set -- "$NEW" "$@";; esac
  program=$1; name=$2; shift 2; run "timeout" "$name" -s KILL "$seconds" "$program" "$@"; }
"""


def home_of(binary):
    """The checkout in which a program was built, whose rules and pipelines are its own."""
    folder = binary
    while folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
        if os.path.isdir(os.path.join(folder, "Parsers")):
            return folder
    return PROJECT


class Run:
    """What a run of the program ended with and wrote."""

    def __init__(self, code, out, err, was_killed=False):
        self.code, self.out, self.err, self.was_killed = code, out, err, was_killed

    @property
    def objects(self):
        return [json.loads(line) for line in self.out.splitlines() if line.startswith("{")]


class Machine:
    """A folder with devices, which are folders in it, and one remote that they share.

    binaries: the program of each device by its name.
    """

    def __init__(self, root, environment=None):
        self.root = root
        self.binaries, self.script, self.versions = {}, [], {}
        self.more = environment or {}
        self.commands = 0
        for name in ("shared", "files", "backups"):
            os.makedirs(self.path(name), exist_ok=True)

    def path(self, *parts):
        return os.path.join(self.root, *parts)

    def store(self, device):
        return self.path(device, "data", "streakline")

    def ids(self, device):
        """The ids that a device has, and had since its store was made."""
        store = sqlite3.connect(f"file:{self.store(device)}/streakline.db?mode=ro", uri=True)
        try:
            tables = {name for name, in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            return {id for table in {"device", "formerDevice"} & tables
                    for id, in store.execute(f"SELECT id FROM {table}")}
        finally:
            store.close()

    def add(self, device, binary, version="new"):
        self.binaries[device], self.versions[device] = binary, version
        os.makedirs(self.path(device), exist_ok=True)

    def environment(self, device):
        home = self.path(device)
        return {"HOME": home, "XDG_CONFIG_HOME": home + "/config", "XDG_DATA_HOME": home + "/data",
                "XDG_CACHE_HOME": self.path("cache"), "TZ": "UTC",
                "STREAKLINE_HOME": home_of(self.binaries[device]),
                "PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8", **self.more}

    def run(self, device, *arguments, text="", kill_after=None, quietly=False):
        """Runs the program on a device. `quietly` leaves the command out of the script: it only reads."""
        self.commands += 1
        process = subprocess.Popen(
            [self.binaries[device], *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.environment(device), cwd=self.root, start_new_session=True)
        was_killed = False
        try:
            out, err = process.communicate(text.encode(), timeout=kill_after or 120)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            was_killed = True
        run = Run(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"), was_killed)
        if not quietly:
            self.note(device, arguments, text, kill_after if was_killed else None, run.code)
        return run

    def note(self, device, arguments, text, kill_after, code):
        words = [self.versions[device], device, *map(shlex.quote, arguments)]
        if kill_after:
            words = ["killed", f"{kill_after:.3f}", *words]
        line = " ".join(words).replace(self.root, "$W").replace("'$W", '"$W"\'')
        ending = f"   # {code}" if code else ""
        if text:
            self.script.append(f"{line} <<'TEXT'{ending}\n{text}\nTEXT")
        else:
            self.script.append(line + ending)

    def write(self, name, text):
        """Writes a file of the user's."""
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w") as file:
            file.write(text)
        body = text.replace(self.root, "$W")
        mark = "TEXT" if body != text else "'TEXT'"
        self.script.append(f"mkdir -p {shlex.quote(os.path.dirname(name))}; cat > {shlex.quote(name)} <<{mark}\n{body.rstrip()}\nTEXT")

    def copy(self, source, target):
        """Copies a folder over another."""
        shutil.rmtree(self.path(target), ignore_errors=True)
        shutil.copytree(self.path(source), self.path(target))
        self.script.append(f"rm -rf {target}; mkdir -p {target}; cp -a {source}/. {target}/")

    def list(self, device, *arguments):
        """The objects that a listing command prints."""
        return self.run(device, *arguments, "--output", "json", quietly=True).objects

    def save_script(self, folder):
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "repeat.sh"), "w") as file:
            file.write(HEAD % shlex.quote(PROJECT) + "\n".join(self.script) + "\n")
