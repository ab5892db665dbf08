#!/usr/bin/env python3
"""A receiver on the web (Documentation/http.md) that misbehaves as often as its mood file says. Prints its port.

usage: receiver.py FILE MOOD stamps|tags
"""
import json, os, random, sys, time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
from keeper import Keeper, mood  # noqa: E402

FILE, MOOD, STAMPS = sys.argv[1], sys.argv[2], sys.argv[3] == "stamps"
RANDOM = random.Random(1)


def lies():
    return RANDOM.random() < mood(MOOD)["rate"]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if lies():
            return self.answer(RANDOM.choice([500, 503, 429, 409]), {})
        keeper = Keeper(FILE, STAMPS)
        results = []
        for record in json.loads(body)["records"]:
            if lies():
                continue
            results.append(keeper.save(record))
        keeper.flush()
        if lies():
            RANDOM.shuffle(results)
        if lies():
            return self.misbehave()
        self.answer(200, {"results": results})

    def do_GET(self):
        query = parse_qs(urlsplit(self.path).query)
        token = query.get("token", [None])[0]
        if lies():
            return self.misbehave()
        if token and lies() and lies():
            return self.answer(410, {})
        size = RANDOM.randint(1, 20) if mood(MOOD)["rate"] else 500
        self.answer(200, Keeper(FILE, STAMPS).page(query["zone"][0], token, size))

    def misbehave(self):
        """The request was carried out, and its answer says otherwise or does not come."""
        if RANDOM.random() < 0.5:
            self.close_connection = True
            return
        if RANDOM.random() < 0.5:
            time.sleep(0.1)
        self.answer(RANDOM.choice([500, 502, 503]), {})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
