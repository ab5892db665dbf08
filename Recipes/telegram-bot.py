#!/usr/bin/env python3
"""Gives the shares of a Telegram group to a page of Streakline; ../Documentation/phone.md sets it up.

Its own place is kept by Telegram: an update counts as read when the next request names a later one
(https://core.telegram.org/bots/api#getupdates), which happens after the page has taken it. For an empty
answer nothing later is named, because after a quiet week the numbers start anywhere.
"""
import time

from bot import ask, check_page, post, setting


def name(user):
    return " ".join(user[key] for key in ("first_name", "last_name") if user.get(key))


def exported(message):
    """A message (https://core.telegram.org/bots/api#message) as Telegram Desktop exports it."""
    made = {"id": message["message_id"], "type": "message", "from": name(message["from"]),
            "from_id": f"user{message['from']['id']}", "date_unixtime": str(message["date"]),
            "date": time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(message["date"])),
            "text": message.get("text") or message.get("caption", "")}
    if "forward_origin" in message:
        origin = message["forward_origin"]
        made["forwarded_from"] = name(origin.get("sender_user", {})) or origin.get("sender_user_name")
    return made


def is_ours(message):
    is_person = "from" in message and not message["from"]["is_bot"] and "sender_chat" not in message
    return is_person and message["chat"]["id"] == chat


chat, offset = int(setting("TELEGRAM_CHAT")), 0
url = setting("TELEGRAM_API", "https://api.telegram.org") + "/bot" + setting("TELEGRAM_TOKEN")
# Forty messages of the greatest length are less than the page takes at once.
url += "/getUpdates?limit=40&timeout=50&allowed_updates=%5B%22message%22%5D&offset="
check_page()
while True:
    updates = ask("Telegram", url + str(offset))["result"]
    messages = [update["message"] for update in updates if "message" in update]
    for other in {message["chat"]["id"] for message in messages} - {chat}:
        print(f"Messages of the chat {other} are left out.", flush=True)
    people = [exported(message) for message in messages if is_ours(message)]
    if people:
        post({"name": "", "type": "private_group", "id": chat, "messages": people})
    offset = updates[-1]["update_id"] + 1 if updates else 0
    time.sleep(1)
