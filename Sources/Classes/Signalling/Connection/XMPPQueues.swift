import PlayCore
import Synchronization

/// The queues between callers and the thread of a connection. Any thread. Only ``waitForEnd(_:)`` blocks.
final class XMPPQueues: Sendable {
    struct Outgoing: Sendable {
        let bytes: [UInt8]
        let id: String?
    }

    struct Orders: Sendable {
        var outgoing: [Outgoing] = []
        var reconnects = false
        var identity: XMPPAccount.Identity?
        var ends = false
    }

    private struct State {
        var orders = Orders()
        var takesStanzas = false
        /// Queued or unacknowledged.
        var outgoingCount = 0
        var outgoingBytes = 0
        var isFull = false
        var news: [XMPPNews] = []
        var hasEnded = false
    }

    /// Some seconds of a busy keeper (100/s) in a moderate amount of memory.
    private static let outgoingLimit = 2_048
    private static let outgoingByteLimit = 8 << 20
    /// Twice the news of a room that 1,000 people enter at once.
    private static let newsLimit = 4_096

    let doorbell = WakeUp()
    private let wakeUp: WakeUp
    private let state = Monitor(State())
    /// Lets a caller with hundreds of connections check each without a lock.
    private let holdsNews = Atomic(false)

    init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

    // MARK: Callers

    func hand(over stanza: Outgoing) throws(XMPPRefusal) {
        try state.withLock { state throws(XMPPRefusal) in
            guard state.takesStanzas, !state.orders.ends else { throw .offline }
            guard state.outgoingCount < Self.outgoingLimit,
                state.outgoingBytes + stanza.bytes.count <= Self.outgoingByteLimit
            else {
                state.isFull = true
                throw .queueFull
            }
            state.orders.outgoing.append(stanza)
            state.outgoingCount += 1
            state.outgoingBytes += stanza.bytes.count
        }
        doorbell.signal()
    }

    var hasNews: Bool { holdsNews.load(ordering: .acquiring) }

    func takeNews() -> [XMPPNews] {
        holdsNews.store(false, ordering: .releasing)
        let (news, wasFull) = state.withLock { state in
            defer { state.news = [] }
            return (state.news, state.news.count >= Self.newsLimit)
        }
        if wasFull { doorbell.signal() }
        return news
    }

    func askForReconnection(_ identity: XMPPAccount.Identity?) {
        state.withLock { state in
            state.orders.reconnects = true
            state.orders.identity = identity ?? state.orders.identity
        }
        doorbell.signal()
    }

    func askForEnd() {
        state.withLock { $0.orders.ends = true }
        doorbell.signal()
    }

    func waitForEnd(_ limit: HostTime) -> Bool {
        state.wait(until: SystemClock().now + limit) { $0.hasEnded ? () : nil } != nil
    }

    // MARK: The thread

    func takeOrders() -> Orders {
        doorbell.clear()
        return state.withLock { state in
            defer { state.orders = Orders(ends: state.orders.ends) }
            return state.orders
        }
    }

    var isAskedToEnd: Bool { state.withLock { $0.orders.ends } }

    var takesNews: Bool { state.withLock { $0.news.count < Self.newsLimit } }

    func tell(_ news: [XMPPNews], takesStanzas: Bool) {
        state.withLock { state in
            state.news += news
            state.takesStanzas = takesStanzas
        }
        guard !news.isEmpty else { return }
        holdsNews.store(true, ordering: .releasing)
        wakeUp.signal()
    }

    func outstanding(_ count: Int, bytes: Int) {
        let hasRoomAgain = state.withLock { state in
            state.outgoingCount = count + state.orders.outgoing.count
            state.outgoingBytes = bytes + state.orders.outgoing.reduce(0) { $0 + $1.bytes.count }
            guard state.isFull, state.outgoingCount <= Self.outgoingLimit / 2,
                state.outgoingBytes <= Self.outgoingByteLimit / 2
            else { return false }
            state.isFull = false
            return true
        }
        if hasRoomAgain { wakeUp.signal() }
    }

    func end() {
        state.update { state in
            state.hasEnded = true
            state.takesStanzas = false
        }
    }
}
