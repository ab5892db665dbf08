#!/usr/bin/env python3
"""Gives the shares of a Discord channel to a page of Streakline; ../Documentation/phone.md sets it up.

Asks each minute for what was written after the last message that the page has taken, whose id is in a file:
https://discord.com/developers/docs/resources/message#get-channel-messages. The first start reads the channel
from its beginning.
"""
import os
import time

from bot import ask, check_page, post, setting


def person(user, is_webhook=False):
    return {"id": user["id"], "name": user["username"], "isBot": user.get("bot", False) or is_webhook,
            "nickname": user.get("global_name") or user["username"]}


def exported(message):
    """A message (#message-object on that page) as DiscordChatExporter writes it."""
    made = {"id": message["id"], "type": {0: "Default", 19: "Reply"}.get(message["type"], "Other"),
            "timestamp": message["timestamp"], "content": message["content"],
            "author": person(message["author"], "webhook_id" in message),
            "mentions": [person(user) for user in message["mentions"]]}
    for snapshot in message.get("message_snapshots", [])[:1]:
        made["forwardedMessage"] = {key: snapshot["message"][key] for key in ("content", "timestamp")}
    return made


channel, place = setting("DISCORD_CHANNEL"), setting("DISCORD_POSITION", "discord.position")
# Forty messages of the greatest length are less than the page takes at once.
url = setting("DISCORD_API", "https://discord.com/api/v10") + f"/channels/{channel}/messages?limit=40&after="
after = (open(place).read().strip() if os.path.exists(place) else "") or "0"
check_page()
while True:
    messages = ask("Discord", url + after, "Bot " + setting("DISCORD_TOKEN"))
    messages.sort(key=lambda message: int(message["id"]))
    if messages:
        post({"guild": {}, "channel": {"id": channel}, "messages": [exported(one) for one in messages]})
        after = messages[-1]["id"]
        with open(place + ".new", "w") as file:
            file.write(after)
        os.replace(place + ".new", place)
    time.sleep(2 if messages else float(setting("DISCORD_SECONDS", "60")))
