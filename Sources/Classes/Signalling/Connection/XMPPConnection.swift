import Glibc
package import PlayCore
package import XML

/// One connection to an XMPP server, on its thread (`xmpp`). Connects at once. Only ``waitForEnd(limit:)`` blocks.
///
/// A lost connection stays lost until ``reconnect(_:)``, because the caller decides when to retry. A session kept by
/// the server is resumed. Stanzas sent before or during the interruption then arrive exactly once.
package final class XMPPConnection: Sendable {
    /// In both directions; Prosody forwards as much by default.
    package static let stanzaLimit = 256 << 10

    private let queues: XMPPQueues
    private let thread: WorkerThread

    /// - Parameter wakeUp: signalled when there is news, and when a full queue accepts stanzas again.
    package init(_ account: XMPPAccount, wakeUp: WakeUp) {
        let queues = XMPPQueues(wakeUp: wakeUp)
        self.queues = queues
        // libstrophe recurses into nested elements. 256 KiB of `<a>` are 85,000 levels of 300 bytes.
        thread = WorkerThread(name: "xmpp", stackBytes: 64 << 20) { XMPPLoop(account, queues: queues).run() }
    }

    deinit {
        close()
        thread.detach()
    }

    /// Sends stanzas in order. During an interruption they wait for the session to be resumed.
    package func send(_ stanza: XMLElement) throws(XMPPRefusal) {
        guard let bytes = stanza.written(limit: Self.stanzaLimit) else { throw .tooLarge }
        try queues.hand(over: XMPPQueues.Outgoing(bytes: bytes, id: stanza["id"]))
    }

    package var hasNews: Bool { queues.hasNews }

    /// Returns the news in order. While too much news is uncollected, the thread reads nothing from the server.
    package func takeNews() -> [XMPPNews] { queues.takeNews() }

    /// For use after ``XMPPNews/offline(_:)``. Does nothing while there is a connection. A new identity replaces the
    /// current one, for example for its newer password or token.
    package func reconnect(_ identity: XMPPAccount.Identity? = nil) { queues.askForReconnection(identity) }

    /// Ends the thread. Queued stanzas are still sent if the server accepts them soon.
    package func close() { queues.askForEnd() }

    /// Blocks until the thread has ended after ``close()``. If the server responds, this takes at most half a second.
    package func waitForEnd(limit: HostTime) -> Bool { queues.waitForEnd(limit) }
}
