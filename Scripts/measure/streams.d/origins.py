"""Streams whose picture and sound carry the time of their making, and the servers that send them."""
import array, http.server, math, os, queue, random, re, shutil, socket, struct, subprocess, threading, time

RATE, WIDTH, HEIGHT = 25, 320, 180
BLOCKS, BLOCK, BAND = 15, 20, 78        # the blocks of the code, their width and height; a cell has 4 by 7.5 pixels
MARGIN = WIDTH - BLOCKS * BLOCK
SAMPLES = 48000 // RATE
SEGMENT, WINDOW = 2, 8                  # seconds, segments in a list
GROUP = SEGMENT * RATE                  # pictures of a segment
PART = 0.52                             # seconds of the longest part of a segment
PRIMING = 1024 / 48000                  # seconds of a frame of AAC, and of the silence before the first one
# A DASH manifest says that segments are finished this much later than they should be, in seconds: encoding takes time.
ALLOWANCE = 1
SERVERS = os.environ["PATH"] + ":/usr/sbin"
RTMP_MODULE = "/usr/lib/nginx/modules/ngx_rtmp_module.so"
# gst-rtsp-server is a library: Debian's Python runs this program, which serves a transport stream that arrives by UDP.
RTSP_SERVER = """
import sys, gi
gi.require_version("Gst", "1.0"); gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer
Gst.init(None)
server, factory = GstRtspServer.RTSPServer(), GstRtspServer.RTSPMediaFactory()
server.set_address("127.0.0.1"); server.set_service(sys.argv[1])
factory.set_launch(f"( udpsrc address=127.0.0.1 port={sys.argv[2]} buffer-size=1000000 ! tsdemux name=d d. ! queue ! h264parse ! "
                   "rtph264pay name=pay0 pt=96 config-interval=1 d. ! queue ! aacparse ! rtpmp4gpay name=pay1 pt=97 )")
factory.set_shared(True); server.get_mount_points().add_factory("/live", factory); server.attach(None)
GLib.MainLoop().run()
"""


# The clock

def now_tick():
    """Returns the time as a number of pictures."""
    return int(time.monotonic() * RATE)


# The tick of an even second of the day's time: FFmpeg's DASH ignores fractions of a second.
EPOCH = round((time.monotonic() - time.time() % SEGMENT) * RATE)
# The sound's clock, one bit for each picture: no ten bits in a row occur twice (x^10 + x^3 + 1).
SEQUENCE = [1] * 10
while len(SEQUENCE) < 1023:
    SEQUENCE.append(SEQUENCE[-10] ^ SEQUENCE[-3])
TONE = array.array("h", (int(12000 * math.sin(2 * math.pi * 1000 * at / 48000)) for at in range(SAMPLES))).tobytes()
# Below the codes and to the right of them is noise: it gives the stream its bit rate, and keeps tvplay from erasing to the end
# of a row, which tmux does not report.
NOISE = [(dice.randbytes(WIDTH * (HEIGHT - 2 * BAND)), dice.randbytes(MARGIN)) for dice in map(random.Random, range(RATE))]
COLOURS = bytes([128]) * (WIDTH * HEIGHT // 2)


def picture(tick):
    """Returns a picture (YUV 4:2:0): the tick's low bits in Gray's code as black and white blocks, and below them their
    complement. The codes of neighbours differ in one block, and a screen that is half drawn is recognised by the complement."""
    low, (ground, margin) = tick % 2 ** BLOCKS, NOISE[tick % RATE]
    code = low ^ low >> 1
    rows = [b"".join(bytes([235 if (code >> BLOCKS - 1 - at & 1) ^ flip else 16]) * BLOCK for at in range(BLOCKS)) + margin
            for flip in (0, 1)]
    return rows[0] * BAND + rows[1] * BAND + ground + COLOURS


def sound(tick):
    return TONE if SEQUENCE[tick % 1023] else bytes(2 * SAMPLES)


class Encoder:
    """An ffmpeg process that encodes the clock in real time. Segments begin at even seconds, also after a restart."""

    def __init__(self, outputs, log, group=GROUP, more=(), has_picture=True):
        self.first = now_tick() + (GROUP - (now_tick() - EPOCH) % GROUP if group == GROUP else 1)
        sources = [(sound, "-f s16le -ar 48000 -ac 1")]
        if has_picture:
            sources.insert(0, (picture, f"-f rawvideo -pix_fmt yuv420p -s {WIDTH}x{HEIGHT} -r {RATE}"))
        pipes = [os.pipe() for _ in sources]
        self.feeds = [(make, fd) for (make, _), (_, fd) in zip(sources, pipes)]
        words = "ffmpeg -v warning -nostdin -y".split()
        for (_, form), (fd, _) in zip(sources, pipes):
            words += f"-thread_queue_size 4 -probesize 32 {form} -i pipe:{fd}".split()
        codecs = (f"-c:v libx264 -preset ultrafast -tune zerolatency -b:v 400k -maxrate 400k -bufsize 200k -g {group} "
                  f"-keyint_min {group} -sc_threshold 0 -c:a aac -b:a 96k -ac 2").split() if has_picture else []
        for output in outputs:
            words += codecs + output.split()
        self.process = subprocess.Popen(words, pass_fds=[fd for fd, _ in pipes] + list(more), stdout=subprocess.PIPE, stderr=log)
        for fd, _ in pipes:
            os.close(fd)
        self.thread = threading.Thread(target=self._feed, daemon=True)
        self.thread.start()

    def _feed(self):
        """Writes pictures and their sound in step. If a pipe was blocked, both skip to the present."""
        tick = self.first
        try:
            while True:
                time.sleep(max(0, tick / RATE - time.monotonic()))
                for make, fd in self.feeds:
                    data = make(tick)
                    while data:
                        data = data[os.write(fd, data):]
                tick = max(tick + 1, now_tick() - 2)
        except OSError:
            pass
        finally:
            for _, fd in self.feeds:
                os.close(fd)

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.thread.join()


# The servers

def free_port(kind):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_served(port, datagrams):
    """Returns whether a socket receives at a port of this machine, without disturbing it."""
    with open("/proc/net/" + ("udp" if datagrams else "tcp")) as table:
        # A TCP socket that listens has the state 0A.
        return any(fields[1].endswith(f":{port:04X}") and (datagrams or fields[3] == "0A") for fields in map(str.split, table))


class Origin:
    """A server with an encoder behind it. Its faults: `kill` and `start`, `silence` and `publish`."""
    scheme, path, output, group, datagrams, has_picture = "http", "", "", RATE, False, True
    warm = 3        # seconds until a player can start
    lag = 0.5       # seconds from a publisher's first picture until a player can receive it
    pushes = False  # whether the encoder ends with the server

    def __init__(self, folder):
        self.folder, self.encoder, self.server = folder, None, None
        self.port = free_port(socket.SOCK_DGRAM if self.datagrams else socket.SOCK_STREAM)
        self.log = open(os.path.join(folder, "log"), "ab")
        self.prepare()
        self.start()
        self.publish()

    @staticmethod
    def lacks():
        """Returns the name of a missing package, or None."""

    def prepare(self):
        pass

    def url(self, port, host="127.0.0.1"):
        return f"{self.scheme}://{f'[{host}]' if ':' in host else host}:{port}/{self.path}"

    def publish(self):
        if not self.encoder:
            self.encoder = Encoder([self.output], self.log, self.group, (), self.has_picture)

    def silence(self):
        """Ends the publisher; the server remains."""
        if self.encoder:
            self.encoder.stop()
            self.encoder = None

    def wait_for_data(self):
        time.sleep(max(0, self.encoder.first / RATE + self.lag - time.monotonic()))

    def run(self, *words):
        self.server = subprocess.Popen(words, stdout=self.log, stderr=self.log)
        self.ready()

    def ready(self):
        """Waits until a player can connect."""
        until = time.monotonic() + 10
        while not is_served(self.port, self.datagrams):
            if time.monotonic() > until:
                raise RuntimeError(f"{type(self).__name__}: no server at port {self.port}")
            time.sleep(0.02)

    def kill(self):
        self.server.kill()
        self.server.wait()
        if self.pushes:
            self.silence()

    def close(self):
        self.silence()
        self.kill()
        self.log.close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        origin = self.server.origin
        path, _, query = self.path[1:].partition("?")
        was_moved, path = path.startswith("moved/"), path.removeprefix("moved/")
        pattern, fault = origin.failing
        fault = fault if pattern is not None and re.search(pattern, path) and not was_moved else None
        status = fault if isinstance(fault, int) else None
        body = None if status else origin.answer(path, dict(pair.split("=", 1) for pair in query.split("&") if "=" in pair))
        if path == origin.path and isinstance(body, bytes):
            body = origin.list = origin.list if origin.is_frozen else body
        if fault == "empty":
            body = b""
        self.send_response(status or (404 if body is None else 200))
        if status == 302:
            self.send_header("Location", "/moved/" + path + ("?" + query if query else ""))
        if body is None or isinstance(body, bytes):
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write((body or b"")[:len(body or b"") // 2 if fault == "half" else None])
            self.close_connection = self.close_connection or fault == "half"
            return
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in body:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")


class Server(http.server.ThreadingHTTPServer):
    """Answers with `origin.answer`: bytes, an iterator of pieces, or None if there is no such file."""
    daemon_threads = True

    def __init__(self, origin):
        self.origin, self.connections = origin, set()
        super().__init__(("127.0.0.1", origin.port), Handler)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def process_request(self, request, address):
        self.connections.add(request)
        super().process_request(request, address)

    def shutdown_request(self, request):
        self.connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, *_):
        pass

    def kill(self):
        self.shutdown()
        self.server_close()
        for connection in list(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def wait(self):
        pass


class Web(Origin):
    """An origin of files whose list can stay as it is, and whose answers can fail: a pattern of paths, and a status, `empty` or
    `half`, after which the connection ends. With the status 302 the file is below `moved`."""
    media, failing, is_frozen, list = "", (None, None), False, None
    is_one_answer = False

    def start(self):
        self.server = Server(self)

    def heal(self):
        self.failing, self.is_frozen = (None, None), False


class HLS(Web):
    """HLS: transport stream segments, written by ffmpeg."""
    path, media, group, warm, lag = "live.m3u8", r"\.ts$", GROUP, 11, SEGMENT + 0.3

    def prepare(self):
        self.output = (f"-f hls -hls_time {SEGMENT} -hls_list_size {WINDOW} -hls_flags delete_segments+program_date_time+omit_endlist"
                       f"+append_list+discont_start {self.folder}/live.m3u8")

    def answer(self, path, _):
        try:
            with open(os.path.join(self.folder, os.path.basename(path)), "rb") as file:
                return file.read()
        except OSError:
            return None


def boxes(pipe):
    while len(head := pipe.read(8)) == 8:
        size, kind = struct.unpack(">I4s", head)
        yield kind, head + pipe.read(size - 8)


def numbers(box, kind, form, offset):
    """Returns the place and the value of a field in each box of a kind within a box."""
    return [(found.start() + offset, struct.unpack_from(form, box, found.start() + offset)[0]) for found in re.finditer(kind, box)]


class Track:
    """Fragmented MP4 from a pipe, kept as segments by number: lists of parts (bytes, seconds)."""

    def __init__(self, sample):
        self.sample, self.changed = sample, threading.Condition()   # seconds of a sample
        self.initial, self.segments, self.breaks = b"", {}, set()

    def read(self, pipe, begin):
        """Reads until the end of the pipe. The first sample has the time `begin`, in seconds."""
        initial, first = b"", True
        for kind, box in boxes(pipe):
            if kind in (b"ftyp", b"moov"):
                initial += box
                scales = [scale for _, scale in numbers(initial, b"mdhd", ">I", 16)]
            elif kind == b"moof":
                head = bytearray(box)
                times = [(at, max(0, value + int(begin * scale)))
                         for (at, value), scale in zip(numbers(box, b"tfdt", ">Q", 8), scales)]
                for at, value in times:
                    struct.pack_into(">Q", head, at, value)
                length = numbers(box, b"trun", ">I", 8)[0][1] * self.sample
            elif kind == b"mdat":
                with self.changed:
                    self.initial, number = initial, int((times[0][1] / scales[0] + 0.1) // SEGMENT)
                    if first and self.segments:
                        self.breaks.add(number)
                    first, self.scale = False, scales[0]
                    self.segments.setdefault(number, []).append((bytes(head) + box, length))
                    for old in [old for old in self.segments if old < number - WINDOW - 3]:
                        del self.segments[old]
                    self.changed.notify_all()

    def is_done(self, number):
        return number in self.segments and (
            max(self.segments) > number or sum(length for _, length in self.segments[number]) > SEGMENT - 0.03)

    def has(self, number, part):
        return max(self.segments, default=-1) > number or self.is_done(number) or len(self.segments.get(number, [])) > part

    def part(self, number, part):
        """Returns a part as soon as it is made, or None if the segment has no such part."""
        with self.changed:
            self.changed.wait_for(lambda: self.has(number, part), 6)
            parts = self.segments.get(number, [])
            return parts[part][0] if part < len(parts) else None

    def whole(self, number):
        with self.changed:
            return b"".join(data for data, _ in self.segments[number]) if self.is_done(number) else None

    def span(self, number):
        """Returns the start and the length of a finished segment, in milliseconds."""
        (head, _), *_ = parts = self.segments[number]
        start = numbers(head, b"tfdt", ">Q", 8)[0][1] / self.scale
        return round(start * 1000), round(sum(length for _, length in parts) * 1000)

    def pieces(self, number):
        at = 0
        while (piece := self.part(number, at)) is not None:
            yield piece
            at += 1


class Packaged(Web):
    """An origin that keeps fragmented MP4 in memory, with times counted from its start."""
    group, warm, samples = GROUP, 11, ()

    def prepare(self):
        self.tracks = [Track(sample) for sample in self.samples]
        self.epoch = None

    def publish(self):
        pipes = [os.pipe() for _ in self.tracks]
        maps = ["-map 0:v -map 1:a"] if len(pipes) == 1 else ["-map 0:v", "-map 1:a"]
        form = "-f mp4 -movflags empty_moov+default_base_moof+frag_keyframe -frag_duration 500000 -flush_packets 1"
        self.encoder = Encoder([f"{map} {form} pipe:{fd}" for map, (_, fd) in zip(maps, pipes)], self.log, self.group,
                               [fd for _, fd in pipes])
        if self.epoch is None:
            self.epoch = self.encoder.first
            self.began = round(time.time() + self.epoch / RATE - time.monotonic())
        for track, (here, there) in zip(self.tracks, pipes):
            os.close(there)
            # Alone in its file, the sound begins with the encoder's delay.
            begin = (self.encoder.first - self.epoch) / RATE - (PRIMING if track.sample == PRIMING else 0)
            threading.Thread(target=track.read, args=(os.fdopen(here, "rb"), begin), daemon=True).start()

    def time(self, seconds):
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.began + seconds))


class LowLatencyHLS(Packaged):
    """Low-latency HLS: parts of 0.5 s, blocking reload, preload hints."""
    path, media, samples, lag = "live.m3u8", r"\.mp4$", (1 / RATE,), PART + 0.2

    def answer(self, path, query):
        track = self.tracks[0]
        if path == self.path:
            asked = int(query.get("_HLS_msn", 0)), int(query.get("_HLS_part", 99))
            with track.changed:
                track.changed.wait_for(lambda: len(track.segments) > 3 and track.has(*asked), 6)
                return self.playlist(track).encode()
        if path == "init.mp4":
            return track.initial
        number, part = re.match(r"s(\d+)(?:\.(\d+))?\.mp4", path).groups()
        return track.whole(int(number)) if part is None else track.part(int(number), int(part))

    def playlist(self, track):
        last = max(track.segments)
        first = min(number for number in track.segments if number >= last - WINDOW)
        lines = ["#EXTM3U", "#EXT-X-VERSION:9", f"#EXT-X-TARGETDURATION:{SEGMENT}", f"#EXT-X-PART-INF:PART-TARGET={PART}",
                 f"#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK={PART * 3}", f"#EXT-X-MEDIA-SEQUENCE:{first}",
                 f"#EXT-X-DISCONTINUITY-SEQUENCE:{sum(number < first for number in track.breaks)}"]
        for number in range(first, last + 1):
            parts = track.segments.get(number, [])
            lines += ["#EXT-X-DISCONTINUITY"] * (number in track.breaks)
            lines += ['#EXT-X-MAP:URI="init.mp4"'] * (number in track.breaks or number == first)
            lines += ["#EXT-X-PROGRAM-DATE-TIME:" + self.time(number * SEGMENT)] if parts else ["#EXT-X-GAP"]
            if number > last - 3:
                lines += [f'#EXT-X-PART:DURATION={length:.3f},URI="s{number}.{at}.mp4"' + ",INDEPENDENT=YES" * (at == 0)
                          for at, (_, length) in enumerate(parts)]
            if track.is_done(number) or not parts:
                lines += [f"#EXTINF:{sum(length for _, length in parts) or SEGMENT:.3f},", f"s{number}.mp4"]
        hint = (last + 1, 0) if track.is_done(last) else (last, len(track.segments[last]))
        return "\n".join(lines + ['#EXT-X-PRELOAD-HINT:TYPE=PART,URI="s%d.%d.mp4"' % hint, ""])


class DASH(Packaged):
    """DASH by number: the manifest is read once, and the clock says which segments exist."""
    path, media, samples, lag, low_latency = "live.mpd", r"\.m4s$", (1 / RATE, PRIMING), SEGMENT + ALLOWANCE, ""
    update = 500    # seconds

    def answer(self, path, _):
        if path == self.path:
            return self.manifest().encode()
        kind, number = re.match(r"([va])(\d+|i)\.m4s", path).groups()
        track = self.tracks["va".index(kind)]
        return track.initial if number == "i" else self.segment(track, int(number))

    def segment(self, track, number):
        return track.whole(number)

    def template(self, _):
        """Returns the attributes and the content of a segment template."""
        return f'duration="{SEGMENT * 1000}" startNumber="0" media="$RepresentationID$$Number$.m4s" {self.low_latency}', ""

    def manifest(self):
        start, sets = self.time(ALLOWANCE), ""
        for track, name, codec, rate, more in zip(
                self.tracks, ("video", "audio"), ("avc1.42c00d", "mp4a.40.2"), (420000, 98000),
                (f'width="{WIDTH}" height="{HEIGHT}" frameRate="{RATE}"', 'audioSamplingRate="48000"')):
            attributes, content = self.template(track)
            sets += (f'<AdaptationSet contentType="{name}" segmentAlignment="true"><Representation id="{name[0]}" mimeType="{name}/mp4" '
                     f'codecs="{codec}" bandwidth="{rate}" {more}><SegmentTemplate timescale="1000" '
                     f'initialization="$RepresentationID$i.m4s" {attributes}>{content}</SegmentTemplate></Representation></AdaptationSet>')
        return ('<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" '
                f'type="dynamic" availabilityStartTime="{start}" publishTime="{start}" minimumUpdatePeriod="PT{self.update}S" '
                f'suggestedPresentationDelay="PT{3 * SEGMENT}S" minBufferTime="PT{SEGMENT}S" '
                f'timeShiftBufferDepth="PT{WINDOW * SEGMENT}S"><Period id="0" start="PT0S">{sets}</Period></MPD>')


class TimelineDASH(DASH):
    """DASH by timeline: the manifest lists the segments, and is read again."""
    update = SEGMENT

    def segment(self, track, number):
        """`number` is the time of the segment's start."""
        return super().segment(track, int((number / 1000 + 0.1) // SEGMENT))

    def template(self, track):
        with track.changed:
            spans = [track.span(number) for number in sorted(track.segments)[-WINDOW - 1:] if track.is_done(number)]
        listed = "".join(f'<S t="{start}" d="{length}"/>' for start, length in spans)
        return 'media="$RepresentationID$$Time$.m4s"', f"<SegmentTimeline>{listed}</SegmentTimeline>"


class LowLatencyDASH(DASH):
    """Low-latency DASH: segments are sent in chunks while they are made."""
    low_latency = f'availabilityTimeOffset="{SEGMENT - 0.5}" availabilityTimeComplete="false"'
    lag = 0.5 + ALLOWANCE

    def segment(self, track, number):
        return track.pieces(number) if number in track.segments else None


class Relay(Web):
    """A transport stream over HTTP without a length."""
    path, output, is_one_answer = "live.ts", "-f mpegts -flush_packets 1 -", True
    HELD = 250      # pieces that wait for a slow viewer, about 10 s; later ones are dropped

    def prepare(self):
        self.viewers = []

    def publish(self):
        super().publish()
        threading.Thread(target=self.send, args=(self.encoder.process.stdout,), daemon=True).start()

    def send(self, pipe):
        while data := pipe.read1(65536):
            for viewer in list(self.viewers):
                if viewer.qsize() < self.HELD:
                    viewer.put(data)

    def answer(self, path, _):
        return self.pieces() if path == self.path else None

    def pieces(self):
        viewer = queue.Queue()
        self.viewers.append(viewer)
        try:
            while True:
                yield viewer.get()
        finally:
            self.viewers.remove(viewer)


class RTMP(Origin):
    """RTMP: nginx with its RTMP module."""
    scheme, path, pushes = "rtmp", "live/a", True

    @staticmethod
    def lacks():
        if not shutil.which("nginx", path=SERVERS) or not os.path.exists(RTMP_MODULE):
            return "libnginx-mod-rtmp"

    def prepare(self):
        self.output = f"-f flv rtmp://127.0.0.1:{self.port}/{self.path}"
        with open(self.folder + "/nginx.conf", "w") as file:
            file.write(f"load_module {RTMP_MODULE}; daemon off; master_process off; pid {self.folder}/nginx.pid; "
                       + "user root; " * (os.geteuid() == 0) + "events {} rtmp { server { "
                       f"listen 127.0.0.1:{self.port}; chunk_size 4096; application live {{ live on; idle_streams on; }} }} }}")

    def start(self):
        self.run(shutil.which("nginx", path=SERVERS), "-p", self.folder, "-c", self.folder + "/nginx.conf", "-e", self.folder + "/errors")


class SRT(Origin):
    """SRT: an ffmpeg that listens, for one viewer at a time."""
    scheme, datagrams = "srt", True

    def start(self):
        self.output = f"-f mpegts -flush_packets 1 srt://127.0.0.1:{self.port}?mode=listener"
        self.is_up = True
        self.server = threading.Thread(target=self.repeat, daemon=True)
        self.server.start()
        super().ready()

    def publish(self):
        """The listener is the publisher, too."""

    def ready(self):
        time.sleep(0.5)     # the listener must have noticed that the viewer before is gone
        super().ready()

    def repeat(self):
        while self.is_up:
            self.encoder = Encoder([self.output], subprocess.PIPE, self.group)
            for line in self.encoder.process.stderr:
                if b"av_interleaved_write_frame" in line:
                    # The viewer is gone. ffmpeg would now wait for its inputs.
                    break
            self.encoder.stop()

    def kill(self):
        self.is_up = False
        self.encoder.process.kill()
        self.server.join()

    def close(self):
        self.kill()
        self.log.close()


class RTSP(Origin):
    """RTSP: gst-rtsp-server."""
    scheme, path = "rtsp", "live"

    @staticmethod
    def lacks():
        check = 'import gi; gi.require_version("GstRtspServer", "1.0")'
        if not os.path.exists("/usr/bin/python3") or subprocess.run(["/usr/bin/python3", "-c", check], capture_output=True).returncode:
            return "gir1.2-gst-rtsp-server-1.0"

    def prepare(self):
        self.feed = free_port(socket.SOCK_DGRAM)
        self.output = f"-f mpegts -flush_packets 1 udp://127.0.0.1:{self.feed}?pkt_size=1316"

    def start(self):
        self.run("/usr/bin/python3", "-c", RTSP_SERVER, str(self.port), str(self.feed))


class Icecast(Origin):
    """Icecast: MP3 without a picture; the sound's clock takes the place of the picture's."""
    path, has_picture, pushes = "live.mp3", False, True

    @staticmethod
    def lacks():
        if not shutil.which("icecast2"):
            return "icecast2"

    def prepare(self):
        # Started by root, icecast2 becomes a user of its own.
        os.chmod(os.path.dirname(self.folder), 0o711)
        os.chmod(self.folder, 0o777)
        owner = "<changeowner><user>icecast2</user><group>icecast</group></changeowner>" * (os.geteuid() == 0)
        self.output = f"-c:a libmp3lame -b:a 128k -content_type audio/mpeg -f mp3 icecast://source:s@127.0.0.1:{self.port}/{self.path}"
        with open(self.folder + "/icecast.xml", "w") as file:
            file.write("<icecast><limits><sources>2</sources></limits><authentication><source-password>s</source-password>"
                       f"</authentication><hostname>localhost</hostname><listen-socket><port>{self.port}</port>"
                       "<bind-address>127.0.0.1</bind-address></listen-socket><paths><basedir>/usr/share/icecast2</basedir>"
                       f"<logdir>{self.folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin"
                       f"</adminroot></paths><logging><loglevel>2</loglevel></logging><security>{owner}</security></icecast>")

    def start(self):
        self.run("icecast2", "-c", self.folder + "/icecast.xml")
