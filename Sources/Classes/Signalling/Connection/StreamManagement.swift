import PlayCore
import XML

/// Counts the sent and received stanzas, so that none is lost or duplicated when the connection breaks (XEP-0198).
struct StreamManagement {
    /// The server's grant in `<enabled/>`.
    struct Grant: Equatable {
        /// The session's id, or `nil` if it cannot be resumed.
        let id: String?

        init(_ enabled: XMLElement) {
            let resumes = ["true", "1"].contains(enabled["resume"] ?? "")
            id = resumes ? enabled["id"] : nil
        }
    }

    private struct Sent {
        let id: String?
        let bytes: [UInt8]
    }

    let grant: Grant
    /// Number of received stanzas, which wraps around (XEP-0198, 4).
    private(set) var handled: UInt32 = 0
    /// Number of acknowledged stanzas, which wraps around, too.
    private var acknowledged: UInt32 = 0
    private var waiting = Fifo<Sent>()
    private var asked = 0
    private(set) var waitingBytes = 0

    init(_ grant: Grant) { self.grant = grant }

    var waitingCount: Int { waiting.count }

    mutating func received() { handled &+= 1 }

    mutating func sent(_ bytes: [UInt8], id: String?) {
        waiting.append(Sent(id: id, bytes: bytes))
        waitingBytes += bytes.count
    }

    /// Whether to request an acknowledgement now. `isQuiet` says whether nothing was sent for a while.
    mutating func asks(isQuiet: Bool) -> Bool {
        guard waiting.count > asked, isQuiet || waiting.count >= asked + Self.askEvery else { return false }
        asked = waiting.count
        return true
    }

    /// A request for every 32 stanzas keeps the number of waiting ones small.
    private static let askEvery = 32

    /// - Returns: `false` if the server acknowledges stanzas that were never sent.
    mutating func acknowledge(_ count: UInt32) -> Bool {
        let new = count &- acknowledged
        // More than half of the range ahead is an old number.
        if new > .max / 2 { return true }
        guard new <= UInt32(clamping: waiting.count) else { return false }
        for _ in 0..<new {
            if let first = waiting.popFirst() { waitingBytes -= first.bytes.count }
        }
        acknowledged = count
        asked = max(0, asked - Int(new))
        return true
    }

    /// Returns the stanzas to send again after the session was resumed.
    mutating func unacknowledged() -> [[UInt8]] {
        asked = 0
        return (0..<waiting.count).compactMap { waiting.peek($0)?.bytes }
    }

    /// Ids of the stanzas that may not have arrived.
    var waitingIDs: [String] { (0..<waiting.count).compactMap { waiting.peek($0)?.id } }

    static let request = Array("<r xmlns='urn:xmpp:sm:3'/>".utf8)

    var answer: [UInt8] { Array("<a xmlns='urn:xmpp:sm:3' h='\(handled)'/>".utf8) }
}
