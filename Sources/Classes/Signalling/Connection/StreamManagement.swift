import PlayCore
import XML

/// Counts sent and received stanzas, so that none is lost or duplicated after an interruption (XEP-0198).
struct StreamManagement {
    struct Grant: Equatable {
        /// `nil` if the session cannot be resumed.
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
    /// Wraps around (XEP-0198, 4).
    private(set) var handled: UInt32 = 0
    /// Wraps around, too.
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

    mutating func asks(isQuiet: Bool) -> Bool {
        guard waiting.count > asked, isQuiet || waiting.count >= asked + Self.askEvery else { return false }
        asked = waiting.count
        return true
    }

    /// Stanzas between two requests, which limits the number of waiting ones.
    private static let askEvery = 32

    /// Returns `false` if the server acknowledges stanzas that were never sent.
    mutating func acknowledge(_ count: UInt32) -> Bool {
        let new = count &- acknowledged
        // A number more than half of the range ahead is an old one.
        if new > .max / 2 { return true }
        guard new <= UInt32(clamping: waiting.count) else { return false }
        for _ in 0..<new {
            if let first = waiting.popFirst() { waitingBytes -= first.bytes.count }
        }
        acknowledged = count
        asked = max(0, asked - Int(new))
        return true
    }

    mutating func unacknowledged() -> [[UInt8]] {
        asked = 0
        return (0..<waiting.count).compactMap { waiting.peek($0)?.bytes }
    }

    /// Stanzas that may not have arrived.
    var waitingIDs: [String] { (0..<waiting.count).compactMap { waiting.peek($0)?.id } }

    static let request = Array("<r xmlns='urn:xmpp:sm:3'/>".utf8)

    var answer: [UInt8] { Array("<a xmlns='urn:xmpp:sm:3' h='\(handled)'/>".utf8) }
}
