#!/usr/bin/env python3
"""A player whose offset is known: beeps once a second, and whitens the screen OFFSET milliseconds after each beep is
heard. It is there to prove the harness.

usage: toyplayer.py OFFSET_MILLISECONDS [SECONDS]
`p` on standard input pauses for a second; from `+` on the picture is 50 ms later."""
import os
import queue
import select
import shutil
import sys
import threading
import time
import tty

from pulse import Player, beep, silence


def paint(columns, rows, level):
    cell = f"\x1b[38;2;{level};{level};{level};48;2;{level};{level};{level}m"
    lines = (f"\x1b[{row};1H{cell}" + "▀" * columns for row in range(1, rows + 1))
    sys.stdout.write("\x1b[?2026h" + "".join(lines) + "\x1b[0m\x1b[?2026l")
    sys.stdout.flush()


def show(due):
    """Paints at the times that come through `due`, on a thread of its own: writing sound waits."""
    columns, rows = shutil.get_terminal_size()
    while (item := due.get()) is not None:
        time.sleep(max(0, item[0] - time.monotonic()))
        paint(columns, rows, item[1])


def main():
    offset = float(sys.argv[1]) / 1000
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    tty.setcbreak(0)
    due = queue.Queue()
    painter = threading.Thread(target=show, args=(due,))
    painter.start()
    player = Player(os.environ["PULSE_SERVER"])
    for _ in range(seconds):
        player.write(silence(0.5))
        heard = player.heard_next() + offset
        due.put((heard, 255))
        due.put((heard + 0.1, 0))
        player.write(beep(0.1))
        player.write(silence(0.4))
        if select.select([0], [], [], 0)[0]:
            key = os.read(0, 1)
            if key == b"p":
                time.sleep(1)
            elif key == b"+":
                offset += 0.05
    due.put(None)
    painter.join()
    player.close()


main()
