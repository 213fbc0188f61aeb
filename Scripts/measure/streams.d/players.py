"""A line with faults, and players in terminals, whose clocks are read from the screen and from the sound."""
import asyncio, bisect, collections, contextlib, ctypes, functools, os, random, re, shlex, signal, socket, statistics, struct, subprocess, threading, time

from origins import BLOCKS, RATE, SEQUENCE

ABORT = struct.pack("ii", 1, 0)     # SO_LINGER: close with RST
HELD = 0.4                          # a clock that stands still for longer is a stall, seconds
ROWS = [(5, 13), (4, 12), (6, 14), (7, 15), (3, 11)]    # rows of the screen with the code and its complement
CELL = re.compile(r"\x1b\[([0-9;]*)m|(.)")
WINDOW = 12                         # ticks of sound that identify a moment; ten suffice
MOMENTS = {tuple((SEQUENCE * 2)[at:at + WINDOW]): at for at in range(len(SEQUENCE))}


def in_loop(method):
    """Makes a method run in the line's thread."""
    @functools.wraps(method)
    def call(self, *arguments):
        async def run():
            return method(self, *arguments)
        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(5)
    return call


class Line:
    """A proxy for TCP or UDP at a port of its own. A cut is like a real one: a request to connect gets no answer (the kernel drops
    SYN while the listener's queue is full), and bytes that were sent meanwhile arrive when TCP repeats them (RFC 6298)."""

    def __init__(self, target, datagrams=False, family=socket.AF_INET):
        self.target, self.datagrams, self.port, self.family = ("127.0.0.1", target), datagrams, 0, family
        self.host = "::1" if family == socket.AF_INET6 else "127.0.0.1"
        self.connections, self.clients, self.cut_at, self.free_at, self.dice = set(), {}, 0, 0, random.Random(1)
        # The bytes that reached the player: time, connection, count.
        self.arrivals = collections.deque(maxlen=20_000)
        self.set()
        self.loop, self.whole = asyncio.new_event_loop(), asyncio.Event()
        self.whole.set()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.accept()

    def set(self, delay=0, rate=float("inf"), loss=0):
        """Sets the delay in seconds, the rate in bytes a second (TCP), and the share of lost datagrams (UDP)."""
        self.delay, self.rate, self.loss = delay, rate, loss

    @in_loop
    def accept(self):
        self.listener = socket.socket(self.family, socket.SOCK_DGRAM if self.datagrams else socket.SOCK_STREAM)
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind((self.host, self.port))
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]
        self._listen()

    def _listen(self):
        if self.datagrams:
            self.loop.add_reader(self.listener, self._from_client)
        else:
            self.listener.listen(64)
            self.accepting = self.loop.create_task(self._accept())

    @in_loop
    def refuse(self):
        """Refuses connections, as the machine of a dead server does."""
        if self.datagrams:
            self.loop.remove_reader(self.listener)
        else:
            self.accepting.cancel()
        self.listener.close()

    @in_loop
    def cut(self):
        self.whole.clear()
        self.cut_at = time.monotonic()
        if not self.datagrams:
            self.accepting.cancel()
            self.listener.listen(0)
            self.plug = socket.socket(self.family)
            self.plug.setblocking(False)
            self.plug.connect_ex((self.host, self.port))

    @in_loop
    def restore(self):
        if not self.datagrams:
            self.plug.close()
            self._listen()
        self.whole.set()

    @in_loop
    def reset(self):
        """Aborts all connections."""
        for connection in self.connections:
            connection.cancel()

    def first_arrival(self, since, least=1):
        """Returns when a connection had brought so many bytes to the player since a time, or None."""
        brought = collections.Counter()
        for at, connection, count in list(self.arrivals):
            if at >= since:
                brought[connection] += count
                if brought[connection] >= least:
                    return at
        return None

    def close(self):
        self.reset()
        self.refuse()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    async def _accept(self):
        while True:
            client, _ = await self.loop.sock_accept(self.listener)
            connection = self.loop.create_task(self._serve(client))
            self.connections.add(connection)
            connection.add_done_callback(self.connections.discard)

    async def _serve(self, client):
        server, ways = socket.socket(), []
        try:
            for each in (client, server):
                each.setblocking(False)
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self.loop.sock_connect(server, self.target)
            ways = [self.loop.create_task(self._carry(*pair, client)) for pair in ((client, server), (server, client))]
            await asyncio.gather(*ways)
        except (OSError, asyncio.CancelledError):
            for each in (client, server):
                each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABORT)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            client.close()
            server.close()

    async def _carry(self, source, target, client):
        """Carries the bytes of one direction."""
        waiting = asyncio.Queue(32)
        reader = self.loop.create_task(self._read(source, waiting))
        try:
            while True:
                came, data = await waiting.get()
                await self._travel(came, len(data))
                if not data:
                    target.shutdown(socket.SHUT_WR)
                    return
                await self.loop.sock_sendall(target, data)
                if target is client:
                    self.arrivals.append((time.monotonic(), id(client), len(data)))
        finally:
            reader.cancel()

    async def _read(self, source, waiting):
        data = b"-"
        while data:
            try:
                data = await self.loop.sock_recv(source, 8192)
            except OSError:
                data = b""
            await waiting.put((time.monotonic(), data))

    async def _travel(self, came, size):
        """Waits as long as the line takes for bytes that came at a time."""
        while not self.whole.is_set():
            again, pause = max(came, self.cut_at), 0.2
            await self.whole.wait()
            while again < time.monotonic():
                again, pause = again + pause, pause * 2
            await asyncio.sleep(again - time.monotonic())
        self.free_at = max(self.free_at, came) + size / self.rate
        await asyncio.sleep(max(0, self.free_at + self.delay - time.monotonic()))

    def _from_client(self):
        data, client = self.listener.recvfrom(65536)
        if client not in self.clients:
            server = self.clients[client] = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            server.connect(self.target)
            server.setblocking(False)
            self.loop.add_reader(server, self._from_server, server, client)
        self._send(self.clients[client].send, data)

    def _from_server(self, server, client):
        try:
            data = server.recv(65536)
            self._send(self.listener.sendto, data, client)
        except OSError:
            pass    # no server at the port

    def _send(self, send, *arguments):
        def late():
            try:
                send(*arguments)
                if send == self.listener.sendto:
                    self.arrivals.append((time.monotonic(), arguments[1], len(arguments[0])))
            except OSError:
                pass
        if self.whole.is_set() and self.dice.random() >= self.loss:
            self.loop.call_later(self.delay, late)


# The screen

LEVELS = (0, 95, 135, 175, 215, 255)


def brightness(words):
    """Returns the brightness (0 to 255) of the colour that follows a 38 or 48: direct, or of the cube or the greys of xterm."""
    if next(words) == "2":
        return sum(int(number) for number, _ in zip(words, range(3))) / 3
    index = int(next(words)) - 16
    return 8 + 10 * (index - 216) if index >= 216 else sum(LEVELS[max(0, index) // scale % 6] for scale in (36, 6, 1)) / 3


def shades(row):
    """Returns the brightness (0 to 255) of each cell in a row of the screen."""
    fore, back = 255, 0
    for words, character in CELL.findall(row):
        if character:
            yield back if character == " " else fore if character == "█" else (fore + back) / 2
        values = iter(words.split(";"))
        for value in values if not character else ():
            if value in ("38", "48"):
                shade = brightness(values)
                fore, back = (shade, back) if value == "38" else (fore, shade)
            elif value in ("", "0", "39"):
                fore, back = 255, back if value == "39" else 0
            elif value == "49":
                back = 0


def code(row):
    """Returns the bits of the blocks in a row of the screen, or None if it is no row of a picture."""
    centres = list(shades(row))[2::5][:BLOCKS]
    return int("".join("01"[shade > 128] for shade in centres), 2) if len(centres) == BLOCKS else None


def whole_tick(at, low, period):
    """Returns the last tick before a time that has these low digits. The clocks repeat themselves."""
    newest = int(at * RATE)
    return newest - (newest - low) % period


def tick(rows, at):
    """Returns the tick of the picture that a terminal shows at a time, from the code and its complement, or None."""
    bits = [code(row) for row in rows]
    if None in bits or bits[0] ^ bits[1] != 2 ** BLOCKS - 1:
        return None
    low = bits[0]
    for shift in (8, 4, 2, 1):
        low ^= low >> shift
    return whole_tick(at, low, 2 ** BLOCKS)


class Terminal:
    """A private tmux server of 80x24 cells that runs a player. Its control mode reads the screen without new processes."""

    def __init__(self, socket_path, command, environment):
        self.words = ["tmux", "-u", "-S", socket_path, "-f", "/dev/null"]
        words = ["env", *(f"{key}={value}" for key, value in environment.items()), *command]
        subprocess.run([*self.words, "new-session", "-d", "-x", "80", "-y", "24", "-s", "p", "exec " + shlex.join(words)], check=True)
        # Not in the foreground, so that Ctrl+C leaves it alone.
        self.control = subprocess.Popen([*self.words, "-C", "attach", "-t", "p", "-f", "no-output"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, errors="replace", start_new_session=True)
        self.answer()
        self.ask("set -g remain-on-exit on")
        self.pid = int(self.ask("display -p '#{pane_pid}'")[0])

    def ask(self, command):
        """Returns the lines that tmux answers to a command."""
        try:
            self.control.stdin.write(command + "\n")
            self.control.stdin.flush()
        except OSError:
            return []
        return self.answer()

    def answer(self):
        lines = None
        for line in iter(self.control.stdout.readline, ""):
            if line.startswith("%begin "):
                lines = []
            elif line.startswith(("%end ", "%error ")):
                break
            elif lines is not None:
                lines.append(line.rstrip("\n"))
        return lines or []

    def row(self, number):
        return "".join(self.ask(f"capture-pane -epN -S{number} -E{number}")[:1])

    def close(self):
        subprocess.run([*self.words, "kill-server"], stderr=subprocess.DEVNULL, check=False)
        self.control.stdin.close()
        self.control.wait()


# The sound

class Ear:
    """The moments that are heard in a recording."""
    BLOCK = 96                          # samples
    BLOCKS = 48000 // RATE // BLOCK     # in a tick
    SPAN, STEP = 0.8, 0.2               # seconds

    def __init__(self, recorder):
        self.recorder = recorder

    def moment(self, begin, end):
        """Returns the moment (time, tick) that is heard from a time on, or None if the clock does not run steadily until the end."""
        recorder = self.recorder
        first, last = (recorder.counts[min(bisect.bisect_left(recorder.times, at), len(recorder.counts) - 1)] for at in (begin, end))
        levels = [max(recorder.samples[at:at + self.BLOCK]) > 3000 for at in range(first, last - self.BLOCK, self.BLOCK)]
        edges = collections.Counter(at % self.BLOCKS for at in range(1, len(levels)) if levels[at] != levels[at - 1])
        phase = max(edges, key=edges.get, default=0)
        bits = [int(level) for level in levels[phase + self.BLOCKS // 2::self.BLOCKS]]
        words = [tuple(bits[at:at + WINDOW]) for at in range(len(bits) - WINDOW + 1)]
        votes = collections.Counter((MOMENTS[word] - at) % len(SEQUENCE) for at, word in enumerate(words) if word in MOMENTS)
        low = max(votes, key=votes.get, default=0)
        if votes[low] < max(4, 0.6 * len(words)):
            return None
        at = recorder.time_of(first + phase * self.BLOCK)
        return at, whole_tick(at, low, len(SEQUENCE))

    def moments(self, begin, end):
        """Returns the beginnings and ends of steady pieces of sound between two times."""
        found = []
        for number in range(int((end - begin - self.SPAN) / self.STEP) + 1 if self.recorder.times else 0):
            at = begin + number * self.STEP
            if moment := self.moment(at, at + self.SPAN):
                rest = int((at + self.SPAN - moment[0]) * RATE)
                found += [moment, (moment[0] + rest / RATE, moment[1] + rest)]
        return sorted(found)


# The players

def fields(pid):
    """Returns the fields of /proc/PID/stat from the state on; none if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()
    except OSError:
        return []


def family(root):
    """Returns a process and all below it."""
    children = collections.defaultdict(list)
    for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
        children[int((fields(pid) or [0, 0])[1])].append(pid)
    found = [root]
    for pid in found:
        found += children[pid]
    return found


def end_with_this_process(stack):
    """Makes everything that this process starts end with an exit stack, also daemons and what an interrupted constructor left."""
    ctypes.CDLL(None).prctl(36, 1)      # PR_SET_CHILD_SUBREAPER: orphans become children of this process

    def end():
        for pid in family(os.getpid())[1:]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    stack.callback(end)


def median_delay(moments):
    return statistics.median(at - tick / RATE for at, tick in moments) if moments else None


class Player:
    """A player on a terminal, which is read forty times a second."""
    INTERVAL = 1 / 40

    def __init__(self, socket_path, command, environment, ear, has_picture):
        self.ear, self.has_picture, self.seen = ear, has_picture, []
        self.began = time.monotonic()
        self.terminal = Terminal(socket_path, command, environment)
        self.is_open = True
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _watch(self):
        pair, before, shown = 0, time.monotonic(), None
        while self.is_open:
            now = time.monotonic()
            found = tick([self.terminal.row(row) for row in ROWS[pair]], now)
            if found is None:
                # A message may cover the rows.
                pair = (pair + 1) % len(ROWS)
            elif found != shown:
                self.seen.append(((before + now) / 2, found))
                shown = found
            before = now
            time.sleep(max(0, now + self.INTERVAL - time.monotonic()))

    def moments(self, begin, end):
        """Returns the changes (time, tick) of the picture between two times, or moments of the sound if there is no picture."""
        if not self.has_picture:
            return self.ear.moments(begin, end)
        return [moment for moment in self.seen if begin <= moment[0] <= end]

    def stalls(self, begin, end):
        """Returns the spans between two times without a moving clock."""
        times = [begin] + [at for at, _ in self.moments(begin - 1, end) if at > begin] + [end]
        held = HELD if self.has_picture else HELD + Ear.STEP
        return [pair for pair in zip(times, times[1:]) if pair[1] - pair[0] > held]

    def delay(self, end, span=1.0):
        """Returns the time since what was shown before `end` was made, in seconds, or None."""
        return median_delay(self.moments(end - span, end))

    def sound_after_picture(self, end, span=3.0):
        """Returns how much later the sound is than the pictures at the same times: while a player catches up, delays change."""
        pictures = self.moments(end - span, end) if self.ear and self.has_picture else []
        period, found = len(SEQUENCE) / RATE, []
        for at, tick in self.ear.moments(end - span, end) if pictures else []:
            shown, seen = min(pictures, key=lambda moment: abs(moment[0] - at))
            if abs(shown - at) < 0.1:
                found.append((at - shown - (tick - seen) / RATE + period / 2) % period - period / 2)
        return statistics.median(found) if found else None

    def is_moving(self):
        now = time.monotonic()
        return len(self.moments(now - 1.2, now)) > 2

    def has_ended(self):
        return (fields(self.terminal.pid) or "Z")[0] == "Z"

    def usage(self):
        """Returns the CPU seconds and the resident MiB of the player's processes."""
        each = [found for found in map(fields, family(self.terminal.pid)) if found]
        return (sum(int(found[11]) + int(found[12]) for found in each) / os.sysconf("SC_CLK_TCK"),
                sum(int(found[21]) for found in each) * os.sysconf("SC_PAGE_SIZE") / 2 ** 20)

    def close(self):
        self.is_open = False
        self.thread.join()
        pids = family(self.terminal.pid)
        self.terminal.close()
        until = time.monotonic() + 3
        while (left := [pid for pid in pids if (fields(pid) or "Z")[0] != "Z"]) and time.monotonic() < until:
            time.sleep(0.05)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
