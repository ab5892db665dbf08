"""Starts `streaklined` with a folder of its own on a port of this machine."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

CONTAINER = "iCloud.com.example.interop"


@dataclasses.dataclass
class User:
    url: str
    parameters: dict[str, object]


class Server:
    """Use it in a `with` statement. `STREAKLINED` names the program."""

    def __init__(self, *options: str) -> None:
        built = pathlib.Path(__file__).parent.parent / ".build/debug/streaklined"
        self.program = os.path.abspath(os.environ.get("STREAKLINED", built))
        self.options = options

    def __enter__(self) -> Server:
        self.folder = tempfile.mkdtemp(prefix="streaklined-")
        self.run("container", "create", CONTAINER)
        self.api_token = self.run("token", "create", "--container", CONTAINER)
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)
        shutil.rmtree(self.folder)

    def start(self) -> None:
        self.process = subprocess.Popen(
            [self.program, "serve", "--data", self.folder, "--listen", "127.0.0.1:0"]
            + ["--requests-per-second", "100000", *self.options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=self.folder,
        )
        line = self.process.stdout.readline()
        if not line.startswith("streaklined listens on "):
            raise RuntimeError("streaklined has not started")
        self.address = line.split()[-1]

    def kill(self) -> None:
        """Ends the server without a chance to tidy up, and starts it again."""
        self.process.kill()
        self.process.wait()
        self.start()

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [self.program, *arguments, "--data", self.folder],
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def url(self, database: str = "private", environment: str = "development") -> str:
        return f"{self.address}/database/1/{CONTAINER}/{environment}/{database}"

    def add_user(self, name: str) -> User:
        self.run("user", "add", name)
        token = self.run("token", "create", "--container", CONTAINER, "--user", name)
        return User(self.url(), {"ckAPIToken": self.api_token, "ckWebAuthToken": token})
