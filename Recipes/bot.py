"""What the bots of this folder share: settings, requests, and the page. Needs Python 3.8 or later alone."""
import http.client
import json
import os
import re
import sys
import time
import urllib.request

# Trying again would not help here, and a service may shut out a bot that insists.
MOVED, WRONG = "its address is another one", "the request is wrong"
FINAL = {301: MOVED, 302: MOVED, 303: MOVED, 307: MOVED, 308: MOVED, 400: WRONG, 413: WRONG, 415: WRONG,
         422: WRONG, 401: "the token is wrong", 403: "the token may not do this",
         404: "there is no such address, chat or channel", 409: "another program reads for this bot"}


class AsItIs(urllib.request.HTTPErrorProcessor):
    """Every answer is given back, so that no redirection is followed: it could take the token elsewhere."""

    def http_response(self, request, response):
        return response

    https_response = http_response


opener = urllib.request.build_opener(AsItIs)


def setting(name, otherwise=None):
    """An environment variable, or the content of the file that NAME_FILE names: then the owner's alone."""
    path = os.environ.get(name + "_FILE")
    if path is None:
        found = os.environ.get(name, otherwise)
        return found.strip() if found else sys.exit(f"Set {name}, or {name}_FILE to a file with it.")
    with open(path) as file:
        if os.fstat(file.fileno()).st_mode & 0o077:
            sys.exit(f"Others can read {path}. Run: chmod 600 {path}")
        return file.read().strip()


def ask(service, url, authorization=None, body=None):
    """The JSON that a service answers. After eight failures the program ends, and nothing is lost: what was
    not taken is read again at the next start. No message shows an address: Telegram's holds the token."""
    headers = {"User-Agent": "DiscordBot (https://example.org/streakline, 1)"}
    headers.update({"Authorization": authorization} if authorization else {})
    headers.update({"Content-Type": "text/plain; charset=utf-8"} if body else {})
    for pause in (1, 2, 4, 8, 16, 32, 64, 0):
        try:
            request = urllib.request.Request(url, body, headers)
            with opener.open(request, timeout=90) as answer:
                status, said = answer.status, answer.read(1 << 24)
                if status == 200:
                    return json.loads(said)
                reason = FINAL.get(status) or f"it answers with status {status}"
                # Telegram and Discord say it in the body, and Discord and the page in a header.
                words = f"{answer.headers}\n{said[:4096].decode(errors='replace')}"
                asked = re.search(r'(?i)retry[-_]after"?\s*:\s*(\d{1,6})', words)
                pause = max(pause, int(asked[1]) + 1) if asked else pause
        except (OSError, ValueError, http.client.HTTPException) as error:
            status, reason = 0, f"no answer that can be read ({type(error).__name__})"
        if status in FINAL:
            break
        print(f"{service}: {reason}. Next try in {pause} s.", file=sys.stderr, flush=True)
        time.sleep(pause)
    sys.exit(f"{service}: {reason}.")


def check_page():
    """Ends the program now, and not at the first message, if the page does not take what the bot gives it."""
    post({"type": "", "id": 0, "messages": []})


def post(export):
    """Gives messages to the page in the form of a chat's export, which says who wrote what, and when."""
    text = json.dumps(export, ensure_ascii=False).encode("utf-8", "replace")
    url = setting("STREAKLINE_URL", "http://127.0.0.1:8787") + "/v1/ingest?senders=all"
    answer = ask("The page", url, "Bearer " + setting("STREAKLINE_TOKEN"), text)
    print(f"{len(export['messages'])} messages, {answer['found']} results, {answer['added']} new", flush=True)
