#!/usr/bin/env python3
"""Counts what is in the chats and rooms of a folder, without the player's own code.

usage: Tests/Classes/ClassImport/expect.py MEDIA

MEDIA is Tests/Fixtures/media or ../shared/media. Prints a line for each file: what FixtureClassesTests.swift and
SharedClassesTests.swift have as tables. Danmaku are counted by regular expression (the
broken ones are no XML), the rest by json and xml.etree.
"""
import collections
import glob
import json
import os
import re
import sys
import xml.etree.ElementTree as tree

media = sys.argv[1]
RENDERERS = (
    "liveChatTextMessageRenderer", "liveChatPaidMessageRenderer", "liveChatPaidStickerRenderer",
    "liveChatMembershipItemRenderer",
)


def danmaku_xml(path):
    text = open(path, encoding="utf-8").read()
    found = re.findall(r'<d p="([^"]*)">([^<]*)', text)
    times = [float(p.split(",")[0]) for p, _ in found if p and int(p.split(",")[1]) <= 7]
    return times


def danmaku_json(path):
    items = json.load(open(path, encoding="utf-8"))
    if items and "c" in items[0]:
        return [float(i["c"].split(",")[0]) for i in items if int(i["c"].split(",")[2]) <= 7]
    return [i["stime"] / 1000 for i in items if "stime" in i]


def youtube(path):
    document = json.load(open(path, encoding="utf-8"))
    document = document.get("response", document)
    actions = document.get("continuationContents", {}).get("liveChatContinuation", {}).get("actions", [])
    said, first = [], None
    for action in actions:
        replay = action.get("replayChatItemAction")
        offset = replay and replay.get("videoOffsetTimeMsec")
        for inner in replay["actions"] if replay else [action]:
            for name, item in inner.get("addChatItemAction", {}).get("item", {}).items():
                if name not in RENDERERS:
                    continue
                wall = int(item.get("timestampUsec", 0)) // 1000
                if offset is None:
                    first = first or wall
                    offset = wall - first
                runs = item.get("message", {}).get("runs", [])
                said.append((item["id"], int(offset), item.get("authorExternalChannelId"), json.dumps(runs)))
    # Duplicates count once.
    return [time / 1000 for _, time, _, _ in dict.fromkeys(said)]


for path in sorted(glob.glob(media + "/chat/*/*")):
    name = os.path.relpath(path, media + "/chat")
    if path.endswith(".xml"):
        times = danmaku_xml(path)
    else:
        times = danmaku_json(path) if "danmaku" in path else youtube(path)
    span = f"{min(times):.3f} {max(times):.3f}" if times else "- -"
    print(f"{name:48} {len(times):5} {span}")

for path in sorted(glob.glob(media + "/rooms/*.xml") + glob.glob(media + "/rooms/*/events.xml")):
    root = tree.parse(path).getroot()
    events = root.findall("event")
    names = collections.Counter((e.get("module"), e.get("eventname")) for e in events)
    def count(*wanted):
        return sum(n for (_, name), n in names.items() if name in wanted)
    hands = sum(1 for e in events if e.findtext("status") == "emojiStatus" and e.findtext("value") == "raiseHand")
    print(
        os.path.relpath(path, media + "/rooms"), "events", len(events), "chat", count("PublicChatEvent"),
        "joined", count("ParticipantJoinEvent"), "left", names[("PARTICIPANT", "ParticipantLeftEvent")],
        "polls", count("PollStartedRecordEvent"), "shapes", count("AddShapeEvent", "AddTldrawShapeEvent"),
        "pointers", count("WhiteboardCursorMoveEvent", "CursorMoveEvent"),
        "documents", len({e.findtext("presentationName") for e in events if e.findtext("presentationName")}),
        "pages", count("GotoSlideEvent") + sum(
            1 for e in events if e.get("eventname") == "SharePresentationEvent" and e.findtext("share") == "true"),
        "presenters", count("AssignPresenterEvent") + sum(
            1 for e in events if e.findtext("status") == "presenter" and e.findtext("value") == "true"),
        "hands", hands,
        "span", (int(events[-1].get("timestamp")) - int(events[0].get("timestamp"))) / 1000)
