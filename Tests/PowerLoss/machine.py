"""The program with a disk of its own, and the records that it stores."""
import json, os, sqlite3, subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
GAME = "550e8400-e29b-41d4-a716-446655440000"


def record_id(number):
    return f"me|{20210101 + number % 28 + 100 * (number // 28 % 12) + 10000 * (number // 336)}|{GAME}"


def record(number, text=None):
    day = int(record_id(number).split("|")[1])
    return {"type": "GameResult", "id": record_id(number), "userId": "me", "game": "wordle", "gameId": GAME, "gameName": "Wordle",
            "variant": "standard", "puzzleNumber": number, "dateInt": day, "score": 3, "maxAttempts": 6, "completed": True,
            "parsedData": {"rows": "3"}, "sharedText": text or f"Wordle {number} 3/6", "source": {"name": "-", "line": 1}}


def name_of(number):
    return "r-" + record_id(number).replace("|", "-")


PIPELINE = """format: 1
pipeline: %s
users: [all]
records:
  GameResult: {zone: results, name: 'r-{userId}-{dateInt}-{gameId}'}
batch: {size: 5, after: 2s, most: 1000}
remote:
  %s
"""
OFF = "format: 1\npipeline: default\nenabled: false\nrecords:\n  GameResult: {zone: results}\nremote:\n  jsonl: {path: off.jsonl}\n"


class Machine:
    """A folder `root` that is one disk, and beside it what no power loss touches."""

    def __init__(self, folder, binary, remote):
        self.folder, self.binary = folder, binary
        self.root = os.path.join(folder, "root")
        pipelines = os.path.join(folder, "config", "streakline", "Pipelines")
        os.makedirs(pipelines, exist_ok=True)
        os.makedirs(self.root, exist_ok=True)
        files = {"default": OFF, "there": PIPELINE % ("there", remote)}
        if remote.startswith("jsonl"):
            files = {"default": PIPELINE % ("default", remote)}
        for name, text in files.items():
            with open(os.path.join(pipelines, name + ".yaml"), "w") as out:
                out.write(text)
        self.environment = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=os.path.join(folder, "config"),
                                XDG_DATA_HOME=os.path.join(folder, "data"), XDG_CACHE_HOME=os.path.join(folder, "cache"),
                                STREAKLINE_HOME=os.path.join(HERE, "..", ".."))

    def run(self, arguments, store="root/store/s.db", recorder=None, log=None, stdin=b""):
        environment = dict(self.environment)
        if recorder:
            environment.update(LD_PRELOAD=recorder, POWERLOSS_ROOT=self.root, POWERLOSS_LOG=log)
        done = subprocess.run([self.binary] + arguments + ["--store", os.path.join(self.folder, store), "--output", "json"],
                              input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=self.folder)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def ingest(self, numbers, texts=None, **options):
        lines = "".join(json.dumps(record(n, (texts or {}).get(n))) + "\n" for n in numbers)
        return self.run(["ingest", "--format", "jsonl", "-"], stdin=lines.encode(), **options)

    def rows(self, store, query):
        path = os.path.join(self.folder, store)
        if not os.path.exists(path) or os.path.getsize(path) == 0:
            return []
        connection = sqlite3.connect(path)
        try:
            return connection.execute(query).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return []
            raise
        finally:
            connection.close()

    def ids(self, store="root/store/s.db"):
        return {row[0] for row in self.rows(store, "SELECT id FROM gameResult")}

    def damage(self):
        """What is wrong with the store itself, after the program has opened it again."""
        code, out, err = self.run(["verify"])
        if code not in (0, 66):
            return f"verify ends with {code}: {out[:300]} {err[:300]}"
        rows = self.rows("root/store/s.db", "PRAGMA integrity_check")
        return f"integrity check: {rows[:3]}" if rows not in ([], [("ok",)]) else None
