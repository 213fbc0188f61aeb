#!/usr/bin/env python3
"""Sends mpv and tvplay the same requests over --input-ipc-server and compares the answers.

usage: compare.py TVPLAY CLIP [MPV]    compare, then check the tables of docs/guide/mpv-socket.md
       compare.py --table [MPV]        print these tables
       compare.py --write [MPV]        write them into the page
       compare.py --check [MPV]        check them

`properties.py` and `commands.py` have the requests, `verdicts.py` has the names that are answered otherwise and why.
The script fails if the answers are not as these verdicts say, in either direction.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import commands
import page
import properties
from forms import compare
from players import Player, Request, text_of
from verdicts import GROUPS, verdict

# Later versions have other names and values.
VERSION = "0.35"


def make_files(folder, clip):
    """Writes the files of the requests into the folder. Returns the paths by their names in the requests."""
    places = {
        "CLIP": os.path.relpath(clip, folder), "SOUND": str(Path(clip).resolve().with_name("audio-only.m4a")),
        "LIST": os.path.join(folder, "list.m3u"), "SUBTITLES": os.path.join(folder, "lines.srt"),
        "CAPTIONS": os.path.join(folder, "captions.srt"), "FOLDER": folder,
    }
    clip = os.path.abspath(clip)
    Path(places["LIST"]).write_text(f"#EXTM3U\n#EXTINF:1,A title\n{clip}\n{clip}\n")
    lines = "".join(f"{line}\n00:00:0{line},000 --> 00:00:0{line},500\nLine {line}\n\n" for line in range(1, 5))
    for name in ("SUBTITLES", "CAPTIONS"):
        Path(places[name]).write_text(lines)
    return places


class Comparison:
    def __init__(self, program, mpv, places):
        self.programs = {
            "mpv": [mpv, "--no-config", "--vo=null", "--ao=null", "--really-quiet"],
            "tvplay": [os.path.abspath(program), "--no-config", "--really-quiet"],
        }
        self.places = places
        self.count = 0
        # (group, name): (key of the request, differences, whether tvplay refused it)
        self.outcomes = {}
        self.names = []

    def start(self):
        # Paused, so that neither reaches the end before the other one has started.
        options = ["--keep-open", "--pause", self.places["CLIP"]]
        players = [
            Player(name, program + options, self.places["FOLDER"]) for name, program in self.programs.items()
        ]
        for player in players:
            player.wait_until(["get_property", "duration"], bool)
            player.wait_until(["get_property", "current-ao"], bool)
        return players

    def send(self, players, steps):
        for step in steps:
            if isinstance(step, (list, dict)):
                step = Request(step)
            try:
                theirs, ours = [step.run(player, self.places) for player in players]
            except OSError as error:
                sys.exit(f"{text_of(step.command)}: {error}; one of the programs has ended")
            if step.topic is None:
                continue
            self.count += 1
            group, name = step.topic
            if group == "property" and properties.is_option(name, self.names):
                group = "option"
            outcome = step.key, compare(ours, theirs, name), is_refused(ours)
            self.outcomes.setdefault((group, name), []).append(outcome)

    def run(self):
        players = self.start()
        self.names = players[0].ask(["get_property", "property-list"])["data"]
        self.send(players, properties.preparation())
        self.send(players, properties.requests(players[0], self.names))
        for player in players:
            player.kill()
        players = self.start()
        self.send(players, commands.ALL)
        statuses = [player.close() for player in players]
        if statuses != [3, 3]:
            sys.exit(f"`quit 3` ends mpv and tvplay with {statuses}")

    def problems(self, command_names):
        """Yields where the answers are not as the verdicts say, and names without a request."""
        for (group, name), outcomes in self.outcomes.items():
            expected = verdict(group, name)
            wrong = {key: differences for key, differences, _ in outcomes if differences}
            if not wrong:
                kind = "same"
            elif expected.kind == "absent" and all(refused for _, _, refused in outcomes):
                kind = "absent"
            else:
                kind = "differs"
            if kind != expected.kind or kind == "differs" and wrong.keys() != expected.requests:
                yield f"{group} {name}: {kind}, the verdict is {expected.kind}"
                for key in sorted(wrong.keys() | expected.requests):
                    if key not in wrong:
                        yield f"    {key}: same"
                    elif key not in expected.requests:
                        yield f"    {key}: " + "; ".join(wrong[key])
        for group, verdicts in GROUPS.items():
            for name in verdicts:
                if (group, name) not in self.outcomes:
                    yield f"{group} {name}: has a verdict, but no request"
        for name in command_names:
            if ("command", name) not in self.outcomes:
                yield f"command {name}: no request"

    def summary(self):
        kinds = [verdict(*topic).kind for topic in self.outcomes]
        counts = ", ".join(f"{kinds.count(kind)} {word}" for kind, word in page.WORDS.items())
        return f"{self.count} requests about {len(kinds)} names: {counts}"


def is_refused(answer):
    """Whether an answer has an error, or nothing."""
    if not answer or answer.get("messages") == []:
        return True
    return answer.get("error") != "success" or "data" in answer and answer["data"] is None


def check_version(mpv):
    text = subprocess.run([mpv, "--version"], capture_output=True, text=True, check=True).stdout
    if not re.match(rf"mpv {re.escape(VERSION)}\.", text):
        sys.exit(f"The verdicts are about mpv {VERSION}, this is {text.splitlines()[0]}")


def main():
    words = sys.argv[1:]
    action = words.pop(0) if words and words[0].startswith("--") else None
    count = 0 if action else 2
    if not count <= len(words) <= count + 1 or action not in (None, "--table", "--write", "--check"):
        sys.exit(__doc__)
    mpv = words[count] if len(words) > count else "mpv"
    check_version(mpv)
    with tempfile.TemporaryDirectory() as folder:
        player = Player("names", [mpv, "--no-config", "--idle", "--vo=null", "--ao=null", "--really-quiet"], folder)
        tables = page.tables(player)
        command_names = page.command_names(player)
        player.kill()
        if action == "--table":
            print(tables, end="")
        elif action == "--write":
            page.write(tables)
        elif action is None:
            comparison = Comparison(words[0], mpv, make_files(folder, words[1]))
            comparison.run()
            problems = list(comparison.problems(command_names))
            print(*problems, comparison.summary(), sep="\n")
            if problems:
                sys.exit(1)
    if action in (None, "--check") and not page.is_current(tables):
        sys.exit(f"{page.PAGE} has other tables: compare.py --write")


if __name__ == "__main__":
    main()
