import PlayCore
import Synchronization

/// What callers and the thread of a connection hand to each other. Any thread; nothing blocks but ``waitForEnd(_:)``.
final class XMPPQueues: Sendable {
    struct Outgoing: Sendable {
        let bytes: [UInt8]
        let id: String?
    }

    /// What the thread is asked for.
    struct Orders: Sendable {
        var outgoing: [Outgoing] = []
        var reconnects = false
        var identity: XMPPAccount.Identity?
        var ends = false
    }

    private struct State {
        var orders = Orders()
        var takesStanzas = false
        /// Handed over and not known to be with the server.
        var outgoingCount = 0
        var outgoingBytes = 0
        var isFull = false
        var news: [XMPPNews] = []
        var hasEnded = false
    }

    /// Unacknowledged stanzas: some seconds of a busy keeper (100/s), and bytes that any process can spare.
    private static let outgoingLimit = 2_048
    private static let outgoingByteLimit = 8 << 20
    /// News that nobody took: a room of 1,000 that enters at once, twice.
    private static let newsLimit = 4_096

    /// Of the thread.
    let doorbell = WakeUp()
    private let wakeUp: WakeUp
    private let state = Monitor(State())
    /// So that a caller with hundreds of connections need not take each one's lock.
    private let holdsNews = Atomic(false)

    init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

    // MARK: callers

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

    // MARK: the thread

    func takeOrders() -> Orders {
        doorbell.clear()
        return state.withLock { state in
            defer { state.orders = Orders(ends: state.orders.ends) }
            return state.orders
        }
    }

    var isAskedToEnd: Bool { state.withLock { $0.orders.ends } }

    /// Whether more news may be made.
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

    /// How much of what was handed over is not known to be with the server.
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
