import Media
import PlayCore
import WebRTC

/// A stream over UDP (WebRTC) as packets for a decoder: H.264 or Opus, with times on the class's axis. One thread.
final class DatagramInput: LivePacketSource {
    private let connection: WebStreamConnection
    private let kind: LiveInput.Kind
    private let coding: CodecParameters
    private let keeperTime: @Sendable (HostTime) -> Int64
    private var axis: DatagramAxis
    private var first: ReceivedFrame?

    /// - Parameter keeperTime: the keeper's clock at an instant, in milliseconds since 1970.
    init(
        _ connection: WebStreamConnection, _ kind: LiveInput.Kind, first: ReceivedFrame?,
        keeperTime: @escaping @Sendable (HostTime) -> Int64
    ) {
        self.connection = connection
        self.first = first
        self.kind = kind
        self.keeperTime = keeperTime
        coding = kind == .audio ? .opus() : .h264()
        axis = DatagramAxis(delay: kind == .audio ? DatagramAxis.soundDelay : .zero)
    }

    func read(until deadline: HostTime) throws(MediaError) -> Packet? {
        while true {
            let frame: ReceivedFrame?
            do throws(WebRTCError) { frame = try next(until: deadline) } catch {
                if error.code == .closed { return nil }
                throw MediaError(.unreadable, operation: error.operation, libraryText: error.reason)
            }
            guard let frame else {
                throw MediaError(
                    .source(ByteSourceError(.timedOut, operation: "read", context: "UDP")), operation: "read")
            }
            guard (frame.kind == .audio) == (kind == .audio) else { continue }
            let keeper = MediaTime(nanoseconds: keeperTime(frame.arrival) &* 1_000_000)
            return try Packet(
                frame.bytes, time: axis.time(frame.elapsed, arrival: keeper), isKeyframe: frame.isKeyframe)
        }
    }

    private func next(until deadline: HostTime) throws(WebRTCError) -> ReceivedFrame? {
        guard let first else { return try connection.peer.read(until: deadline) }
        self.first = nil
        return first
    }

    var delivery: StreamDelivery {
        let counts = connection.peer.status.counts
        return StreamDelivery(
            received: counts.packetsReceived, lost: counts.packetsLost, asked: counts.packetsRequested)
    }

    func kind(of track: Int) -> LiveInput.Kind? { kind }
    func parameters(of track: Int) -> CodecParameters? { coding }
}
