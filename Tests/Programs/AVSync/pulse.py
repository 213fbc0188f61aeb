"""A private PulseAudio with a null sink, a recorder of what that sink plays, and a simple client."""
import array
import bisect
import ctypes
import multiprocessing
import os
import socket
import subprocess
import threading
import time

RATE = 48000
# How long what has to come is waited for: nothing tells how fast the machine is.
PATIENCE = 120


def wait_until(condition, limit=PATIENCE):
    """Returns whether it held within `limit` seconds."""
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def go_before_others():
    """What else keeps the processors busy is not measured, if the caller may do that: root may. Children inherit it."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    except PermissionError:
        pass


class Metronome:
    """A process that does a little at the rate of pictures: how late it is, a player that does no wrong can be, too."""
    INTERVAL, WORK = 1 / 30, 0.005

    def __init__(self):
        context = multiprocessing.get_context("fork")
        self.end, other = context.Pipe()
        self.process = context.Process(target=self._run, args=(other,), daemon=True)
        self.process.start()

    def _run(self, end):
        late, due = [], time.monotonic()
        while not end.poll():
            due = max(due, time.monotonic()) + self.INTERVAL
            time.sleep(max(0, due - time.monotonic()))
            begin = time.process_time()
            while time.process_time() - begin < self.WORK:
                pass
            late.append(time.monotonic() - due - self.WORK)
        end.send(late)

    def stop(self):
        """Returns the lateness that one of twenty exceeds, seconds."""
        self.end.send(None)
        late = sorted(self.end.recv())
        self.process.join()
        return late[len(late) * 95 // 100]


class Server:
    """A server of our own in a folder of our own; nothing of the user's sound is touched."""

    def __init__(self, folder):
        self.socket = os.path.join(folder, "pulse.sock")
        self.environment = dict(os.environ, HOME=folder, XDG_RUNTIME_DIR=folder, PULSE_SERVER="unix:" + self.socket)
        own = {k: v for k, v in self.environment.items() if k != "PULSE_SERVER"}
        self.log = open(os.path.join(folder, "pulse.log"), "wb")
        self.process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
             "-L", f"module-null-sink sink_name=tv rate={RATE}",
             "-L", f"module-native-protocol-unix auth-anonymous=1 socket={self.socket}"],
            env=own, stdout=self.log, stderr=self.log)
        if not wait_until(lambda: self._answers() or self.process.poll() is not None) or self.process.poll() is not None:
            raise SystemExit("pulseaudio did not start; see " + self.log.name)
        self.alsa = os.path.join(folder, "asound.conf")
        with open(self.alsa, "w") as file:
            file.write("</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n")
        self.environment["ALSA_CONFIG_PATH"] = self.alsa

    def _answers(self):
        with socket.socket(socket.AF_UNIX) as client:
            return client.connect_ex(self.socket) == 0

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()


class Recorder:
    """Reads the sink's monitor and notes when each piece arrived (CLOCK_MONOTONIC)."""

    def __init__(self, server):
        self.samples = array.array("h")
        self.times, self.counts = [], []
        self.correction = 0.0
        self.process = subprocess.Popen(
            ["parec", "-d", "tv.monitor", "--raw", "--format=s16le", f"--rate={RATE}", "--channels=1",
             "--latency-msec=5"], env=server.environment, stdout=subprocess.PIPE, bufsize=0)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        rest = b""
        while True:
            data = os.read(self.process.stdout.fileno(), 65536)
            now = time.monotonic()
            if not data:
                return
            data = rest + data
            whole = len(data) & ~1
            rest = data[whole:]
            self.samples.frombytes(data[:whole])
            self.times.append(now)
            self.counts.append(len(self.samples))

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.thread.join()

    def time_of(self, sample):
        """When a sample was heard. A piece may arrive late, never early: the least (arrival - count / rate) within a
        second around it is the truth, up to a constant that `calibrate` has measured."""
        at = bisect.bisect_left(self.counts, sample)
        span = range(bisect.bisect_left(self.counts, sample - RATE),
                     min(len(self.counts), bisect.bisect_right(self.counts, sample + RATE) + 1))
        span = span or range(max(0, at - 1), at)
        return sample / RATE + min(self.times[i] - self.counts[i] / RATE for i in span) + self.correction

    def onsets(self, first=0, last=None, threshold=3000, silence=0.05):
        """Samples at which sound begins after at least `silence` seconds without."""
        samples = self.samples[first:last]
        found, quiet = [], int(silence * RATE)
        for start in range(0, len(samples), 48):
            block = samples[start:start + 48]
            if max(block) < threshold and min(block) > -threshold:
                quiet += len(block)
                continue
            if quiet >= silence * RATE:
                # Back to where the tone leaves silence: the threshold is passed up to 0.1 ms later.
                found.append(first + next(start + i for i, s in enumerate(block) if abs(s) >= threshold))
            quiet = 0
        return found


class Player:
    """libpulse-simple: writes samples, tells when the next one will be heard."""

    class _Spec(ctypes.Structure):
        _fields_ = [("format", ctypes.c_int), ("rate", ctypes.c_uint32), ("channels", ctypes.c_uint8)]

    class _Attributes(ctypes.Structure):
        _fields_ = [(n, ctypes.c_uint32) for n in ("maxlength", "tlength", "prebuf", "minreq", "fragsize")]

    def __init__(self, server):
        self.library = ctypes.CDLL("libpulse-simple.so.0")
        self.library.pa_simple_new.restype = ctypes.c_void_p
        self.library.pa_simple_get_latency.restype = ctypes.c_uint64
        unset = 0xFFFFFFFF
        spec = self._Spec(3, RATE, 1)  # PA_SAMPLE_S16LE
        attributes = self._Attributes(unset, RATE * 2 // 5, 0, unset, unset)  # 200 ms
        error = ctypes.c_int()
        self.stream = self.library.pa_simple_new(
            server.encode(), b"avsync", 1, None, b"click", ctypes.byref(spec), None, ctypes.byref(attributes),
            ctypes.byref(error))
        if not self.stream:
            raise SystemExit(f"pa_simple_new: error {error.value}")

    def heard_next(self):
        """Host time at which the next written sample is heard, as the server computes it."""
        before = time.monotonic()
        delay = self.library.pa_simple_get_latency(ctypes.c_void_p(self.stream), None)
        return (before + time.monotonic()) / 2 + delay / 1e6

    def write(self, samples):
        data = samples.tobytes()
        self.library.pa_simple_write(ctypes.c_void_p(self.stream), data, ctypes.c_size_t(len(data)), None)

    def close(self):
        self.library.pa_simple_free(ctypes.c_void_p(self.stream))


def silence(seconds):
    return array.array("h", bytes(2 * int(seconds * RATE)))


def beep(seconds):
    import math
    return array.array("h", (int(16000 * math.sin(2 * math.pi * 1000 * i / RATE)) for i in range(int(seconds * RATE))))


def calibrate(server, recorder, clicks=12):
    """Plays beeps whose time of hearing the server tells, and sets the recorder's constant from them.
    - Returns: the constant and the largest deviation from it, seconds."""
    player = Player("unix:" + server.socket)
    # A null sink may stall for two seconds at first; and the timing must have settled.
    for _ in range(60):
        player.write(silence(0.05))
    expected, tone, first = [], beep(0.05), len(recorder.samples)
    for _ in range(clicks):
        player.write(silence(0.2))
        expected.append(player.heard_next())
        player.write(tone)
    player.write(silence(0.6))
    # The server holds 0.2 s, so the last beep has been heard; until its sound has been recorded, too.
    end = len(recorder.samples) + RATE // 2
    wait_until(lambda: len(recorder.samples) >= end)
    player.close()
    measured = [recorder.time_of(s) for s in recorder.onsets(first)]
    differences = sorted(e - min(measured, key=lambda m: abs(m - e)) for e in expected) if measured else []
    if len(measured) < clicks:
        raise SystemExit(f"calibration: {len(measured)} of {clicks} beeps came back")
    constant = differences[len(differences) // 2]
    recorder.correction += constant
    return constant, max(abs(d - constant) for d in differences)
