import Glibc
package import PlayCore
package import XML

/// One connection to an XMPP server, on its thread (`xmpp`). Connects at once; only ``waitForEnd(limit:)`` blocks.
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
    package func send(_ stanza: XMLElement) throws(XMPPRefusal) {
        guard let bytes = stanza.written(limit: Self.stanzaLimit) else { throw .tooLarge }
        try queues.hand(over: XMPPQueues.Outgoing(bytes: bytes, id: stanza["id"]))
    }

    package var hasNews: Bool { queues.hasNews }

    /// Returns the news since the last call, in order. Beyond a bound of untaken news, nothing is read from the server.
    package func takeNews() -> [XMPPNews] { queues.takeNews() }

    /// Reconnects after ``XMPPNews/offline(_:)``. Does nothing while there is a connection.
    /// A given identity replaces the current one: it has a newer password or token.
    package func reconnect(_ identity: XMPPAccount.Identity? = nil) { queues.askForReconnection(identity) }

    /// Closes the stream and ends the thread. Queued stanzas are still sent if the server takes them soon.
    package func close() { queues.askForEnd() }

    /// Blocks until the thread has ended after ``close()``, at most half a second if the server responds.
    package func waitForEnd(limit: HostTime) -> Bool { queues.waitForEnd(limit) }
}
