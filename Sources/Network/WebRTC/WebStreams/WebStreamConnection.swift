import CPlatform
import Glibc
package import PlayCore
import Transport

package final class WebStreamConnection: Sendable {
    package let peer: WebRTCPeer
    /// Signalled when frames have arrived or the peer's phase has changed.
    package let news: WakeUp
    private let end: @Sendable (CancelToken) -> Void
    /// How long closing waits for the server.
    private static let patience = HostTime.seconds(1)

    init(_ peer: WebRTCPeer, _ news: WakeUp, end: @escaping @Sendable (CancelToken) -> Void) {
        self.peer = peer
        self.news = news
        self.end = end
    }

    /// Runs a step of the negotiation. Closes the connection on failure.
    func begin(
        _ operation: String, _ body: (WebRTCPeer) throws(WebRTCError) -> Void
    ) throws(WebStreamError) {
        do throws(WebRTCError) { try body(peer) } catch {
            close()
            throw .of(error, operation)
        }
    }

    package func waitUntilRunning(until deadline: HostTime, cancel: CancelToken) throws(WebStreamError) {
        while true {
            switch peer.status.phase {
            case .running: return
            case .ended(let error): throw .of(error, "connect")
            case .idle, .connecting: break
            }
            if cancel.isCancelled { throw WebStreamError(.cancelled, operation: "connect") }
            guard SystemClock().now < deadline else { throw WebStreamError(.unreachable, operation: "connect") }
            wait(until: deadline, cancel: cancel)
        }
    }

    package func wait(until deadline: HostTime, cancel: CancelToken) {
        let left = max(.zero, deadline - SystemClock().now).nanoseconds / 1_000_000 + 1
        var waits = [
            pollfd(fd: news.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&waits, 2, Int32(clamping: left))
        news.clear()
    }

    /// Closes the peer and the server's resource. Call last; blocks for a second at most.
    package func close() {
        peer.close()
        let wait = BoundedWait(Self.patience)
        end(wait.token)
        wait.end()
    }
}
