#!/usr/bin/env python3
"""Measures picture against sound of a terminal player; see README.md.

usage: avsync.py [options] -- PLAYER ARGUMENTS"""
import argparse
import codecs
import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import threading
import time

from pulse import Metronome, Recorder, Server, calibrate, go_before_others
from screen import Screen

# What a terminal answers; the last query of every probe is DA1, so nobody waits for the others.
ANSWERS = {b"\x1b[c": b"\x1b[?62;22c", b"\x1b[0c": b"\x1b[?62;22c", b"\x1b[6n": b"\x1b[1;1R",
           b"\x1b[5n": b"\x1b[0n", b"\x1b[?2026$p": b"\x1b[?2026;2$y"}
QUERIES = re.compile(b"|".join(re.escape(query) for query in ANSWERS))


class Terminal:
    """Runs the player on a pty and keeps what it writes, with the time of arrival."""

    def __init__(self, command, columns, rows, environment):
        self.columns, self.rows = columns, rows
        self.output = []
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, rows * 16, columns * 8))
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        rest = b""
        while True:
            try:
                select.select([self.descriptor], [], [])
                now = time.monotonic()
                data = os.read(self.descriptor, 65536)
            except OSError:
                return
            if not data:
                return
            self.output.append((now, data))
            # Each query, also one that came in two pieces: the player measures its line by the answers.
            text, end = rest + data, 0
            for query in QUERIES.finditer(text):
                self.send(ANSWERS[query.group()])
                end = query.end()
            rest = text[max(end, len(text) - 8):]

    def send(self, data):
        try:
            os.write(self.descriptor, data)
        except OSError:
            pass

    def has_ended(self):
        return not self.thread.is_alive()

    def stop(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(self.pid, number)
            except ProcessLookupError:
                break
            self.thread.join(2)
            if self.has_ended():
                break
        _, status = os.waitpid(self.pid, 0)
        os.close(self.descriptor)
        return status

    def flashes(self, fraction):
        """Times at which at least `fraction` of the screen became bright."""
        screen, found, was = Screen(self.columns, self.rows), [], False
        for when, data in self.output:
            # In pieces, so that a flash and its end in one read are both seen.
            for at in range(0, len(data), 1024):
                screen.feed(data[at:at + 1024])
                now = screen.fraction() >= fraction
                if now and not was:
                    found.append(when)
                # Some distance, so that a half-painted screen is not a new flash.
                was = now or (was and screen.fraction() > fraction / 3)
        return found


def percentile(values, p):
    values = sorted(values)
    at = (len(values) - 1) * p
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (at - low)


def summary(pairs):
    offsets = [1000 * (flash - beep) for flash, beep in pairs]
    if not offsets:
        return {"pairs": 0}
    return {"pairs": len(offsets), "medianMs": round(percentile(offsets, 0.5), 1),
            "p5Ms": round(percentile(offsets, 0.05), 1), "p95Ms": round(percentile(offsets, 0.95), 1),
            "p95AbsoluteMs": round(percentile([abs(o) for o in offsets], 0.95), 1)}


def pair(flashes, beeps, limit):
    """Each flash with its nearest beep, if they are each other's nearest and within `limit` seconds."""
    pairs = []
    for flash in flashes:
        beep = min(beeps, key=lambda b: abs(b - flash), default=None)
        if beep is not None and abs(beep - flash) <= limit and min(flashes, key=lambda f: abs(f - beep)) == flash:
            pairs.append((flash, beep))
    return pairs


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", default="80x24", help="columns x rows (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=30, help="longest run of the player (default %(default)s)")
    parser.add_argument("--key", action="append", default=[], metavar="SECONDS:LABEL:KEYS",
                        help=r"type KEYS (\e, \x1b and the like understood) so long after the start; a phase begins")
    parser.add_argument("--settle", type=float, default=0.3, help="seconds after a key left out (default %(default)s)")
    parser.add_argument("--bright", type=float, default=0.5, help="fraction of the screen that is a flash")
    parser.add_argument("--limit", type=float, default=0.25, help="largest offset that is still a pair, seconds")
    parser.add_argument("--keep", metavar="FOLDER", help="leave pty.log and sound.raw there")
    parser.add_argument("--events", action="store_true", help="also print every pair")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    keys = []
    for key in arguments.key:
        when, label, text = key.split(":", 2)
        keys.append((float(when), label, codecs.decode(text.replace("\\e", "\\x1b"), "unicode_escape").encode("latin-1")))
    arguments.keys = sorted(keys)
    return arguments


def perform(terminal, start, arguments):
    """Types the keys at their times and waits for the end; returns when each key was typed."""
    typed, keys = [], list(arguments.keys)
    while not terminal.has_ended() and time.monotonic() - start < arguments.seconds:
        if keys and time.monotonic() - start >= keys[0][0]:
            _, label, text = keys.pop(0)
            typed.append((time.monotonic(), label))
            terminal.send(text)
        time.sleep(0.005)
    return typed


def report(terminal, recorder, first, start, typed, calibration, late, arguments):
    flashes = terminal.flashes(arguments.bright)
    beeps = [recorder.time_of(s) for s in recorder.onsets(first)]
    pairs = pair(flashes, beeps, arguments.limit)
    phases = []
    borders = [(start, "start")] + typed + [(float("inf"), "")]
    for (begin, label), (end, _) in zip(borders, borders[1:]):
        quiet = begin + (arguments.settle if label != "start" else 0)
        phases.append({"phase": label, **summary([p for p in pairs if quiet <= p[0] < end])})
    result = {
        "offset": "picture minus sound", **summary(pairs), "flashes": len(flashes), "beeps": len(beeps),
        "phases": phases, "calibrationMs": round(1000 * calibration[0], 1),
        "calibrationSpreadMs": round(1000 * calibration[1], 1), "lateMs": None if late is None else round(1000 * late, 1),
        "bytesToTerminal": sum(len(d) for _, d in terminal.output)}
    if arguments.events:
        result["events"] = [{"at": round(f - start, 3), "offsetMs": round(1000 * (f - b), 1)} for f, b in pairs]
    return result


def main():
    # A test runner may hand down blocked signals; the sound server must hear SIGTERM.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    arguments = parse()
    go_before_others()
    columns, rows = (int(n) for n in arguments.size.split("x"))
    folder = tempfile.mkdtemp(prefix="avsync-")
    server = Server(folder)
    recorder = None
    try:
        recorder = Recorder(server)
        calibration = calibrate(server, recorder)
        environment = dict(server.environment, TERM="xterm-256color", COLORTERM="truecolor")
        first, start = len(recorder.samples), time.monotonic()
        terminal = Terminal(arguments.command, columns, rows, environment)
        metronome = Metronome()
        typed = perform(terminal, start, arguments)
        late = metronome.stop()
        terminal.stop()
        recorder.stop()
        result = report(terminal, recorder, first, start, typed, calibration, late, arguments)
        if arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
            with open(os.path.join(arguments.keep, "pty.log"), "wb") as file:
                file.write(b"".join(d for _, d in terminal.output))
            with open(os.path.join(arguments.keep, "sound.raw"), "wb") as file:
                file.write(recorder.samples.tobytes())
        json.dump(result, sys.stdout, indent=2)
        print()
        if result["pairs"] == 0:
            return 1
    finally:
        if recorder and recorder.process.poll() is None:
            recorder.stop()
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
