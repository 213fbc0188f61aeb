import PlayCore

package struct SoundReport: Sendable, Equatable {
    package enum State: UInt8, Sendable, CaseIterable {
        case empty = 0
        case running = 1
        case paused = 2
        case starved = 3
        /// All sound up to ``PlayerMessage/finish(generation:)`` was heard.
        case ended = 4
    }

    package var generation: UInt32
    package var state: State
    /// The audible position, in microseconds on the generation's axis.
    package var position: Int64
    package var marker: UInt64
    /// Microseconds since it was received; 60 s at most.
    package var markerAge: UInt32
    /// Sound not heard yet, in microseconds.
    package var queued: UInt32
    /// How often the sound stopped since the start, because packets were missing or the device ran dry.
    package var underruns: UInt32

    package static let longestAge: UInt32 = 60_000_000

    package init(
        generation: UInt32, state: State, position: Int64, marker: UInt64, markerAge: UInt32, queued: UInt32,
        underruns: UInt32
    ) {
        self.generation = generation
        self.state = state
        self.position = position
        self.marker = marker
        self.markerAge = markerAge
        self.queued = queued
        self.underruns = underruns
    }
}

package enum SoundRefusal: UInt8, Sendable, CaseIterable {
    case version = 1
    case secret = 2
    case takenOver = 3
    case protocolError = 4
}

package enum ListenerMessage: SoundMessage {
    case hello(SoundHello)
    case refusal(SoundRefusal)
    case report(SoundReport)

    package static let helloKind: UInt8 = 129

    package var kind: UInt8 {
        switch self {
        case .hello: 129
        case .refusal: 130
        case .report: 131
        }
    }

    package var body: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .hello(let hello): return hello.body
        case .refusal(let reason): writer.add(reason.rawValue)
        case .report(let report):
            writer.add(report.generation)
            writer.add(report.state.rawValue)
            writer.add(report.position)
            writer.add(report.marker)
            writer.add(report.markerAge)
            writer.add(report.queued)
            writer.add(report.underruns)
        }
        return writer.bytes
    }

    package init(kind: UInt8, body: [UInt8]) throws(SoundWireError) {
        switch kind {
        case 129: self = .hello(try SoundHello(kind: kind, body: body))
        case 130:
            guard body.count == 1 else { throw .badLength(kind: kind) }
            guard let reason = SoundRefusal(rawValue: body[0]) else { throw .badValue(kind: kind) }
            self = .refusal(reason)
        case 131: self = .report(try SoundReport(kind: kind, body: body))
        default: throw .unknownMessage(kind: kind)
        }
    }
}

extension SoundReport {
    fileprivate init(kind: UInt8, body: [UInt8]) throws(SoundWireError) {
        var reader = BigEndianReader(body)
        guard let generation = reader.number(4), let code = reader.number(1), let position = reader.number(8),
            let marker = reader.number(8), let age = reader.number(4), let queued = reader.number(4),
            let underruns = reader.number(4), reader.left == 0
        else { throw .badLength(kind: kind) }
        let place = Int64(bitPattern: position)
        guard let state = State(rawValue: UInt8(code)), SoundPacket.times.contains(place),
            age <= UInt64(Self.longestAge)
        else { throw .badValue(kind: kind) }
        self.init(
            generation: UInt32(generation), state: state, position: place, marker: marker, markerAge: UInt32(age),
            queued: UInt32(queued), underruns: UInt32(underruns))
    }
}
