import Classes
import Glibc
package import Media
package import PlayCore
import Synchronization
package import WebRTC

/// Receives one stream of a class on its own thread (`live-in`): connects, decodes and delivers. It reconnects at the
/// live position when the stream breaks or falls behind. Uses UDP if possible, otherwise TCP until ``tryDatagrams(_:)``
/// succeeds.
package final class LiveReceiver: Sendable {
    /// The recipient of a stream's content. Called on the thread; must not block.
    package enum Target: Sendable {
        /// Interleaved samples of ``SoundMixer/format``, with their time on the class's axis.
        case sound(@Sendable ([Float], MediaTime) -> Void)
        case pictures(@Sendable (VideoFrame, MediaTime) -> Void)
        /// The pictures as they were sent. A change of coding has a new parameters object.
        case packets(@Sendable (Packet, CodecParameters, MediaTime) -> Void)
    }

    /// After connecting over TCP, a stream is retried after this time without a packet. RTMP does not report a dead
    /// connection.
    private static let patience = HostTime.seconds(20)
    /// A running stream is retried after this time without a packet.
    private static let stall = HostTime.seconds(10)
    /// With a larger increase of latency, the receiver reconnects at the live position.
    private static let farBehind = HostTime.seconds(3)
    private static let mostPixels = 4096 * 2304

    /// After this time without a packet, the connection over UDP counts as broken.
    private static let datagramStall = HostTime.seconds(3)

    private let address: FormatAddress?
    private let secure: SecureRTMP?
    private let datagrams: WebStream?
    private let target: Target
    private let keeperTime: @Sendable (HostTime) -> Int64
    private let wakeUp: WakeUp
    private let state = Monitor(LiveStreamStatus())
    private let cancel = CancelToken()
    private let isShown = Atomic(true)
    private let thread: Monitor<WorkerThread?> = Monitor(nil)
    private let wayBack = Monitor(WayBack())

    private struct WayBack {
        var reading: CancelToken?
        var attempt: DatagramAttempt?
    }

    /// - Parameters:
    /// - address: the address for TCP.
    /// - secure: the server of an address with TLS.
    /// - datagrams: the source for UDP, which is tried first; `nil` to use TCP only.
    /// - keeperTime: the keeper's clock at an instant, in milliseconds since 1970.
    /// - wakeUp: signalled when the phase or the aspect ratio changes.
    package init(
        _ address: FormatAddress?, secure: SecureRTMP? = nil, over datagrams: WebStream? = nil, to target: Target,
        keeperTime: @escaping @Sendable (HostTime) -> Int64, wakeUp: WakeUp
    ) {
        (self.address, self.secure) = (address, secure)
        self.datagrams = datagrams
        self.target = target
        self.keeperTime = keeperTime
        self.wakeUp = wakeUp
        if datagrams != nil { state.withLock { $0.link = .udp } }
        let worker = WorkerThread(name: "live-in") { [self] in run() }
        thread.withLock { $0 = worker }
    }

    package var status: LiveStreamStatus { state.withLock { $0 } }

    /// Sets whether pictures are visible. Decoding of hidden ones stops at the next key frame, so pictures that become
    /// visible before it appear at once.
    package func setShown(_ isShown: Bool) { self.isShown.store(isShown, ordering: .relaxed) }

    /// Tries UDP beside TCP. The TCP stream continues until something arrives over UDP. Does nothing while the stream
    /// uses UDP or an attempt is in progress. For one thread.
    package func tryDatagrams(_ stream: WebStream) {
        let isBegun = state.withLock { state in
            guard state.link == .tcp, state.trial != .underWay, !cancel.isCancelled else { return false }
            state.trial = .underWay
            return true
        }
        guard isBegun else { return }
        let attempt = DatagramAttempt(stream, target.media) { [weak self] in self?.noteAttempt() }
        wayBack.withLock { wayBack in
            defer { wayBack.attempt = attempt }
            return wayBack.attempt
        }?.leave()
        noteAttempt()
    }

    private func noteAttempt() {
        let (attempt, reading) = wayBack.withLock { ($0.attempt, $0.reading) }
        guard let attempt, !attempt.isUnderWay else { return }
        if let failure = attempt.failure {
            state.withLock { $0.trial = .failed(failure) }
            wakeUp.signal()
        } else {
            reading?.cancel()
        }
    }

    /// Starts to end the thread; ``close()`` blocks for it.
    package func end() {
        cancel.cancel()
        let wayBack = wayBack.withLock { wayBack in
            defer { wayBack.attempt = nil }
            return wayBack
        }
        wayBack.reading?.cancel()
        wayBack.attempt?.leave()
    }

    /// Ends the thread without blocking for it, in place of ``close()``.
    package func leave() {
        end()
        released()?.detach()
    }

    /// Must be the last call, made once.
    package func close() {
        end()
        released()?.join()
    }

    private func released() -> WorkerThread? {
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
    }

    // MARK: The thread

    private func run() {
        var backoff = Backoff()
        if let datagrams, !receive(over: datagrams, nil, &backoff) { return }
        guard let address else { return }
        while let (stream, arrival) = receive(over: address, &backoff) {
            state.withLock { ($0.link, $0.udpFailure, $0.trial) = (.udp, nil, .none) }
            wakeUp.signal()
            guard receive(over: stream, arrival, &backoff) else { return }
        }
    }

    private typealias Arrival = (connection: WebStreamConnection, first: ReceivedFrame)

    private func receive(
        over address: FormatAddress, _ backoff: inout Backoff
    ) -> (stream: WebStream, arrival: Arrival)? {
        let reading = CancelToken()
        wayBack.withLock { $0.reading = reading }
        defer { wayBack.withLock { $0.reading = nil } }
        state.withLock { $0.link = .tcp }
        wakeUp.signal()
        while !cancel.isCancelled {
            if let found = removeArrival() { return found }
            do throws(MediaError) {
                state.withLock { $0.connections += 1 }
                let place = try secure?.open(address, cancel: reading) ?? address
                let input = try LiveInput(place, cancel: reading, until: SystemClock().now + Self.patience)
                try follow(input, .tcp, stall: Self.stall, reading) { backoff.succeeded() }
                if !reading.isCancelled { fail("ended") }
            } catch {
                if !reading.isCancelled { fail("\(error.operation): \(error.code)") }
            }
            if !reading.isCancelled { _ = WakeUpPause.wait(backoff.next(), reading) }
        }
        return nil
    }

    private func removeArrival() -> (stream: WebStream, arrival: Arrival)? {
        let attempt = wayBack.withLock { $0.attempt }
        guard let attempt, let arrival = attempt.removeArrival() else { return nil }
        wayBack.withLock { $0.attempt = nil }
        return (attempt.stream, arrival)
    }

    private func fail(_ reason: String) {
        Log.shared.write(.info, "live", "a stream broke: \(reason)")
        state.withLock { state in
            state.phase = .broken(reason)
            state.breaks += 1
        }
        wakeUp.signal()
    }

    /// Returns whether to fall back to TCP; `false` if the receiver was ended.
    private func receive(
        over datagrams: WebStream, _ arrival: Arrival?, _ backoff: inout Backoff
    ) -> Bool {
        var trial = DatagramTrial(isAlone: address == nil)
        var arrival = arrival
        while !cancel.isCancelled {
            let (failure, hasCome) = attempt(datagrams, arrival, &trial, &backoff)
            arrival = nil
            guard !cancel.isCancelled else { return false }
            let continues = trial.continues(after: failure, hasCome: hasCome)
            if !continues { state.withLock { [trial] in $0.udpFailure = trial.reason } }
            fail("UDP: \(failure)")
            guard continues else { return true }
            if !hasCome { _ = WakeUpPause.wait(backoff.next(), cancel) }
        }
        return false
    }

    private func attempt(
        _ datagrams: WebStream, _ arrival: Arrival?, _ trial: inout DatagramTrial, _ backoff: inout Backoff
    ) -> (failure: LinkFailure, hasCome: Bool) {
        var hasCome = false
        state.withLock { $0.connections += 1 }
        do throws(WebStreamError) {
            let connection =
                if let arrival { arrival.connection } else { try datagrams.play([target.media], cancel: cancel) }
            defer { connection.close() }
            try connection.waitUntilRunning(
                until: SystemClock().now + DatagramAttempt.connectPatience, cancel: cancel)
            let input = DatagramInput(connection, target.kind, first: arrival?.first, keeperTime: keeperTime)
            do throws(MediaError) {
                try follow(input, .udp, stall: Self.datagramStall, cancel) {
                    hasCome = true
                    backoff.succeeded()
                    trial.succeeded()
                }
                return (.absent, hasCome)
            } catch {
                Log.shared.write(.info, "live", "UDP: \(error.operation): \(error.code) \(error.libraryText)")
                return (LinkFailure(error, answered: connection.peer.status.answered, at: SystemClock().now), hasCome)
            }
        } catch {
            if !cancel.isCancelled { Log.shared.write(.info, "live", "UDP: \(error.operation): \(error.code)") }
            return (LinkFailure(error), hasCome)
        }
    }

    private func follow(
        _ input: some LivePacketSource, _ link: LiveLink, stall: HostTime, _ cancel: CancelToken,
        _ succeeded: () -> Void
    ) throws(MediaError) {
        let clock = SystemClock()
        var decoder = StreamDecoder(target, mostPixels: Self.mostPixels)
        var best = HostTime(nanoseconds: .max)
        while !cancel.isCancelled, let packet = try input.read(until: clock.now + stall) {
            guard let stamp = packet.time else { continue }
            let now = clock.now
            let keeper = keeperTime(now)
            let time = StreamAxis.time(stamp, near: keeper)
            let latency = HostTime(nanoseconds: keeper &* 1_000_000 &- time.nanoseconds)
            best = min(best, latency)
            try decoder.decode(packet, input, isShown: isShown.load(ordering: .relaxed)) { stamp in
                StreamAxis.time(stamp, near: keeper)
            }
            note(decoder, input.delivery, latency, now, link)
            succeeded()
            guard latency - best < Self.farBehind else {
                throw MediaError(
                    .source(ByteSourceError(.timedOut, operation: "follow", context: "live edge")),
                    operation: "follow")
            }
        }
    }

    private func note(
        _ decoder: StreamDecoder, _ delivery: StreamDelivery, _ latency: HostTime, _ now: HostTime, _ link: LiveLink
    ) {
        let isNews = state.withLock { state in
            let isNews = state.phase != .running && decoder.hasBegun || state.aspect != decoder.aspect
            if decoder.hasBegun { (state.phase, state.link) = (.running, link) }
            state.arrival = now
            state.latency = latency
            state.delivery = delivery
            state.packets += 1
            state.decoded += decoder.newlyDecoded
            state.skipped += decoder.newlySkipped
            state.aspect = decoder.aspect ?? state.aspect
            return isNews
        }
        if isNews { wakeUp.signal() }
    }
}

extension LiveReceiver.Target {
    fileprivate var kind: LiveInput.Kind {
        switch self {
        case .sound: .audio
        case .pictures, .packets: .video
        }
    }

    fileprivate var media: MediaDescription.Kind { kind == .audio ? .audio : .video }
}

private enum WakeUpPause {
    static func wait(_ time: HostTime, _ cancel: CancelToken) -> Bool {
        var wait = pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, Int32(clamping: time.nanoseconds / 1_000_000)) == 1
    }
}
