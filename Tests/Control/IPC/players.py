"""A player with a JSON socket, and the steps of a conversation with it."""
import atexit
import fcntl
import json
import os
import pty
import re
import socket
import struct
import subprocess
import sys
import termios
import threading
import time

LIMIT = 20  # seconds after which an answer or an event counts as missing
MISSING = {"nothing": "came"}


class Connection:
    """One client of a socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.settimeout(LIMIT)
        self.buffer = b""

    def send(self, text):
        self.socket.sendall(text.encode())

    def message(self):
        """Returns the next message, or `None` after the last one."""
        while b"\n" not in self.buffer:
            data = self.socket.recv(1 << 16)
            if not data:
                return None
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        # mpv passes on bytes that are no text.
        return json.loads(line.decode(errors="replace"))


class Player:
    """A running program, paused in a terminal that takes everything and answers nothing."""

    def __init__(self, name, command, home):
        self.name = name
        self.path = os.path.join(home, name)
        sound = os.path.join(home, "alsa.conf")
        with open(sound, "w") as file:
            file.write("pcm.!default { type null }\n")
        environment = dict(
            os.environ, HOME=home, PWD=home, XDG_CONFIG_HOME=home, LC_ALL="C.UTF-8", TERM="xterm-256color",
            ALSA_CONFIG_PATH=sound)
        master, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            command + ["--input-ipc-server=" + self.path], start_new_session=True, cwd=home,
            stdin=terminal, stdout=terminal, stderr=subprocess.DEVNULL, env=environment)
        atexit.register(self.kill)
        os.close(terminal)
        threading.Thread(target=self.drain, args=(master,), daemon=True).start()
        self.events = []
        self.number = 0
        self.connection = self.connect()
        self.client = self.ask(["client_name"])["data"]

    def connect(self):
        end = time.monotonic() + LIMIT
        while True:
            try:
                return Connection(self.path)
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    sys.exit(f"{self.name}: no socket")
                time.sleep(0.02)

    @staticmethod
    def drain(master):
        try:
            while os.read(master, 1 << 16):
                pass
        except OSError:
            pass  # The program has ended.

    def wait(self, wanted):
        """Returns the next message that is wanted; keeps events before it."""
        for index, event in enumerate(self.events):
            if wanted(event):
                return self.events.pop(index)
        try:
            while (message := self.connection.message()) is not None:
                if wanted(message):
                    return message
                if "event" in message:
                    self.events.append(message)
        except TimeoutError:
            return MISSING
        return None

    def send(self, text):
        # Events before a request are old.
        self.events = [event for event in self.events if event["event"] in ("end-file", "shutdown")]
        self.connection.send(text + "\n")

    def answer(self):
        return self.wait(lambda message: "error" in message and "event" not in message)

    def ask(self, command):
        self.number += 1
        self.send(json.dumps({"command": command, "request_id": self.number}))
        answer = self.answer()
        if answer and answer.get("request_id") == self.number:
            del answer["request_id"]
        return answer

    def wait_until(self, command, condition):
        """Asks until the value fits; these questions are not compared."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end and (answer := self.ask(command)):
            if condition(answer.get("data")):
                return
            time.sleep(0.02)
        sys.exit(f"{self.name}: waits for {command}")

    def close(self):
        """Waits for the end of the program, which `quit` has ended. Returns its status."""
        try:
            return self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            sys.exit(f"{self.name}: does not end")

    def kill(self):
        self.process.kill()
        self.process.wait()


class Request:
    """A command and its answer."""

    def __init__(self, command, topic=None, key=None):
        self.command = command
        self.topic = topic or topic_of(command)
        self.key = key or text_of(command)

    def run(self, player, places):
        return player.ask(fill(self.command, places | {"OWN_NAME": player.client}))


class Raw(Request):
    """A line that may be malformed, and its answer."""

    def __init__(self, line):
        super().__init__(line, ("protocol", "malformed requests, and other values of `request_id`"), line)

    def run(self, player, places):
        player.send(self.command)
        return player.answer()


class Line(Request):
    """A line of input.conf, which has no answer. Its effect shows in the next request."""

    def __init__(self, line):
        super().__init__(line, ("protocol", "lines of input.conf"), line)

    def run(self, player, places):
        player.connection.send(self.command + "\n")
        return {}


class Event(Request):
    """The next event of a name."""

    def __init__(self, name):
        super().__init__(name, ("event", name), name)

    def run(self, player, places):
        return player.wait(lambda message: message.get("event") == self.command)


class Talk(Request):
    """Several lines in one write, over a connection of their own.

    With `closes`, the client sends nothing after them (`SHUT_WR`), and reads until the player closes, too. Else it
    reads as many answers as it has sent lines, or, with `until`, until these events have come one after the other;
    messages before the first of them are old. `only` names the events that are compared; answers are `answer`.
    """

    def __init__(self, title, lines, closes=False, until=(), only=("answer",), group="protocol"):
        super().__init__(lines, (group, title), title)
        self.closes, self.until, self.only = closes, until, only

    def run(self, player, places):
        connection = player.connect()
        connection.send("".join(line + "\n" for line in fill(self.command, places)))
        if self.closes:
            connection.socket.shutdown(socket.SHUT_WR)
        messages = []
        awaited = list(self.until) or ([] if self.closes else ["answer"] * len(self.command))
        is_old = bool(self.until)
        try:
            while (awaited or self.closes) and (message := connection.message()) is not None:
                name = message.get("event", "answer")
                if awaited and name == awaited[0]:
                    awaited.pop(0)
                    is_old = False
                if name in self.only and not is_old:
                    messages.append(message)
        except TimeoutError:
            messages.append(MISSING)
        connection.socket.close()
        return {"messages": messages}


class Until:
    """Waits for a value that a player reaches later than the other; not a request."""

    topic = None

    def __init__(self, command, condition=bool):
        self.command, self.condition = command, condition

    def run(self, player, places):
        player.wait_until(self.command, self.condition)


PROPERTY_COMMANDS = ("get_property", "get_property_string", "set_property", "set_property_string")


def topic_of(command):
    """Returns the row of the table to which a request belongs: its property, or its command."""
    if isinstance(command, dict):
        return "protocol", "named arguments"
    if command[0] in ("no-osd", "raw", "async", "osd-msg-bar"):
        return "protocol", "prefixes, as `no-osd`"
    if command[0] == "no-such-command":
        return "protocol", "unknown commands"
    if command[0] in PROPERTY_COMMANDS and len(command) > 1 and isinstance(command[1], str):
        name = command[1].split("/")[0]
        return ("protocol", "unknown properties") if name == "no-such-property" else ("property", name)
    return "command", command[0]


def fill(value, places):
    """Replaces the names of places in the texts of a request by their paths."""
    if isinstance(value, str):
        return re.sub("|".join(places), lambda name: places[name[0]], value)
    if isinstance(value, list):
        return [fill(item, places) for item in value]
    if isinstance(value, dict):
        return {key: fill(item, places) for key, item in value.items()}
    return value


def text_of(command):
    if isinstance(command, list):
        return " ".join(word if isinstance(word, str) else json.dumps(word) for word in command)
    return json.dumps(command)
