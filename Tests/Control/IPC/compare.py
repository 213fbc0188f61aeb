#!/usr/bin/env python3
"""Asks mpv and tvplay the same questions over --input-ipc-server and compares the forms of the answers.

usage: compare.py TVPLAY CLIP [MPV]

The form of a value is its type, the keys of its maps and the form of its items; numbers are numbers. tvplay's maps may
lack keys of mpv's (it knows less of a track), but have none that mpv has not, other than those named here.
"""
import fcntl, json, os, pty, socket, struct, subprocess, sys, tempfile, termios, threading, time

LIMIT = 20  # seconds after which an answer does not come any more

# Each is sent in this order, to each player. A number waits for the event of that name instead.
REQUESTS = [
    ["get_property", "pause"], ["set_property", "pause", True], ["get_property", "pause"],
    ["get_property_string", "pause"], ["set_property", "pause", "no"], ["set_property", "pause", "maybe"],
    ["cycle", "pause"], ["get_property", "pause"], ["set", "pause", "yes"],
    ["get_property", "duration"], ["get_property", "time-pos"], ["get_property_string", "duration"],
    ["get_property", "percent-pos"], ["get_property", "speed"], ["set_property", "speed", 1.5],
    ["get_property", "speed"], ["get_property_string", "speed"], ["multiply", "speed", "0.5"],
    ["set_property", "speed", "fast"], ["set", "speed", "1"],
    ["get_property", "volume"], ["set_property", "volume", 40], ["get_property", "volume"], ["add", "volume", 5],
    ["get_property_string", "volume"], ["set_property", "volume", []], ["get_property", "mute"],
    ["cycle", "mute"], ["get_property", "mute"], ["set_property", "mute", False],
    ["get_property", "path"], ["get_property", "filename"], ["get_property", "filename/no-ext"],
    ["get_property", "media-title"], ["get_property", "track-list"], ["get_property", "track-list/count"],
    ["get_property", "track-list/0/type"], ["get_property", "track-list/99/type"],
    ["get_property", "aid"], ["get_property", "vid"], ["get_property", "sid"], ["get_property", "sub-text"], ["set_property", "aid", "no"],
    ["get_property", "aid"], ["set_property", "aid", 1],
    ["get_property", "chapter-list"], ["get_property", "chapters"], ["get_property", "playlist"],
    ["get_property", "playlist-pos"], ["get_property", "playlist-pos-1"], ["get_property", "playlist-count"],
    ["get_property", "playlist/0/filename"], ["get_property", "demuxer-cache-time"],
    ["get_property", "paused-for-cache"], ["get_property", "eof-reached"], ["get_property", "idle-active"],
    ["get_property", "core-idle"], ["get_property", "seekable"], ["get_property", "loop-file"],
    ["set_property", "loop-file", "inf"], ["get_property", "loop-file"], ["set_property", "loop-file", "no"],
    ["get_property", "ab-loop-a"], ["set_property", "ab-loop-a", 1.5], ["get_property", "ab-loop-a"],
    ["set_property", "ab-loop-a", "no"], ["get_property", "contrast"], ["set_property", "contrast", 10],
    ["add", "contrast", -3], ["get_property", "contrast"], ["get_property", "audio-delay"],
    ["set_property", "audio-delay", 0.2], ["get_property", "audio-delay"], ["get_property", "fullscreen"],
    ["get_property", "width"], ["get_property", "container-fps"], ["get_property", "pid"],
    ["get_property", "mpv-version"], ["get_property", "property-list"], ["get_property", "command-list"],
    ["get_property", "keep-open"], ["get_property", "options/volume"],
    ["get_property", "no-such-property"], ["set_property", "no-such-property", 1],
    ["set_property", "duration", 1], ["get_property"], ["get_property", 5], ["no-such-command"], [], "pause",
    ["seek"], ["seek", "x"], ["seek", 1, "sideways"],
    ["client_name"], ["get_version"], ["get_time_us"], ["observe_property", 7, "volume"], "event property-change",
    ["set_property", "volume", 60], "event property-change", ["observe_property", 8, "no-such-property"],
    "event property-change", ["unobserve_property", 7], ["unobserve_property", 7], ["observe_property", "x", "volume"],
    ["observe_property_string", 9, "volume"], "event property-change", ["unobserve_property", 9],
    ["seek", 3, "absolute", "exact"], "event seek", "event playback-restart", ["get_property", "time-pos"],
    ["set_property", "time-pos", 1], "event playback-restart", ["show-text", "hello", 10], ["show-text"],
    ["enable_event", "all"], ["disable_event", "seek"], ["enable_event", "seek"],
    "raw {\"command\":[\"get_property\",\"volume\"]", "raw {\"request_id\":5}",
    "raw {\"command\":[\"get_property\",\"volume\"],\"request_id\":\"a\"}",
    "raw {\"command\":[\"get_property\",\"volume\"]}", "line set volume 33 # comment", ["get_property", "volume"],
    ["frame-step"], ["revert-seek"], ["show-progress"],
    # The list. What follows "event" waits until the one before has been done by both.
    ["loadfile", "CLIP", "append"], ["get_property", "playlist-count"], ["get_property", "playlist"],
    ["get_property", "playlist/1/id"], ["get_property", "playlist/1/title"], ["get_property", "playlist/0/current"],
    ["get_property", "playlist/1/current"], ["get_property", "playlist/9/filename"],
    ["loadfile", "/nonexistent", "append-play", "start=1,volume=50"], ["loadfile", "CLIP", "append", {"start": "1"}],
    ["loadfile", "CLIP", "sideways"], ["loadfile"], ["loadlist", "LIST", "append"], ["get_property", "playlist-count"],
    ["get_property", "playlist/4/title"], ["get_property", "playlist/5/title"], ["loadlist", "/nonexistent", "append"],
    ["loadlist", "CLIP", "append"], ["playlist-move", 0, 2], ["get_property", "playlist-pos"],
    ["playlist-move", 99, 0], ["playlist-move", 1, 99], ["get_property", "playlist-pos-1"], ["playlist-remove", 99],
    ["playlist-remove", "x"], ["playlist-remove", -1], ["playlist-remove", 1], ["get_property", "playlist-pos"],
    ["get_property", "playlist-current-pos"], ["get_property", "playlist-playing-pos"],
    ["playlist-shuffle"], ["playlist-unshuffle"], ["get_property", "playlist-pos"], ["get_property", "shuffle"],
    ["get_property", "loop-playlist"], ["set_property", "loop-playlist", "inf"], ["get_property", "loop-playlist"],
    ["set_property", "loop-playlist", 3], ["get_property", "loop-playlist"], ["set_property", "loop-playlist", "force"],
    ["get_property", "loop-playlist"], ["set_property", "loop-playlist", "sometimes"],
    ["set_property", "loop-playlist", "no"], ["get_property", "loop-playlist"], ["playlist-next", "sideways"],
    ["observe_property", 20, "playlist-count"], "event property-change", ["observe_property", 21, "playlist-pos"],
    "event property-change", ["playlist-clear"], "event property-change", ["get_property", "playlist-count"],
    ["unobserve_property", 20], ["unobserve_property", 21], ["playlist-next"], ["playlist-prev"],
    ["loadfile", "CLIP", "append"], ["playlist-next"], "event end-file", "event file-loaded",
    ["get_property", "playlist-pos"], ["playlist-prev"], "event end-file", "event file-loaded",
    ["playlist-remove", "current"], "event end-file", "event file-loaded",
    ["get_property", "playlist-count"], ["loadfile", "CLIP"], "event end-file", "event start-file",
    "event file-loaded", ["get_property", "playlist-pos"], ["get_property", "path"],
    ["get_property", "working-directory"],
    # Subtitles, and what is said on the screen.
    ["sub-add", "SUBTITLES"], ["get_property", "sid"], ["sub-step", 1], ["sub-seek", 1], ["sub-seek", -2],
    ["sub-seek"], ["sub-step", 1, "secondary"], ["sub-step", 1, "tertiary"], ["sub-reload"], ["sub-remove", 7],
    ["sub-remove"], ["sub-remove"], ["sub-reload"],
    ["get_property", "osd-level"], ["set_property", "osd-level", 3], ["set_property", "osd-level", 9],
    ["cycle", "osd-level"], ["get_property", "osd-level"], ["set_property", "osd-level", 1],
    ["show-text", "hello", 100, 1], ["show-text", "hello", "x"],
    # Nothing to play.
    ["get_property", "idle"], ["set_property", "idle", "once"], ["get_property", "idle"],
    ["set_property", "idle", "never"], ["set_property", "idle", True], ["stop", "sideways"],
    ["loadfile", "CLIP", "append"], ["stop", "keep-playlist"], "event end-file", "event idle",
    ["get_property", "idle-active"], ["get_property", "playlist-count"], ["get_property", "playlist-pos"],
    ["get_property", "path"], ["get_property", "duration"], ["playlist-next"], ["playlist-remove", "current"],
    ["set_property", "playlist-pos", 1], "event start-file", "event file-loaded", ["get_property", "playlist-pos"],
    ["playlist-play-index", "none"], "event end-file", "event idle", ["loadfile", "CLIP", "append-play"],
    "event file-loaded", ["get_property", "playlist-pos"], ["playlist-play-index", 0], "event end-file",
    "event file-loaded", ["stop"], "event end-file", "event idle", ["get_property", "playlist-count"],
    ["loadfile", "CLIP"], "event file-loaded", ["quit"], "event end-file",
]

class Player:
    def __init__(self, name, command):
        self.folder = tempfile.mkdtemp()
        self.path = os.path.join(self.folder, "socket")
        self.name = name
        environment = dict(
            os.environ, HOME=self.folder, XDG_CONFIG_HOME=self.folder, LC_ALL="C.UTF-8", TERM="xterm-256color")
        # A terminal that takes everything and answers nothing.
        master, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [argument.replace("SOCKET", self.path) for argument in command], start_new_session=True,
            stdin=terminal, stdout=terminal, stderr=subprocess.DEVNULL, env=environment)
        os.close(terminal)
        threading.Thread(target=self.drain, args=(master,), daemon=True).start()
        self.buffer = b""
        self.events = []
        self.number = 0
        end = time.monotonic() + LIMIT
        while True:
            try:
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.connect(self.path)
                return
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    sys.exit(f"{name}: no socket")
                time.sleep(0.02)

    @staticmethod
    def drain(master):
        try:
            while os.read(master, 1 << 16):
                pass
        except OSError:
            pass  # The program has ended.

    def message(self):
        self.socket.settimeout(LIMIT)
        while b"\n" not in self.buffer:
            data = self.socket.recv(1 << 16)
            if not data:
                return None
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def wait(self, wanted):
        """The next message that is wanted; events are kept."""
        for index, event in enumerate(self.events):
            if wanted(event):
                return self.events.pop(index)
        while (message := self.message()) is not None:
            if wanted(message):
                return message
            if "event" in message:
                self.events.append(message)
        return None

    def ask(self, request):
        if isinstance(request, str) and request.startswith("event "):
            name = request[len("event "):]
            try:
                return self.wait(lambda message: message.get("event") == name)
            except TimeoutError:
                return {"nothing": "came"}
        if isinstance(request, str) and request.startswith("line "):
            self.socket.sendall(request[len("line "):].encode() + b"\n")
            return {}
        # Events of before the request are old.
        self.events = [event for event in self.events if event["event"] in ("end-file", "shutdown")]
        if isinstance(request, str) and request.startswith("raw "):
            self.socket.sendall(request[len("raw "):].encode() + b"\n")
        else:
            self.number += 1
            line = json.dumps({"command": request, "request_id": self.number})
            self.socket.sendall(line.encode() + b"\n")
        try:
            return self.wait(lambda message: "error" in message and "event" not in message)
        except TimeoutError:
            return {"no": "answer"}

    def close(self):
        try:
            self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            sys.exit(f"{self.name}: does not end")


def form(value):
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, list):
        return [form(value[0])] if value else []
    if isinstance(value, dict):
        return {key: form(item) for key, item in value.items()}
    return "text" if isinstance(value, str) else "nothing"


def fits(ours, theirs, path=""):
    """Where our form is not one of theirs."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        wrong = [f"{path}/{key}: not in mpv" for key in ours if key not in theirs]
        for key in ours:
            if key in theirs:
                wrong += fits(ours[key], theirs[key], f"{path}/{key}")
        if path in ("", "/"):
            wrong += [f"{path}/{key}: missing" for key in theirs if key not in ours]
        return wrong
    if isinstance(ours, list) and isinstance(theirs, list):
        return fits(ours[0], theirs[0], path + "[]") if ours and theirs else []
    return [] if ours == theirs else [f"{path}: {ours}, mpv has {theirs}"]


def main():
    program, clip = sys.argv[1], os.path.relpath(sys.argv[2])
    folder = tempfile.mkdtemp()
    places = {"CLIP": clip, "LIST": os.path.join(folder, "list.m3u"), "SUBTITLES": os.path.join(folder, "lines.srt")}
    with open(places["LIST"], "w") as file:
        file.write(f"#EXTM3U\n#EXTINF:1,A title\n{os.path.abspath(clip)}\n{os.path.abspath(clip)}\n")
    with open(places["SUBTITLES"], "w") as file:
        for line in range(1, 5):
            file.write(f"{line}\n00:00:0{line},000 --> 00:00:0{line},500\nLine {line}\n\n")
    mpv = sys.argv[3] if len(sys.argv) > 3 else "mpv"
    # Paused, so that neither reaches the end before the other one has started.
    common = ["--keep-open", "--pause", "--input-ipc-server=SOCKET", clip]
    players = [
        Player("mpv", [mpv, "--no-config", "--vo=null", "--ao=null", "--really-quiet"] + common),
        Player("tvplay", [program, "--no-config", "--really-quiet"] + common),
    ]
    for player in players:
        # Both have the file open from here on.
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            answer = player.ask(["get_property", "duration"])
            if answer.get("error") == "success":
                break
            time.sleep(0.02)
        player.number = 0
    failures = 0
    for request in REQUESTS:
        if isinstance(request, list):
            request = [places.get(word, word) if isinstance(word, str) else word for word in request]
        theirs, ours = [player.ask(request) for player in players]
        if request[:1] == ["sub-add"]:
            # tvplay reads the file on a thread of its own; mpv's answer waits for it.
            number = players[1].number
            for _ in range(100):
                if players[1].ask(["get_property", "sid"]).get("data"):
                    break
                time.sleep(0.02)
            players[1].number = number
        if theirs is None or ours is None:
            wrong = [] if theirs is ours else [f"tvplay: {ours}, mpv: {theirs}"]
        else:
            wrong = fits(form(ours), form(theirs))
            for key in ("error", "event", "reason", "name", "id", "request_id", "playlist_entry_id"):
                if ours.get(key) != theirs.get(key):
                    wrong.append(f"{key}: {ours.get(key)}, mpv has {theirs.get(key)}")
            if not isinstance(request, str):
                name = str(request[1] if len(request) > 1 else (request + [""])[0])
                # Numbers of these are counted, not measured.
                counts = name.startswith("playlist") or name in ("sid", "osd-level", "loop-playlist")
                isExact = isinstance(ours.get("data"), (bool, str)) or counts or request[:1] in (["loadfile"], ["loadlist"])
                if isExact and name not in ("mpv-version", "client_name") and ours.get("data") != theirs.get("data"):
                    wrong.append(f"data: {ours.get('data')!r}, mpv has {theirs.get('data')!r}")
        if wrong:
            failures += 1
            print(json.dumps(request), *wrong, sep="\n    ")
    for player in players:
        player.close()
    print(f"{len(REQUESTS)} requests, {failures} answered otherwise than by mpv")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
