package import PlayCore
package import SoundWire

/// A listener's reaction to a player's messages, without I/O. Time is a parameter.
package struct ListenerSession: Sendable {
    package enum Action: Sendable, Equatable {
        /// The player's hello is correct. It replaces the current player.
        case greet(ListenerMessage)
        case hear(SoundPacket)
        case flush(generation: UInt32)
        case play
        case pause
        case mix(SoundMix)
        case finish(generation: UInt32)
        case refuse(SoundRefusal)
    }

    package static let helloPatience = HostTime.seconds(5)
    /// The interval of reports during a pause, which show that the listener is alive.
    private static let idleInterval = HostTime.seconds(1)

    private let secret: [UInt8]
    private let since: HostTime
    private var isGreeted = false
    private var generation: UInt32 = 0
    private var wantsSound = false
    private var marker: UInt64 = 0
    private var markerTime: HostTime
    private var isReportDue = false
    private var lastReport: HostTime?
    private var lastState: SoundReport.State?

    package init(secret: [UInt8]?, at now: HostTime) {
        self.secret = secret ?? [UInt8](repeating: 0, count: SoundWire.secretBytes)
        since = now
        markerTime = now
    }

    /// - Parameter queued: microseconds of sound not heard yet.
    package mutating func receive(_ message: PlayerMessage, queued: Int64, at now: HostTime) -> Action? {
        switch message {
        case .hello(let hello): return greet(hello)
        case .sound(let packet):
            note(packet.marker, at: now)
            // Packets sent before a flush arrive before it, so a packet of another generation breaks the protocol.
            guard packet.generation == generation, queued <= SoundWire.maximumQueued else {
                return .refuse(.protocolError)
            }
            return .hear(packet)
        case .flush(let newer):
            guard newer > generation else { return .refuse(.protocolError) }
            generation = newer
            isReportDue = true
            return .flush(generation: newer)
        case .pause, .resume:
            wantsSound = message == .resume
            isReportDue = true
            return wantsSound ? .play : .pause
        case .mix(let mix):
            isReportDue = true
            return .mix(mix)
        case .marker(let marker):
            note(marker, at: now)
            return nil
        case .finish(let finished):
            guard finished == generation else { return .refuse(.protocolError) }
            return .finish(generation: finished)
        }
    }

    private mutating func greet(_ hello: SoundHello) -> Action {
        guard hello.capabilities.contains(.opus) else { return .refuse(.version) }
        guard hello.hasSecret(secret) else { return .refuse(.secret) }
        isGreeted = true
        return .greet(.hello(SoundHello(version: min(hello.version, SoundWire.version))))
    }

    private mutating func note(_ marker: UInt64, at now: HostTime) {
        self.marker = marker
        markerTime = now
    }

    package func isOverdue(at now: HostTime) -> Bool { !isGreeted && now - since >= Self.helloPatience }

    package func nextLook(at now: HostTime) -> HostTime {
        guard isGreeted else { return since + Self.helloPatience }
        return isReportDue ? now : (lastReport ?? now) + interval
    }

    private var interval: HostTime {
        wantsSound ? HostTime(nanoseconds: 1_000_000_000 / Int64(SoundWire.reportsPerSecond)) : Self.idleInterval
    }

    /// Returns `nil` if no report is due. `queued` is in microseconds.
    package mutating func report(
        _ reading: AudioClockReading, queued: Int64, underruns: Int, at now: HostTime
    ) -> SoundReport? {
        let state = SoundReport.State(reading.state)
        guard isGreeted, isReportDue || state != lastState || now >= nextLook(at: now) else { return nil }
        isReportDue = false
        lastReport = now
        lastState = state
        let age = min(max(0, (now - markerTime).nanoseconds / 1000), Int64(SoundReport.longestAge))
        return SoundReport(
            generation: UInt32(truncatingIfNeeded: reading.generation.number), state: state,
            position: state == .empty ? 0 : reading.position.nanoseconds / 1000, marker: marker,
            markerAge: UInt32(age), queued: UInt32(clamping: queued), underruns: UInt32(clamping: underruns))
    }
}

extension SoundReport.State {
    fileprivate init(_ state: AudioClockReading.State) {
        self =
            switch state {
            case .empty: .empty
            case .running: .running
            case .paused: .paused
            case .starved: .starved
            case .ended: .ended
            }
    }
}
