import PlayCore

/// The streams of one peer, without sockets and secrets: converts packets to frames and back. Time is a parameter.
struct MediaSession: Sendable {
    enum Output: Sendable, Equatable {
        case rtp([UInt8])
        case rtcp([UInt8])
    }

    /// The limit of incoming streams. Our servers send fewer.
    static let receiverLimit = 32
    /// Interval of reports, within RFC 4585. Janus retransmits nothing before the first one.
    private static let reportInterval = HostTime.milliseconds(500)

    private let agreement: MediaAgreement
    private let name: String
    /// SSRC of an end that only receives.
    private let ownSource: UInt32
    private var receivers: [UInt32: StreamReceiver] = [:]
    private var senders: [StreamSender] = []
    private var reportAt: HostTime
    private var outputs: [Output] = []
    private var frames: [ReceivedFrame] = []
    private(set) var counts = MediaCounts()

    /// - Parameter random: returns cryptographically secure random bytes.
    init(_ agreement: MediaAgreement, name: String, now: HostTime, random: (Int) -> [UInt8]) {
        self.agreement = agreement
        self.name = name
        reportAt = now + Self.reportInterval
        func number(_ bytes: Int) -> UInt64 { random(bytes)[...].number(at: 0, bytes) ?? 1 }
        senders = agreement.sending.map { stream in
            StreamSender(
                stream, source: stream.sources.first ?? UInt32(number(4)), sequence: UInt16(number(2) & 0x7FFF),
                timestampOffset: UInt32(number(4)))
        }
        ownSource = senders.first?.source ?? UInt32(number(4))
    }

    func deadline(at now: HostTime) -> HostTime {
        receivers.values.compactMap { $0.deadline(at: now) }.reduce(reportAt, min)
    }

    mutating func removeOutputs() -> [Output] {
        defer { outputs = [] }
        return outputs
    }

    mutating func removeFrames() -> [ReceivedFrame] {
        defer { frames = [] }
        return frames
    }

    // MARK: Going out

    mutating func send(_ frame: OutgoingFrame, at now: HostTime) {
        guard let index = senders.firstIndex(where: { $0.stream.kind == frame.kind }) else { return }
        outputs += senders[index].packets(frame, at: now).map(Output.rtp)
        counts.packetsSent = senders.reduce(0) { $0 + $1.packets }
    }

    /// Notifies the other end that our streams end.
    mutating func leave() {
        let sources = senders.isEmpty ? [ownSource] : senders.map(\.source)
        let empty = RTCPMessage.receiverReport(source: ownSource, blocks: [])
        outputs.append(.rtcp([empty, .description(source: ownSource, name: name), .goodbye(sources)].flatMap(\.bytes)))
    }

    /// Requests key frames at once, after this end dropped pictures.
    mutating func requestKeyframes() {
        let videos = receivers.values.filter { $0.stream.kind == .video }.map(\.source).sorted()
        guard !videos.isEmpty else { return }
        counts.keyframesRequested += videos.count
        let empty = RTCPMessage.receiverReport(source: ownSource, blocks: [])
        let requests = videos.map { RTCPMessage.pictureLoss(sender: ownSource, media: $0) }
        outputs.append(.rtcp(([empty] + requests).flatMap(\.bytes)))
    }

    // MARK: Coming in

    mutating func receive(rtp bytes: [UInt8], at now: HostTime, _ wall: UTCTime, roundTrip: HostTime?) {
        guard let packet = RTPPacket(bytes), let source = source(of: packet) else { return }
        counts.packetsReceived += 1
        receivers[source]?.setRoundTrip(roundTrip)
        let lateBefore = receivers[source]?.late ?? 0
        receivers[source]?.receive(packet, at: now)
        counts.packetsLate += (receivers[source]?.late ?? 0) - lateBefore
        collect(source, now, wall)
    }

    /// Creates a stream's receiver for its first packet. Returns `nil` for an unknown stream.
    private mutating func source(of packet: RTPPacket) -> UInt32? {
        if receivers[packet.source] != nil { return packet.source }
        let named = agreement.receiving.first { $0.sources.contains(packet.source) }
        let typed = agreement.receiving.filter { $0.coding.payloadType == packet.payloadType }
        // A payload type that several streams share does not identify one.
        guard let stream = named ?? (typed.count == 1 ? typed.first : nil),
            stream.coding.payloadType == packet.payloadType, receivers.count < Self.receiverLimit
        else { return nil }
        receivers[packet.source] = StreamReceiver(stream, source: packet.source)
        return packet.source
    }

    mutating func receive(rtcp bytes: [UInt8], at now: HostTime, _ wall: UTCTime) {
        for message in RTCPMessage.read(bytes) {
            switch message {
            case .senderReport(let report):
                // Janus retransmits nothing before it gets a report that refers to its own.
                if receivers[report.source]?.isReported == false { reportAt = now }
                receivers[report.source]?.note(report, at: now)
                note(report.blocks, wall)
            case .receiverReport(_, let blocks): note(blocks, wall)
            case .missing(_, let media, let sequences):
                guard let index = senders.firstIndex(where: { $0.source == media }) else { continue }
                let repeated = senders[index].repeated(sequences, at: now)
                counts.packetsRepeated += repeated.count
                outputs += repeated.map(Output.rtp)
            case .pictureLoss(_, let media):
                if senders.contains(where: { $0.source == media && $0.stream.kind == .video }) {
                    counts.keyframesWanted += 1
                }
            case .estimate(_, let bitsPerSecond): counts.estimate = Int(clamping: bitsPerSecond)
            case .goodbye(let sources):
                for source in sources { receivers[source] = nil }
            case .description: break
            }
        }
    }

    private mutating func note(_ blocks: [ReportBlock], _ wall: UTCTime) {
        for block in blocks where senders.contains(where: { $0.source == block.source }) {
            counts.fractionLost = Int(block.fractionLost)
            counts.reports += 1
            guard block.lastReport != 0 else { continue }
            let now = UInt32(truncatingIfNeeded: NetworkTime.of(wall) >> 16)
            let trip = Int64(Int32(bitPattern: now &- block.lastReport &- block.delay))
            // Measured by the wall clock, which may have been set meanwhile.
            if (0...(10 << 16)).contains(trip) { counts.roundTrip = HostTime(nanoseconds: trip * 1_000_000_000 >> 16) }
        }
    }

    // MARK: Time

    mutating func tick(at now: HostTime, _ wall: UTCTime) {
        for source in receivers.keys.sorted() { collect(source, now, wall) }
        guard now >= reportAt else { return }
        reportAt = now + Self.reportInterval
        outputs += reports(now, wall).map(Output.rtcp)
    }

    private mutating func collect(_ source: UInt32, _ now: HostTime, _ wall: UTCTime) {
        guard var receiver = receivers[source] else { return }
        let complete = receiver.frames(at: now, wall)
        frames += complete
        counts.framesReceived += complete.count
        var requests: [RTCPMessage] = []
        let missing = receiver.missing(at: now)
        if !missing.isEmpty {
            counts.packetsRequested += missing.count
            requests.append(.missing(sender: ownSource, media: source, sequences: missing))
        }
        if receiver.asksForKeyframe(at: now) {
            counts.keyframesRequested += 1
            requests.append(.pictureLoss(sender: ownSource, media: source))
        }
        counts.packetsLost += receiver.lost - (receivers[source]?.lost ?? 0)
        receivers[source] = receiver
        guard !requests.isEmpty else { return }
        // A datagram must begin with a report (RFC 3550, 6.1).
        let empty = RTCPMessage.receiverReport(source: ownSource, blocks: [])
        outputs.append(.rtcp(([empty] + requests).flatMap(\.bytes)))
    }

    /// Returns one datagram per stream, because Janus reads only the first block of a report.
    private mutating func reports(_ now: HostTime, _ wall: UTCTime) -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        for sender in senders {
            guard let report = sender.report(at: now, wall) else { continue }
            datagrams.append(
                [RTCPMessage.senderReport(report), .description(source: sender.source, name: name)].flatMap(\.bytes))
        }
        for source in receivers.keys.sorted() {
            guard let block = receivers[source]?.block(at: now) else { continue }
            let report = RTCPMessage.receiverReport(source: ownSource, blocks: [block])
            datagrams.append([report, .description(source: ownSource, name: name)].flatMap(\.bytes))
        }
        return datagrams
    }
}
