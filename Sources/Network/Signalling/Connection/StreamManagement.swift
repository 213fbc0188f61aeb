import PlayCore
import XML

/// Counts what went and came, so that nothing is lost or doubled when the line breaks (XEP-0198). A value.
struct StreamManagement {
    /// What the server grants at `<enabled/>`.
    struct Grant: Equatable {
        /// Nil: the session cannot be resumed.
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
    /// Stanzas that came; numbers go round (XEP-0198, 4).
    private(set) var handled: UInt32 = 0
    /// Number of the first that is not acknowledged.
    private var acknowledged: UInt32 = 0
    private var waiting = Fifo<Sent>()
    private var asked = 0
    private(set) var waitingBytes = 0

    init(_ grant: Grant) { self.grant = grant }

    /// Handed over, and not acknowledged.
    var waitingCount: Int { waiting.count }

    mutating func received() { handled &+= 1 }

    mutating func sent(_ bytes: [UInt8], id: String?) {
        waiting.append(Sent(id: id, bytes: bytes))
        waitingBytes += bytes.count
    }

    /// Whether the server should be asked now what it has.
    ///
    /// - Parameter isQuiet: nothing was sent for a while.
    mutating func asks(isQuiet: Bool) -> Bool {
        guard waiting.count > asked, isQuiet || waiting.count >= asked + Self.askEvery else { return false }
        asked = waiting.count
        return true
    }

    /// An answer for every 32 stanzas keeps what is waiting small.
    private static let askEvery = 32

    /// - Returns: false: the server counts what was never sent.
    mutating func acknowledge(_ count: UInt32) -> Bool {
        let new = count &- acknowledged
        // Further than half round: an old number.
        if new > .max / 2 { return true }
        guard new <= UInt32(clamping: waiting.count) else { return false }
        for _ in 0..<new {
            if let first = waiting.popFirst() { waitingBytes -= first.bytes.count }
        }
        acknowledged = count
        asked = max(0, asked - Int(new))
        return true
    }

    /// What must be sent once more after the session was resumed.
    mutating func unacknowledged() -> [[UInt8]] {
        asked = 0
        return (0..<waiting.count).compactMap { waiting.peek($0)?.bytes }
    }

    /// Ids of what may not have arrived.
    var waitingIDs: [String] { (0..<waiting.count).compactMap { waiting.peek($0)?.id } }

    static let request = Array("<r xmlns='urn:xmpp:sm:3'/>".utf8)

    var answer: [UInt8] { Array("<a xmlns='urn:xmpp:sm:3' h='\(handled)'/>".utf8) }
}
