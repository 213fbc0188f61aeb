import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TUI

/// Sample states, all at ``now``.
enum Samples {
    static let now = HostTime.seconds(1000)

    static func traits(_ columns: Int, _ rows: Int, isASCII: Bool = false) -> TerminalTraits {
        TerminalTraits(columns: columns, rows: rows, isASCII: isASCII)
    }

    static func snapshot(_ status: PlayStatus = .playing) -> PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        snapshot.status = status
        snapshot.item = "/films/road.mkv"
        snapshot.title = "The other road"
        snapshot.clock = reading(at: .seconds(754), isRunning: status == .playing)
        snapshot.duration = .seconds(3723)
        snapshot.buffered = MediaRange(start: .seconds(740), end: .seconds(1500))
        snapshot.canSeek = true
        snapshot.tracks = [videoTrack, audioTrack(1, "eng")]
        snapshot.videoTrack = 0
        snapshot.audioTrack = 1
        snapshot.chapters = chapters([0, 600, 1200, 2400])
        snapshot.volume = 80
        snapshot.audioStatus = AudioSinkStatus(device: .open(name: "default"), delay: .milliseconds(85))
        snapshot.statistics.videoDecoder = "h264"
        snapshot.statistics.videoWidth = 1920
        snapshot.statistics.videoHeight = 1080
        snapshot.statistics.framesPerSecond = 23.976
        snapshot.statistics.presentedFrames = 18_077
        snapshot.statistics.droppedFrames = 3
        snapshot.statistics.audioVideoOffset = .milliseconds(-4)
        snapshot.statistics.queuedBytes = 4_812_000
        return snapshot
    }

    static func reading(at position: MediaTime, isRunning: Bool) -> ClockReading {
        ClockReading(position: position, hostTime: now, rate: .normal, isRunning: isRunning)
    }

    static let videoTrack = TrackInfo(
        id: 0, kind: .video(width: 1920, height: 1080, framesPerSecond: 23.976), codec: "h264", language: nil,
        title: nil, isDefault: true, isDecodable: true)

    static func audioTrack(_ id: Int, _ language: String) -> TrackInfo {
        TrackInfo(
            id: id, kind: .audio(sampleRate: 48_000, channelCount: 2), codec: "aac", language: language, title: nil,
            isDefault: id == 1, isDecodable: true)
    }

    static func chapters(_ starts: [Int]) -> [Chapter] {
        starts.enumerated().map { index, start in
            let end = index + 1 < starts.count ? starts[index + 1] : start + 600
            return Chapter(range: MediaRange(start: .seconds(start), end: .seconds(end)), title: "Part \(index + 1)")
        }
    }

    /// Returns a playing item, with the bar shown by a recent key.
    static func playing(_ columns: Int = 80, _ rows: Int = 24) -> AppState { with(snapshot(), columns, rows) }

    static func with(_ snapshot: PlaybackSnapshot, _ columns: Int = 80, _ rows: Int = 24) -> AppState {
        var state = AppState(terminal: traits(columns, rows))
        state.options.showAnimation = .zero
        state.options.hideAnimation = .zero
        _ = reduce(&state, .snapshot(snapshot), now: now)
        state.bar.lastInput = now
        return state
    }

    static func failed() -> PlaybackSnapshot {
        var snapshot = snapshot(.failed)
        snapshot.error = PlayError(
            .fileLost, reason: "No such file or directory while opening the container for reading",
            item: "/films/road.mkv")
        return snapshot
    }

    static func loading() -> PlaybackSnapshot {
        var snapshot = snapshot(.loading)
        snapshot.waitingSince = now - .seconds(3)
        return snapshot
    }

    static func audioOnly() -> PlaybackSnapshot {
        var snapshot = snapshot()
        snapshot.title = "Variations, 7"
        snapshot.tracks = [audioTrack(1, "eng")]
        snapshot.videoTrack = nil
        snapshot.chapters = []
        snapshot.audioLevels = [0.5, 0.25]
        return snapshot
    }
}

extension AppState {
    /// Changes the engine's reported state, and forgets requests that were not sent.
    mutating func report(_ change: (inout PlaybackSnapshot) -> Void) {
        var snapshot = item.playback.reported
        change(&snapshot)
        item.playback.report(snapshot)
    }

    /// Reduces actions one after the other at the samples' time, and returns all effects.
    @discardableResult
    mutating func apply(_ actions: AppAction..., at now: HostTime = Samples.now) -> [Effect] {
        actions.flatMap { reduce(&self, $0, now: now) }
    }

    @discardableResult
    mutating func press(
        _ key: KeyPress.Key, _ modifiers: KeyPress.Modifiers = [], at now: HostTime = Samples.now
    ) -> [Effect] {
        reduce(&self, .input(.key(KeyPress(key, modifiers))), now: now)
    }

    @discardableResult
    mutating func press(_ character: Character, at now: HostTime = Samples.now) -> [Effect] {
        press(.character(character), at: now)
    }

    @discardableResult
    mutating func mouse(
        _ kind: MouseEvent.Kind, _ column: Int, _ row: Int, at now: HostTime = Samples.now
    ) -> [Effect] {
        reduce(&self, .input(.mouse(MouseEvent(kind, column: column, row: row))), now: now)
    }
}
