import Glibc
package import Media
package import PlayCore
import Rooms
import Synchronization
import WebRTC
package import WebStreams

/// One stream of somebody in the class, on a thread of its own (`live-in`): connects, decodes, hands on, and connects anew
/// at the live edge when it breaks or falls behind. Over UDP where it can, else over TCP until ``tryDatagrams(_:)`` finds that
/// it can.
package final class LiveReceiver: Sendable {
    /// Where a stream's content goes; called on the thread, must not wait.
    package enum Target: Sendable {
        /// Interleaved samples of ``SoundMixer/format``, and when they were, on the class's axis.
        case sound(@Sendable ([Float], MediaTime) -> Void)
        case pictures(@Sendable (VideoFrame, MediaTime) -> Void)
        /// Pictures as they were sent. Another object for the coding: it is another one.
        case packets(@Sendable (Packet, CodecParameters, MediaTime) -> Void)
    }

    /// Nobody sends for so long: the connection may be dead without a word (RTMP has none).
    private static let patience = HostTime.seconds(20)
    /// It ran, and nothing comes any more.
    private static let stall = HostTime.seconds(10)
    /// Farther behind the keeper's clock than it was at best, it is connected to anew, at the live edge.
    private static let farBehind = HostTime.seconds(3)
    /// Larger pictures are refused.
    private static let mostPixels = 4096 * 2304

    /// Over UDP, nothing comes for so long.
    private static let datagramStall = HostTime.seconds(3)

    private let address: FormatAddress?
    private let datagrams: WebStream?
    private let target: Target
    private let keeperTime: @Sendable (HostTime) -> Int64
    private let wakeUp: WakeUp
    private let state = Monitor(LiveStreamStatus())
    private let cancel = CancelToken()
    private let isShown = Atomic(true)
    private let thread: Monitor<WorkerThread?> = Monitor(nil)
    private let wayBack = Monitor(WayBack())

    /// From TCP to UDP.
    private struct WayBack {
        /// Ends what is read over TCP; nil: nothing is.
        var reading: CancelToken?
        var attempt: DatagramAttempt?
    }

    /// Begins at once.
    ///
    /// - Parameters:
    ///   - address: over TCP; nil: there is none.
    ///   - datagrams: over UDP, tried first; nil: it is not wanted.
    ///   - keeperTime: the keeper's clock at an instant, in milliseconds since 1970.
    ///   - wakeUp: signalled when the phase or the shape changes.
    package init(
        _ address: FormatAddress?, over datagrams: WebStream? = nil, to target: Target,
        keeperTime: @escaping @Sendable (HostTime) -> Int64, wakeUp: WakeUp
    ) {
        self.address = address
        self.datagrams = datagrams
        self.target = target
        self.keeperTime = keeperTime
        self.wakeUp = wakeUp
        if datagrams != nil { state.withLock { $0.link = .udp } }
        let worker = WorkerThread(name: "live-in") { [self] in run() }
        thread.withLock { $0 = worker }
    }

    package var status: LiveStreamStatus { state.withLock { $0 } }

    /// Pictures that nobody sees are not decoded: from the next key frame on, so that they are back at once if they are
    /// seen again before it.
    package func setShown(_ isShown: Bool) { self.isShown.store(isShown, ordering: .relaxed) }

    /// Tries UDP beside TCP: what comes over TCP goes on until something comes over UDP. Nothing happens while it comes over
    /// UDP, or that is being tried. One thread calls it.
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
        // It may have ended before it was known.
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

    /// Begins what ``close()`` waits for.
    package func end() {
        cancel.cancel()
        let wayBack = wayBack.withLock { wayBack in
            defer { wayBack.attempt = nil }
            return wayBack
        }
        wayBack.reading?.cancel()
        wayBack.attempt?.leave()
    }

    /// Ends by itself, soon: in place of ``close()``.
    package func leave() {
        end()
        released()?.detach()
    }

    /// Call once, last.
    package func close() {
        end()
        released()?.join()
    }

    /// Nil from the second call on.
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

    /// Something that came over UDP, and from where.
    private typealias Arrival = (connection: WebStreamConnection, first: ReceivedFrame)

    /// Over TCP, until it has come over UDP; nil: it has been ended.
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
                let input = try LiveInput(address, cancel: reading, until: SystemClock().now + Self.patience)
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
        state.withLock { $0.phase = .broken(reason) }
        wakeUp.signal()
    }

    /// Over UDP, until that does not work.
    ///
    /// - Parameter arrival: what came by it already.
    /// - Returns: false: it has been ended; true: TCP is to take its place.
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

    /// - Returns: why it ended, and whether anything came.
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
                // Whoever sent it has ended it.
                return (.absent, hasCome)
            } catch {
                Log.shared.write(.info, "live", "UDP: \(error.operation): \(error.code) \(error.libraryText)")
                return (.broken, hasCome)
            }
        } catch {
            if !cancel.isCancelled { Log.shared.write(.info, "live", "UDP: \(error.operation): \(error.code)") }
            return (LinkFailure(error), hasCome)
        }
    }

    /// Until it ends, or the token is cancelled.
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

/// A wait that the token ends.
private enum WakeUpPause {
    static func wait(_ time: HostTime, _ cancel: CancelToken) -> Bool {
        var wait = pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, Int32(clamping: time.nanoseconds / 1_000_000)) == 1
    }
}
