import Encoding
import PlayCore

struct StreamReceiver: Sendable {
    private static let keyframeInterval = HostTime.milliseconds(250)

    let stream: MediaAgreement.Stream
    let source: UInt32
    private var buffer: JitterBuffer
    private var assembler: H264Assembler
    private var statistics: ReceptionStatistics
    private var clock: StreamClock
    private var keyframeAsked: HostTime?
    private(set) var lost = 0
    private(set) var late = 0

    init(_ stream: MediaAgreement.Stream, source: UInt32) {
        self.stream = stream
        self.source = source
        let sets = stream.coding.parameter("sprop-parameter-sets").map(ParameterSets.units) ?? []
        assembler = H264Assembler(parameters: sets)
        buffer = JitterBuffer(asks: stream.coding.feedback.contains("nack"), isSound: stream.kind == .audio)
        statistics = ReceptionStatistics(source: source, clockRate: stream.coding.clockRate)
        clock = StreamClock(rate: stream.coding.clockRate)
    }

    mutating func receive(_ packet: RTPPacket, at now: HostTime) {
        let arrival = buffer.insert(packet, at: now)
        if arrival != .duplicate { statistics.note(packet, at: now) }
        if arrival == .late { late += 1 }
    }

    var isReported: Bool { clock.isReported }

    mutating func note(_ report: SenderReport, at now: HostTime) {
        statistics.note(report, at: now)
        clock.note(report)
    }

    mutating func setRoundTrip(_ roundTrip: HostTime?) { buffer.patience.roundTrip = roundTrip }

    mutating func block(at now: HostTime) -> ReportBlock? { statistics.block(at: now) }

    mutating func frames(at now: HostTime, _ wall: UTCTime) -> [ReceivedFrame] {
        var frames: [ReceivedFrame] = []
        while let output = buffer.next(at: now) {
            switch output {
            case .lost(let count):
                lost += count
                if stream.kind == .video { assembler.lose() }
            case .packet(let packet):
                if stream.kind == .video {
                    for unit in assembler.add(packet) {
                        frames.append(frame(unit.bytes, unit.isKeyframe, unit.timestamp, now, wall))
                    }
                } else if !packet.payload.isEmpty {
                    frames.append(frame(Array(packet.payload), true, packet.timestamp, now, wall))
                }
            }
        }
        return frames
    }

    private mutating func frame(
        _ bytes: [UInt8], _ isKeyframe: Bool, _ timestamp: UInt32, _ now: HostTime, _ wall: UTCTime
    ) -> ReceivedFrame {
        ReceivedFrame(
            kind: stream.kind, mid: stream.mid, bytes: bytes, isKeyframe: isKeyframe,
            time: clock.time(timestamp, now: wall), isReported: clock.isReported,
            elapsed: clock.elapsed(timestamp), arrival: now)
    }

    mutating func missing(at now: HostTime) -> [UInt16] { buffer.due(at: now) }

    mutating func asksForKeyframe(at now: HostTime) -> Bool {
        guard stream.kind == .video, assembler.hasDropped else {
            keyframeAsked = nil
            return false
        }
        if let keyframeAsked, now < keyframeAsked + Self.keyframeInterval { return false }
        keyframeAsked = now
        return true
    }

    func deadline(at now: HostTime) -> HostTime? {
        HostTime.earlier(buffer.deadline(at: now), keyframeAsked.map { $0 + Self.keyframeInterval })
    }
}

/// `sprop-parameter-sets` of a description (RFC 6184, 8.1).
enum ParameterSets {
    static func units(_ text: Substring) -> [[UInt8]] {
        text.split(separator: ",").prefix(8).compactMap { unit in
            guard unit.utf8.count <= 1024 else { return nil }
            return Base64.decoded(unit)
        }
    }
}
