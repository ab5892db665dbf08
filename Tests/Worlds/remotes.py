"""The remotes over which the devices of a world sync."""
import json, os, socket, subprocess, sys, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDS = """types:
  Note: {fields: {userId: string, text: string}}
records:
  GameResult: {zone: results, name: '{uuid}'}
  PuzzleResult: {zone: results, name: '{uuid}'}
  CompletionEvent: {zone: results, name: '{uuid}'}
  Habit: {zone: habits}
  TimerSession: {zone: timer}
  ActiveTimer: {zone: timer, name: activeTimer, merge: {lastWriterWins: lastUpdateTime}}
  Note: {zone: notes}
"""


class Remote:
    """A folder that the devices share."""

    name = "folder"
    carries_decisions = True

    def __init__(self, plan, options):
        self.plan, self.options = plan, options

    @property
    def keeps_stamps(self):
        """Whether it says which versions a version has replaced."""
        return True

    @staticmethod
    def lacks(options):
        """What is missing for this kind of remote; None when nothing is."""
        return None

    def environment(self):
        return {}

    def start(self, machine):
        self.machine = machine

    def prepare(self, device):
        """What a new device needs beside its pipeline file."""

    def pipeline(self):
        head = "format: 1\npipeline: shared\ngames: [all]\nusers: [all]\n" + RECORDS
        return head + "batch: {size: 5, after: 2s, most: 1000}\nremote:\n" + self.place()

    def place(self):
        return f"  folder: {{path: '{self.machine.path('shared')}'}}\n"

    def stir(self, pick):
        """Before a sync of the world: a remote may misbehave in it."""

    def calm(self):
        """From now on it behaves well."""

    def stop(self):
        """Ends what it has started."""


class Program(Remote):
    """A program that lies."""

    name = "program"

    @property
    def keeps_stamps(self):
        return self.plan.keeps_stamps

    def place(self):
        settings = {"file": self.machine.path("kept.json"), "mood": self.machine.path("mood.json"),
                    "stamps": self.plan.keeps_stamps}
        command = json.dumps([sys.executable, os.path.join(HERE, "liar.py")])
        return f"  program:\n    command: {command}\n    settings: {json.dumps(settings)}\n"

    def stir(self, pick):
        self.set_mood(pick % 3 * 0.08, pick)

    def calm(self):
        self.set_mood(0, 0)

    def set_mood(self, rate, seed):
        with open(self.machine.path("mood.json"), "w") as file:
            json.dump({"rate": rate, "seed": seed}, file)


class HTTP(Program):
    """A receiver on the web that misbehaves, through `streakline-remote-http`."""

    name = "http"
    carries_decisions = False

    @staticmethod
    def lacks(options):
        return None if program(options, "streakline-remote-http") else "streakline-remote-http is not built"

    def environment(self):
        return {"PATH": options_folder(self.options) + ":" + os.environ["PATH"]}

    def start(self, machine):
        self.machine = machine
        self.calm()
        keeping = "stamps" if self.plan.keeps_stamps else "tags"
        command = [sys.executable, os.path.join(HERE, "receiver.py"), machine.path("kept.json"),
                   machine.path("mood.json"), keeping]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.port = int(self.process.stdout.readline())

    def place(self):
        stamps = "true" if self.plan.keeps_stamps else "false"
        return f"  http:\n    url: http://127.0.0.1:{self.port}/\n    pull: true\n    stamps: {stamps}\n    timeout: 10\n"

    def stop(self):
        self.process.kill()
        self.process.wait()


class Server(Remote):
    """`streaklined`, which is killed now and then, through `streakline-remote-cloudkit`."""

    name = "server"
    carries_decisions = False
    CONTAINER = "iCloud.com.example.worlds"

    @staticmethod
    def lacks(options):
        for name in ("streaklined", "streakline-remote-cloudkit"):
            if not program(options, name):
                return f"{name} is not built"
        return None

    def environment(self):
        return {"PATH": options_folder(self.options) + ":" + os.environ["PATH"]}

    def start(self, machine):
        self.machine = machine
        self.data = ["--data", machine.path("server")]
        self.timer = None
        invitation = subprocess.run(self.command("invite", "anna", "--container", self.CONTAINER),
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
        self.login = "".join(line + "\n" for line in invitation.stdout.splitlines() if "Token: " in line)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.launch()

    def command(self, *arguments):
        return [program(self.options, "streaklined"), *arguments, *self.data]

    def launch(self):
        command = self.command("serve", "--listen", f"127.0.0.1:{self.port}", "--requests-per-second", "100000")
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(500):
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.process.poll() is not None:
                raise RuntimeError(f"streaklined ended with {self.process.returncode} when it was started")
            time.sleep(0.02)
        raise RuntimeError("streaklined does not listen")

    def prepare(self, device):
        path = f"{device}/config/streakline/secrets/shared"
        self.machine.write(path, self.login)
        os.chmod(self.machine.path(path), 0o600)

    def place(self):
        return (f"  cloudkit:\n    container: {self.CONTAINER}\n    url: http://127.0.0.1:{self.port}\n"
                "    requestsPerSecond: 1000\n")

    def stir(self, pick):
        """Kills the server before a sync, or in the middle of it; it is started again at once."""
        self.wait()
        if pick % 5 == 0:
            self.kill()
        elif pick % 5 == 1:
            self.timer = threading.Timer(0.01 + pick % 97 / 1000, self.kill)
            self.timer.start()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.launch()

    def wait(self):
        if self.timer:
            self.timer.join()
            self.timer = None

    def calm(self):
        self.wait()

    def stop(self):
        self.wait()
        self.process.kill()
        self.process.wait()


def options_folder(options):
    if options.server:
        return os.path.abspath(options.server)
    folders = [os.path.join(HERE, "../../Server/.build", kind) for kind in ("release", "debug")]
    return next((f for f in folders if os.path.exists(os.path.join(f, "streaklined"))), folders[0])


def program(options, name):
    path = os.path.join(options_folder(options), name)
    return path if os.access(path, os.X_OK) else None


REMOTES = {remote.name: remote for remote in (Remote, Program, HTTP, Server)}
