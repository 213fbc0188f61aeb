import Glibc
import PlayCore
import WebRTC
import WebStreams

/// One stream that is sent over UDP, on a thread of its own (`live-udp`): connects, and anew when it breaks, until that fails. Any thread
/// sends; nothing waits.
final class DatagramOutput: Sendable {
    private struct State {
        var connection: WebStreamConnection?
        var status = LiveSenderStatus.Datagrams.none
        /// It runs, or will not.
        var isSettled = false
        /// Requests for key frames that were answered.
        var answered = 0
    }

    /// Connected within this, or not at all.
    private static let patience = HostTime.seconds(4)
    /// Between a break and the next try, in milliseconds.
    private static let pause: Int32 = 500
    /// Between looks at whether it still runs.
    private static let look = HostTime.seconds(10)

    private let stream: WebStream
    private let kind: MediaDescription.Kind
    private let isAlone: Bool
    private let wakeUp: WakeUp
    private let cancel = CancelToken()
    private let state = Monitor(State())
    private let thread: Monitor<WorkerThread?> = Monitor(nil)

    /// Begins at once.
    ///
    /// - Parameters:
    ///   - isAlone: there is no other link: it is tried again and again.
    ///   - wakeUp: signalled when ``status`` changes.
    init(_ stream: WebStream, _ kind: MediaDescription.Kind, isAlone: Bool, wakeUp: WakeUp) {
        (self.stream, self.kind, self.isAlone, self.wakeUp) = (stream, kind, isAlone, wakeUp)
        let worker = WorkerThread(name: "live-udp") { [self] in run() }
        thread.withLock { $0 = worker }
    }

    var status: LiveSenderStatus.Datagrams { state.withLock { $0.status } }

    /// Ends by itself, soon. Call once, last.
    func leave() {
        cancel.cancel()
        state.update { $0.isSettled = true }
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.detach()
    }

    /// Waits until it runs, or will not.
    func waitUntilSettled() { _ = state.wait { $0.isSettled ? () : nil } }

    /// Whether whoever receives wants a key frame; that counts as answered.
    func takeKeyWish() -> Bool {
        state.withLock { state in
            let wanted = state.connection?.peer.status.counts.keyframesWanted ?? 0
            defer { state.answered = wanted }
            return wanted > state.answered
        }
    }

    /// - Parameters:
    ///   - bytes: H.264 with start codes, a key frame with what a decoder needs; or a packet of Opus.
    ///   - time: of the capture.
    func send(_ bytes: [UInt8], at time: MediaTime) {
        state.withLock { $0.connection }?.peer.send(OutgoingFrame(kind: kind, bytes: bytes, time: time))
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
        state.withLock { ($0.connection, $0.answered) = (nil, 0) }
        connection.close()
    }

    private func set(_ status: LiveSenderStatus.Datagrams, _ connection: WebStreamConnection?) {
        state.update { state in
            (state.status, state.connection, state.isSettled) = (status, connection, true)
        }
        wakeUp.signal()
    }
}
