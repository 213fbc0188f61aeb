package import PlayCore
package import Signalling
import TestSupport
package import XML

/// A connection and the news that it delivered, for tests that wait for one of them.
package final class XMPPProbe {
    package let connection: XMPPConnection
    /// All news so far.
    package private(set) var news: [XMPPNews] = []
    private let wakeUp = WakeUp()
    private var seen = 0

    package init(_ account: XMPPAccount) { connection = XMPPConnection(account, wakeUp: wakeUp) }

    deinit {
        connection.close()
        _ = connection.waitForEnd(limit: .seconds(2))
    }

    /// Returns the first new item for which `pick` returns a value, or `nil` if none arrives within `limit`. Items
    /// before it are skipped.
    package func wait<Found>(limit: HostTime = Patience.limit, for pick: (XMPPNews) -> Found?) -> Found? {
        let deadline = SystemClock().now + limit
        while true {
            news += connection.takeNews()
            while seen < news.count {
                seen += 1
                if let found = pick(news[seen - 1]) { return found }
            }
            guard SystemClock().now < deadline else { return nil }
            _ = wakeUp.wait(until: min(deadline, SystemClock().now + .milliseconds(200)))
        }
    }

    /// Waits until the connection is online or has failed. Returns its session, or `nil` if it failed.
    package func session() -> XMPPSession? {
        wait { news -> XMPPSession?? in
            switch news {
            case .online(let session): .some(session)
            case .offline: .some(nil)
            case .stanza: nil
            }
        } ?? nil
    }

    package func failure() -> XMPPFailure? {
        wait { if case .offline(let failure) = $0 { failure } else { nil } }
    }

    package func stanza(limit: HostTime = Patience.limit, where fits: (XMLElement) -> Bool) -> XMLElement? {
        wait(limit: limit) { news in
            if case .stanza(let stanza) = news, fits(stanza) { stanza } else { nil }
        }
    }
}
