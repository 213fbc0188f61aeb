import Glibc
import Media
import PlayCore
import WebRTC

/// One stream sent over UDP on its own thread (`live-udp`). Connects, and reconnects after a break until that fails.
/// Any thread may send; nothing blocks.
final class DatagramOutput: Sendable {
    private struct State {
        var connection: WebStreamConnection?
        var status = LiveSenderStatus.Datagrams.none
        /// Whether connecting has succeeded or failed.
        var isSettled = false
        var answered = 0
        /// For pictures; `nil` for sound.
        var rate: SendingRate?
        var reports = 0
        var bytes = 0
        var since = HostTime.zero
    }

    private static let patience = HostTime.seconds(4)
    /// Between a break and the next attempt, in milliseconds.
    private static let pause: Int32 = 500
    private static let look = HostTime.seconds(10)
    /// Of the rate limit. Spreads key frames over time and keeps queues short.
    private static let pacePercent = 150

    private let stream: WebStream
    private let kind: MediaDescription.Kind
    private let isAlone: Bool
    private let wakeUp: WakeUp
    private let cancel = CancelToken()
    private let state = Monitor(State())
    private let thread: Monitor<WorkerThread?> = Monitor(nil)

    /// `isAlone` means that there is no other link, so failed connections are retried forever. `wakeUp` signals a new
    /// ``status``.
    init(_ stream: WebStream, _ content: CaptureContent, isAlone: Bool, wakeUp: WakeUp) {
        (self.stream, self.isAlone, self.wakeUp) = (stream, isAlone, wakeUp)
        if case .pictures(let picture) = content {
            kind = .video
            state.withLock { $0.rate = SendingRate(most: picture.bitRate) }
        } else {
            kind = .audio
        }
        let worker = WorkerThread(name: "live-udp") { [self] in run() }
        thread.withLock { $0 = worker }
    }

    var status: LiveSenderStatus.Datagrams { state.withLock { $0.status } }

    /// Does not block for the thread. Must be the last call, made once.
    func leave() {
        cancel.cancel()
        state.update { $0.isSettled = true }
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.detach()
    }

    func waitUntilSettled() { _ = state.wait { $0.isSettled ? () : nil } }

    func takeKeyframeRequest() -> Bool {
        state.withLock { state in
            let wanted = state.connection?.peer.status.counts.keyframesWanted ?? 0
            defer { state.answered = wanted }
            return wanted > state.answered
        }
    }

    /// Follows the receiver's latest report; `nil` for no limit.
    func bitRate(at now: HostTime) -> Int? {
        state.withLock { state in
            guard let peer = state.connection?.peer else { return nil }
            let counts = peer.status.counts
            let before = state.rate?.limit
            if counts.reports != state.reports {
                state.rate?.note(
                    SendingRate.Report(
                        lost: Double(counts.fractionLost) / 256, roundTrip: counts.roundTrip,
                        sent: Self.bitRate(bytes: state.bytes, during: now - state.since)))
                (state.reports, state.bytes, state.since) = (counts.reports, 0, now)
            }
            let limit = state.rate?.limit
            if limit != before {
                Self.pace(peer, by: limit)
                let text = limit.map { "\($0 / 1000) kbit/s" } ?? "what they like"
                Log.shared.write(.debug, "live", "UDP: pictures may have " + text)
            }
            return limit
        }
    }

    private static func pace(_ peer: WebRTCPeer, by limit: Int?) { peer.setPace(limit.map { $0 * pacePercent / 100 }) }

    private static func bitRate(bytes: Int, during time: HostTime) -> Int? {
        time > .milliseconds(100) ? Int(Double(bytes * 8) / time.inSeconds) : nil
    }

    /// Sends H.264 with start codes (a key frame with its parameter sets) or an Opus packet, with its capture time.
    func send(_ bytes: [UInt8], at time: MediaTime) {
        let connection = state.withLock { state in
            state.bytes += bytes.count
            return state.connection
        }
        connection?.peer.send(OutgoingFrame(kind: kind, bytes: bytes, time: time))
    }

    // MARK: The thread

    private func run() {
        while !cancel.isCancelled {
            do throws(WebStreamError) {
                let connection = try stream.publish([kind], cancel: cancel)
                defer { close(connection) }
                try connection.waitUntilRunning(until: SystemClock().now + Self.patience, cancel: cancel)
                set(.running, connection)
                while !cancel.isCancelled, connection.peer.status.phase == .running {
                    connection.wait(until: SystemClock().now + Self.look, cancel: cancel)
                }
                Log.shared.write(.info, "live", "UDP: sending ended: \(connection.peer.status.phase)")
            } catch {
                guard !cancel.isCancelled else { return }
                Log.shared.write(.info, "live", "UDP: \(error.operation): \(error.code)")
                set(error.code == .refused ? .refused : .failed, nil)
                guard isAlone, error.code != .refused else { return }
            }
            pause()
        }
    }

    private func pause() {
        var wait = pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wait, 1, Self.pause)
    }

    private func close(_ connection: WebStreamConnection) {
        state.withLock { ($0.connection, $0.answered, $0.reports) = (nil, 0, 0) }
        connection.close()
    }

    private func set(_ status: LiveSenderStatus.Datagrams, _ connection: WebStreamConnection?) {
        state.update { state in
            (state.status, state.connection, state.isSettled) = (status, connection, true)
            (state.bytes, state.since) = (0, SystemClock().now)
            state.rate?.begin(roundTrip: connection?.peer.status.roundTrip)
            if let connection { Self.pace(connection.peer, by: state.rate?.limit) }
        }
        wakeUp.signal()
    }
}
