import PlayCore
import WebRTC

/// Tries to receive a stream over UDP while it arrives over TCP. Has its own thread (`live-try`).
final class DatagramAttempt: Sendable {
    enum Outcome: Sendable {
        case underWay
        /// The first frame has already been read.
        case came(WebStreamConnection, ReceivedFrame)
        case failed(LinkFailure)
        /// The caller has the connection, or has ended the attempt.
        case over
    }

    static let connectPatience = HostTime.seconds(4)
    /// From connecting to the first frame; for pictures, to the first key frame.
    private static let patience = HostTime.seconds(3)
    private static let look = HostTime.milliseconds(100)

    let stream: WebStream
    private let cancel = CancelToken()
    private let state = Monitor(Outcome.underWay)
    private let thread: Monitor<WorkerThread?> = Monitor(nil)

    init(_ stream: WebStream, _ kind: MediaDescription.Kind, ended: @escaping @Sendable () -> Void) {
        self.stream = stream
        let worker = WorkerThread(name: "live-try") { [self] in
            let found = attempt(kind)
            let isWanted = state.withLock { state in
                guard case .underWay = state else { return false }
                state = found
                return true
            }
            if isWanted { ended() } else if case .came(let connection, _) = found { connection.close() }
        }
        thread.withLock { $0 = worker }
    }

    var isUnderWay: Bool { if case .underWay = state.withLock({ $0 }) { true } else { false } }

    var failure: LinkFailure? { if case .failed(let failure) = state.withLock({ $0 }) { failure } else { nil } }

    /// The connection and the first frame are then the caller's.
    func removeArrival() -> (connection: WebStreamConnection, first: ReceivedFrame)? {
        state.withLock { state in
            guard case .came(let connection, let first) = state else { return nil }
            state = .over
            return (connection, first)
        }
    }

    /// Does not block for the thread. Must be the last call.
    func leave() {
        cancel.cancel()
        let outcome = state.withLock { state in
            defer { state = .over }
            return state
        }
        let worker = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if case .came(let connection, _) = outcome { connection.close() }
        worker?.detach()
    }

    private func attempt(_ kind: MediaDescription.Kind) -> Outcome {
        do throws(WebStreamError) {
            let connection = try stream.play([kind], cancel: cancel)
            do throws(WebStreamError) {
                try connection.waitUntilRunning(until: SystemClock().now + Self.connectPatience, cancel: cancel)
                if let first = first(kind, of: connection.peer) { return .came(connection, first) }
            } catch {
                connection.close()
                throw error
            }
            connection.close()
            return .failed(.broken)
        } catch {
            Log.shared.write(.info, "live", "UDP, tried again: \(error.operation): \(error.code)")
            return .failed(LinkFailure(error))
        }
    }

    /// Returns the first frame with which a decoder can start.
    private func first(_ kind: MediaDescription.Kind, of peer: WebRTCPeer) -> ReceivedFrame? {
        let deadline = SystemClock().now + Self.patience
        while !cancel.isCancelled, SystemClock().now < deadline {
            do throws(WebRTCError) {
                guard let frame = try peer.read(until: SystemClock().now + Self.look) else { continue }
                if frame.kind == kind, kind == .audio || frame.isKeyframe { return frame }
            } catch {
                Log.shared.write(.info, "live", "UDP, tried again: \(error.operation): \(error.reason)")
                return nil
            }
        }
        return nil
    }
}
