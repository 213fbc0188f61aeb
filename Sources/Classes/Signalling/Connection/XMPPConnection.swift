import Glibc
package import PlayCore
package import XML

/// One connection to an XMPP server, on its own thread (`xmpp`). It connects at once; no call but
/// ``waitForEnd(limit:)`` blocks.
///
/// A lost connection stays lost until ``reconnect(_:)``, because the time of a retry is the caller's decision. A
/// session that the server has kept is resumed. Stanzas that were sent before or during the break then arrive exactly
/// once.
package final class XMPPConnection: Sendable {
    /// Largest stanza in bytes in both directions: what servers forward (Prosody's default).
    package static let stanzaLimit = 256 << 10

    private let queues: XMPPQueues
    private let thread: WorkerThread

    /// - Parameter wakeUp: signalled when there is news, and when a full queue has room again.
    package init(_ account: XMPPAccount, wakeUp: WakeUp) {
        let queues = XMPPQueues(wakeUp: wakeUp)
        self.queues = queues
        // libstrophe recurses into nested elements: 256 KiB of `<a>` are 85,000 levels of 300 bytes.
        thread = WorkerThread(name: "xmpp", stackBytes: 64 << 20) { XMPPLoop(account, queues: queues).run() }
    }

    deinit {
        close()
        thread.detach()
    }

    /// Queues a stanza. Stanzas are sent in order; during a break they wait for the session to be resumed.
    ///
    /// - Throws: ``XMPPRefusal`` if the stanza was not queued.
    package func send(_ stanza: XMLElement) throws(XMPPRefusal) {
        guard let bytes = stanza.written(limit: Self.stanzaLimit) else { throw .tooLarge }
        try queues.hand(over: XMPPQueues.Outgoing(bytes: bytes, id: stanza["id"]))
    }

    /// Whether there is news since the last ``takeNews()``.
    package var hasNews: Bool { queues.hasNews }

    /// Returns the news since the last call, in order. Beyond a bound of untaken news, nothing is read from the server.
    package func takeNews() -> [XMPPNews] { queues.takeNews() }

    /// Reconnects after ``XMPPNews/offline(_:)``. Does nothing while there is a connection.
    ///
    /// - Parameter identity: an identity with a newer password or token, or `nil` to keep the current one.
    package func reconnect(_ identity: XMPPAccount.Identity? = nil) { queues.askForReconnection(identity) }

    /// Closes the stream and ends the thread. Queued stanzas are still sent if the server takes them soon.
    package func close() { queues.askForEnd() }

    /// Blocks until the thread has ended after ``close()``, at most half a second if the server responds.
    /// - Returns: Whether that happened within `limit`.
    package func waitForEnd(limit: HostTime) -> Bool { queues.waitForEnd(limit) }
}
