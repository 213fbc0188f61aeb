import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport

/// Two containers with the same content, as two definitions of one stream. Pictures come from the first until the
/// stream switches, by request or at a planned edge, to the second at one of their key frames.
///
/// Track 0 is the picture, track 1 the sound, in both.
final class SplicedSource: PacketSource {
    private let low: Demuxer
    private let high: Demuxer
    private let handle = Handle()
    /// The time at which the second begins, or `nil` if it has begun or was not requested.
    private var edge: MediaTime?
    private var isHigh = false
    private var given = MediaTime.zero
    private var pending: [SourceItem] = []
    private let edges: [MediaTime]
    let network: (any NetworkLink)?

    /// - Parameters:
    ///   - edge: The time of a planned switch, or `nil` for none.
    ///   - edges: Key frames of both at which a choice may take effect.
    ///   - network: The network to report, or `nil` for none.
    init(
        _ fixture: String, edge: MediaTime? = nil, edges: [MediaTime] = [], network: (any NetworkLink)? = nil
    ) throws {
        self.network = network
        let cancel = CancelToken()
        low = try Demuxer(source: Fixtures.source(fixture), nameHint: fixture, cancel: cancel)
        high = try Demuxer(source: Fixtures.source(fixture), nameHint: fixture, cancel: cancel)
        self.edge = edge
        self.edges = edges
    }

    private final class Handle: StreamHandle {
        let state = Monitor(StreamStatus())
        let demands = Monitor<[StreamDemand]>([])

        init() {
            state.withLock {
                $0.definitions = [
                    DefinitionInfo(key: .low, name: "low"), DefinitionInfo(key: .high, name: "high"),
                ]
                $0.definition = 0
            }
        }

        var status: StreamStatus { state.withLock { $0 } }
        func note(_ demand: StreamDemand) { demands.withLock { $0 = [demand] } }
        func selectAngle(_ track: Int) { state.withLock { $0.angle = track } }
        func selectDefinition(_ index: Int?) { state.withLock { $0.chosenDefinition = index } }
        func selectTexts(_ tracks: Set<Int>) {}
    }

    var tracks: [TrackInfo] { low.tracks }
    var chapters: [Chapter] { low.chapters }
    var duration: MediaTime? { low.duration }
    var tags: MediaTags { low.tags }
    var format: MediaFormat? { nil }
    var canSeek: Bool { true }
    var isStillImage: Bool { false }
    var naturalStart: MediaTime { .zero }
    var stream: (any StreamHandle)? { handle }
    var switchedTracks: Set<Int> { [0] }

    /// Sets the live state, or `nil` if the stream is no longer live. Callable from any thread.
    var setLive: @Sendable (LiveState?) -> Void {
        { [handle] live in handle.state.withLock { $0.live = live } }
    }

    func select(_ wanted: Set<Int>) {
        low.select(wanted)
        high.select(wanted.intersection([0]))
    }

    func seek(to target: MediaTime, direction: Demuxer.Direction) -> Bool {
        pending = []
        given = target
        let isDone = high.seek(to: target, direction: direction)
        return low.seek(to: target, direction: direction) && isDone
    }

    func seek(toShare share: Double) -> Bool { false }
    func parameters(of track: Int) -> CodecParameters? { low.parameters(of: track) }
    func rotation(of track: Int) -> Rotation { .none }
    func coverPacket(of track: Int) -> Packet? { nil }

    func switchEdges() -> [MediaTime] { isHigh ? [] : edges }
    func switchOver(at edge: MediaTime) { self.edge = edge }

    func read() throws(MediaError) -> SourceItem? {
        if !pending.isEmpty { return pending.removeFirst() }
        if !isHigh, let edge, given >= edge {
            // It has read past the edge, so it repeats from the key frame on.
            return try goOver(at: edge)
        }
        guard let packet = try low.read() else { return isHigh ? try high.read().map(SourceItem.packet) : nil }
        guard packet.track == 0, let time = packet.time else { return .packet(packet) }
        if isHigh { return try high.read().map(SourceItem.packet) ?? .packet(packet) }
        if let edge, packet.isKeyframe, time >= edge { return try goOver(at: edge) }
        given = max(given, time)
        return .packet(packet)
    }

    private func goOver(at edge: MediaTime) throws(MediaError) -> SourceItem? {
        _ = high.seek(to: edge, direction: .atOrBefore)
        // The sound of the first continues; each of its pictures is replaced by one of the second's.
        var behind = 0
        while let packet = try high.read() {
            guard let time = packet.time, time >= edge || !packet.isKeyframe else { continue }
            pending.append(.packet(packet))
            behind += 1
            if time >= given || behind > 500 { break }
        }
        isHigh = true
        handle.state.withLock { $0.definition = 1 }
        return .change(track: 0)
    }
}
