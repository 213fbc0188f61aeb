import CAllocationCount
import Cells
import Commands
import Glibc
import Media
import Mosaic
import PlayCore
import Playback
import PlaybackModel
import Playlists
import Processes
import ScreenKit
import TUI
import Terminal

/// Heap allocations of the main thread and the picture's path per frame: none, while only the picture changes.
///
/// Everything runs on one thread, whose allocations are counted. The loop requests a picture, which is scaled and
/// rendered then. The chrome is put above it, and the terminal encodes it and writes it to a pty. The frames are
/// decoded already.
enum AllocationCase {
    static let allocations = BenchCase("allocations", "asked of the heap a frame: scale, mosaic, loop, terminal") {
        context in
        guard tv_counts_allocations() != 0 else { throw BenchError("a sanitizer has the heap for itself") }
        guard let clip = context.clips.first else { throw BenchError("there is no clip") }
        let frames = try clip.sampleFrames()
        let bars: [(String, BarVisibility)] = [("chrome hidden", .never), ("bar shown", .always)]
        return try bars.map { name, bar in
            Figure(subject: name, name: "allocations", unit: "1/frame", value: try count(frames, bar))
        }
    }

    private static let size = ScreenSize.medium

    private static func count(_ frames: [VideoFrame], _ bar: BarVisibility) throws -> Double {
        setlocale(LC_CTYPE, "C.UTF-8")
        let tty = try AnsweringTerminal(columns: size.columns, rows: size.rows)
        defer { tty.close() }
        var options = TerminalOptions()
        options.quality = .automatic
        options.ttyPath = tty.path
        options.handlesSignals = false
        options.environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        let terminal = try NcursesTerminal(options: options)
        defer { terminal.close() }
        let clock = FrameClock()
        let player = SteadyPlayer(clock: clock)
        let pictures = PictureMill(frames, clock: clock) { player.end() }
        let loop = UILoop(
            backend: terminal, player: player, pictures: pictures, playlist: OneItem(), clock: clock)
        loop.configure { $0.bar.visibility = bar }
        guard loop.run() == .finished else { throw BenchError("the terminal ended") }
        return Double(pictures.allocations) / Double(PictureMill.second)
    }
}

/// A clock that advances by a thirtieth of a second with each picture.
private final class FrameClock: HostClock {
    static let frame = HostTime(nanoseconds: 33_333_333)
    private let system = SystemClock()
    private let time: Monitor<HostTime>

    init() { time = Monitor(system.now + .seconds(20)) }

    var now: HostTime { time.withLock { $0 } }

    /// Stays ahead of the terminal's own clock even if other programs slow the pictures down: behind it every deadline
    /// would have passed, and the loop would spin. The lead is limited, because a deadline has to end a wait.
    func advance() { time.withLock { $0 = max($0 + Self.frame, system.now + .seconds(10)) } }
}

private final class SteadyPlayer: PlayerControl {
    let wakeUp = WakeUp()
    private var state = PlaybackSnapshot()
    private let clock: FrameClock
    private let start: HostTime

    init(clock: FrameClock) {
        self.clock = clock
        start = clock.now
        state.status = .playing
        state.title = "A film with a title that is longer than what a string holds by itself"
        state.duration = .seconds(3600)
        state.canSeek = true
        state.tracks = [
            TrackInfo(
                id: 0, kind: .video(width: 1280, height: 720, framesPerSecond: 30), codec: "h264", language: nil,
                title: nil, isDefault: true, isDecodable: true)
        ]
        state.videoTrack = 0
        state.statistics.framesPerSecond = 30
    }

    /// The position follows only the clock, so that the bar changes once a second regardless of the number of reads.
    var snapshot: PlaybackSnapshot {
        let now = clock.now
        let position = MediaTime(nanoseconds: (now - start).nanoseconds)
        state.clock = ClockReading(position: position, hostTime: now, rate: .normal, isRunning: true)
        state.statistics.presentedFrames += 1
        return state
    }

    func send(_ command: PlaybackCommand) -> Int { 0 }

    func end() {
        state.status = .reachEnd
        wakeUp.signal()
    }
}

private final class OneItem: PlaylistControl {
    let position = PlaylistPosition()
    let titles: [String] = []
    func move(by step: Int) -> Bool { false }
    func restart() {}
}

private final class PictureMill: PictureSource {
    /// The pictures until all buffers have their sizes, the line is known to be fast, and the title has disappeared.
    private static let warmUp = 240
    static let second = 30
    /// A busy machine delays pictures, and each delay allocates. The bar changes once a second, so that seconds
    /// compare, and the second with the fewest allocations shows what the program itself needs.
    private static let seconds = 5

    private let frames: [VideoFrame]
    private let clock: FrameClock
    private let end: () -> Void
    private let sink = MosaicVideoSink()
    private let scaler = Scaler()
    private var count = 0
    private var start: UInt = 0
    /// Of the second with the fewest.
    private(set) var allocations = UInt.max
    private(set) var takenTime: MediaTime?

    init(_ frames: [VideoFrame], clock: FrameClock, end: @escaping () -> Void) {
        self.frames = frames
        self.clock = clock
        self.end = end
    }

    var wakeUp: WakeUp { sink.wakeUp }
    var droppedCount: Int { sink.droppedCount }

    func setPane(columns: Int, rows: Int, cellAspect: Double) {
        sink.setColorDepth(.trueColor)
        sink.setPane(columns: columns, rows: rows, cellAspect: cellAspect)
    }

    func takeNewest() -> CellBuffer? {
        countSecond()
        count += 1
        clock.advance()
        do {
            try make()
        } catch {
            preconditionFailure("\(error)")
        }
        let frame = sink.takeNewest()
        takenTime = frame?.time
        wakeUp.signal()
        return frame?.cells
    }

    private func countSecond() {
        let counted = count - Self.warmUp
        guard counted >= 0, counted.isMultiple(of: Self.second) else { return }
        let total = tv_allocation_count()
        if counted > 0 { allocations = min(allocations, total - start) }
        start = total
        if counted == Self.second * Self.seconds { end() }
    }

    private func make() throws {
        guard let grid = sink.grid else { return }
        let geometry = PictureGeometry(aspect: 16.0 / 9, grid: grid, mode: .aspectFit)
        let pixels = try scaler.scale(
            frames[count % frames.count], to: geometry.width, geometry.height, crop: geometry.crop)
        sink.present(
            ScaledPicture(
                pixels: pixels, grid: grid, x: geometry.x, y: geometry.y, time: .milliseconds(count * 33), due: nil,
                isStill: false))
    }
}
