import Glibc
package import PlayCore
package import XML

/// One connection to an XMPP server, on a thread of its own (`xmpp`). It connects as soon as it is made; nothing here
/// blocks a caller.
///
/// When it is lost, it stays so until ``reconnect(_:)``: when to try again is the caller's policy. A session that the server
/// keeps meanwhile is resumed, and stanzas that were handed over before or during the gap arrive once.
package final class XMPPConnection: Sendable {
    /// Bytes of a stanza, either way: what servers pass on (Prosody's default).
    package static let stanzaLimit = 256 << 10

    private let queues: XMPPQueues
    private let thread: WorkerThread

    /// - Parameter wakeUp: signalled when there is news, and when a queue that was full has room again.
    package init(_ account: XMPPAccount, wakeUp: WakeUp) {
        let queues = XMPPQueues(wakeUp: wakeUp)
        self.queues = queues
        // libstrophe goes as deep as a stanza is nested: 256 KiB of `<a>` are 85,000 levels of 300 bytes.
        thread = WorkerThread(name: "xmpp", stackBytes: 64 << 20) { XMPPLoop(account, queues: queues).run() }
    }

    deinit {
        close()
        thread.detach()
    }

    /// Hands over a stanza. It leaves after all that were handed over before; in a gap it waits for the session to be
    /// resumed.
    ///
    /// - Throws: ``XMPPRefusal``; the stanza was not taken.
    package func send(_ stanza: XMLElement) throws(XMPPRefusal) {
        guard let bytes = stanza.written(limit: Self.stanzaLimit) else { throw .tooLarge }
        try queues.hand(over: XMPPQueues.Outgoing(bytes: bytes, id: stanza["id"]))
    }

    /// Whether something came since the last ``takeNews()``.
    package var hasNews: Bool { queues.hasNews }

    /// What came since the last call, in its order. While nobody takes it, nothing is read from the server beyond a bound.
    package func takeNews() -> [XMPPNews] { queues.takeNews() }

    /// Connects again after ``XMPPNews/offline(_:)``; does nothing while there is a connection.
    ///
    /// - Parameter identity: with a newer password or token; nil: as before.
    package func reconnect(_ identity: XMPPAccount.Identity? = nil) { queues.askForReconnection(identity) }

    /// Says good-bye and ends. What was handed over still leaves, if the server takes it soon.
    package func close() { queues.askForEnd() }

    /// Waits until it has ended after ``close()``: half a second at most where the server is there.
    /// - Returns: false: not within `limit`.
    package func waitForEnd(limit: HostTime) -> Bool { queues.waitForEnd(limit) }
}
