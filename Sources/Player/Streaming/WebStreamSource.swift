import Media
import MediaSources
import PlayCore
import WebRTC

/// A stream over WebRTC (WHEP), as packets of H.264 and Opus. Created, used and freed on the `demux` thread.
final class WebStreamSource: PacketSource {
    enum Track {
        static let video = 0
        static let audio = 1
    }

    let tracks: [TrackInfo]
    private let connection: WebStreamConnection
    private let cancel: CancelToken
    private let patience: HostTime
    /// The name for messages, without secrets.
    private let name: String
    private let coding: [Int: CodecParameters]
    private let start: HostTime
    private var axes: [Int: DatagramAxis]
    private var early: ArraySlice<ReceivedFrame>
    private var selected: Set<Int> = []

    /// Adopts the connection of `begun`, which this closes at the end. `name` has no secrets.
    init(_ begun: WebStreamBeginning, patience: HostTime, name: String, cancel: CancelToken) {
        connection = begun.connection
        early = begun.frames[...]
        start = begun.frames.map(\.arrival).min() ?? SystemClock().now
        tracks = begun.tracks
        coding = [Track.video: .h264(), Track.audio: .opus()]
        axes = [
            Track.video: DatagramAxis(delay: .zero), Track.audio: DatagramAxis(delay: DatagramAxis.soundDelay),
        ]
        (self.patience, self.name, self.cancel) = (patience, name, cancel)
    }

    deinit { connection.close() }

    // MARK: Packets

    func select(_ wanted: Set<Int>) { selected = wanted }

    func read() throws(MediaError) -> SourceItem? {
        while let frame = try next() {
            let track = frame.kind == .audio ? Track.audio : Track.video
            // Sound is produced before it arrives, so the first packet lies at zero or later.
            let arrival = MediaTime(nanoseconds: (frame.arrival - start).nanoseconds) + DatagramAxis.soundDelay
            guard let time = axes[track]?.time(frame.elapsed, arrival: arrival), selected.contains(track) else {
                continue
            }
            return .packet(
                try Packet(frame.bytes, time: max(.zero, time), isKeyframe: frame.isKeyframe, track: track))
        }
        return nil
    }

    private func next() throws(MediaError) -> ReceivedFrame? {
        if let frame = early.popFirst() { return frame }
        do throws(WebStreamError) {
            return try connection.frame(until: SystemClock().now + patience, cancel: cancel)
        } catch {
            if case .media(let cause) = error.code, cause.code == .closed { return nil }
            if error.code == .cancelled { throw MediaError(.cancelled, operation: "read") }
            throw MediaError(.source(error.failure(name)), operation: "read")
        }
    }

    func parameters(of track: Int) -> CodecParameters? { coding[track] }

    // MARK: a forward-only source of unknown length

    var chapters: [Chapter] { [] }
    var duration: MediaTime? { nil }
    var tags: MediaTags { MediaTags(title: nil, artist: nil, album: nil) }
    var format: MediaFormat? { nil }
    var canSeek: Bool { false }
    var isStillImage: Bool { false }
    var naturalStart: MediaTime { .zero }
    var stream: (any StreamHandle)? { nil }
    var switchedTracks: Set<Int> { [] }

    func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool { false }
    func seek(toShare share: Double) -> Bool { false }
    func rotation(of track: Int) -> Rotation { .none }
    func coverPacket(of track: Int) -> Packet? { nil }
    func switchEdges() -> [MediaTime] { [] }
    func switchOver(at edge: MediaTime) {}
}
