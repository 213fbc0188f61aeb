import Glibc
import PlayCore
import XML

/// The thread of a connection: waits for the socket and for orders, and runs libstrophe.
///
/// The loop polls by itself, because libstrophe's `select` cannot be woken. `run_once` is only called without a
/// timeout. libstrophe reads 4,096 bytes per turn, while TLS buffers up to 16 KiB that no poll sees, so five turns
/// follow the last byte at the socket. libstrophe does not report partial writes, so it runs every 20 ms while anything
/// is queued.
final class XMPPLoop {
    private var account: XMPPAccount
    private let queues: XMPPQueues
    private var stream: StropheStream?
    private var negotiation: StreamNegotiation?
    private var negotiationEnd: HostTime?
    private var management: StreamManagement?
    private var address: XMPPAddress?
    private var isOnline = false
    private var dropped: [String] = []
    private var hosts: [String?] = []
    private var news: [XMPPNews] = []
    private var lastSent = HostTime.zero
    private var lastHeard = HostTime.zero
    private var answerDue: HostTime?
    private var endDue: HostTime?

    init(_ account: XMPPAccount, queues: XMPPQueues) {
        self.account = account
        self.queues = queues
    }

    func run() {
        begin()
        while true {
            let orders = queues.takeOrders()
            if follow(orders) { break }
            if stream != nil { turn() }
            deliver()
            wait()
        }
        stream = nil
        news.append(.offline(.closed))
        management = nil
        deliver()
        queues.end()
    }

    // MARK: Orders

    private func follow(_ orders: XMPPQueues.Orders) -> Bool {
        if let identity = orders.identity { account.identity = identity }
        if orders.reconnects, stream == nil, !orders.ends { begin() }
        for stanza in orders.outgoing { send(stanza) }
        guard orders.ends else { return false }
        let now = SystemClock().now
        guard let stream, isOnline else { return true }
        guard let endDue else {
            stream.write(Array("</stream:stream>".utf8))
            // A reachable server answers within a round trip. The loop does not wait for an unreachable one.
            endDue = now + .milliseconds(500)
            return false
        }
        return now >= endDue
    }

    private func send(_ stanza: XMPPQueues.Outgoing) {
        management?.sent(stanza.bytes, id: stanza.id)
        guard isOnline else {
            // The stanza was queued just before the interruption, and there is no session to resume.
            if management == nil, let id = stanza.id { dropped.append(id) }
            return
        }
        stream?.write(stanza.bytes)
        lastSent = SystemClock().now
    }

    // MARK: Connecting

    private func begin() {
        hosts = account.host.map { HostAddresses.numbers(of: $0) } ?? [nil]
        negotiationEnd = SystemClock().now + account.loginLimit
        guard !hosts.isEmpty else { return fail(account.unreachable(HostAddresses.unknown)) }
        tryNext()
    }

    /// Each address gets its own attempt, because libstrophe tries only the first address of a name.
    private func tryNext() {
        let host = hosts.removeFirst()
        let stream = StropheStream(account)
        let resumption = management.flatMap { management in
            management.grant.id.flatMap { id in
                address.map { StreamNegotiation.Resumption(id: id, handled: management.handled, address: $0) }
            }
        }
        negotiation = StreamNegotiation(account, resumption: resumption) { stream.sha1($0) }
        self.stream = stream
        if !stream.connect(host: host.map(HostAddresses.connectable), port: account.usedPort) {
            fail(stream.failure ?? account.unreachable(HostAddresses.unknown))
        }
    }

    // MARK: Turns

    private func turn() {
        var turns = 5
        while turns > 0, let stream {
            turns = stream.bytesWaiting > 0 ? 5 : turns - 1
            stream.turn()
            for event in stream.takeEvents() {
                if handle(event, stream) { break }
            }
            guard self.stream === stream else { return }
            if let failure = stream.failure { return fail(failure) }
            if stream.isOverfull { return fail(.malformed) }
            // Returns for pending orders, and to limit uncollected news.
            if turns == 5, news.count > 256 { return }
        }
        checkTimes()
    }

    private func handle(_ event: StropheStream.Event, _ stream: StropheStream) -> Bool {
        switch event {
        case .connected: return perform(negotiation?.connected() ?? [], stream)
        case .opened(let id): return perform(negotiation?.opened(id: id) ?? [], stream)
        case .element(let element):
            lastHeard = SystemClock().now
            answerDue = nil
            return isOnline ? receive(element, stream) : perform(negotiation?.received(element) ?? [], stream)
        case .disconnected:
            fail(stream.failure ?? .cut)
            return true
        }
    }

    private func perform(_ steps: [StreamNegotiation.Step], _ stream: StropheStream) -> Bool {
        var isNew = false
        for step in steps {
            switch step {
            case .openStream:
                guard stream.open() else { return give(up: .malformed) }
                isNew = true
            case .startTLS:
                if let failure = encrypt(stream) { return give(up: failure) }
                isNew = true
            case .write(let bytes): stream.write(bytes)
            case .online(let address, let outcome): goOnline(address, outcome, stream)
            case .fail(let failure): return give(up: failure)
            }
        }
        return isNew
    }

    private func give(up failure: XMPPFailure) -> Bool {
        fail(failure)
        return true
    }

    /// Runs the TLS handshake. libstrophe has no timeout for it, so a second thread interrupts a slow one.
    private func encrypt(_ stream: StropheStream) -> XMPPFailure? {
        let socket = stream.socket
        let deadline = negotiationEnd
        let isDone = Monitor(false)
        let queues = queues
        let watch = WorkerThread(name: "xmpp-watch") {
            while isDone.wait(until: SystemClock().now + .milliseconds(100), { $0 ? () : nil }) == nil {
                if queues.isAskedToEnd || deadline.map({ SystemClock().now >= $0 }) == true {
                    StropheStream.breakOff(socket)
                    return
                }
            }
        }
        let result = stream.startTLS()
        isDone.update { $0 = true }
        watch.join()
        let isLate = deadline.map { SystemClock().now >= $0 } ?? false
        return result == .cut && isLate ? .silent : result
    }

    private func goOnline(_ address: XMPPAddress, _ outcome: StreamNegotiation.Outcome, _ stream: StropheStream) {
        var lost: [String] = []
        let isResumed: Bool
        switch outcome {
        case .resumed(let handled):
            isResumed = true
            guard management?.acknowledge(handled) != false else { return fail(.malformed) }
            for bytes in management?.unacknowledged() ?? [] { stream.write(bytes) }
        case .fresh(let grant):
            isResumed = false
            if let handled = negotiation?.handledBefore { _ = management?.acknowledge(handled) }
            lost = dropped + (management?.waitingIDs ?? [])
            dropped = []
            management = grant.map { StreamManagement($0) }
        }
        self.address = address
        isOnline = true
        negotiation = nil
        negotiationEnd = nil
        lastHeard = SystemClock().now
        lastSent = lastHeard
        news.append(.online(XMPPSession(address: address, isResumed: isResumed, lost: lost)))
    }

    private func receive(_ element: XMLElement, _ stream: StropheStream) -> Bool {
        switch (element.name, element.namespace) {
        case ("message", nil), ("presence", nil), ("iq", nil):
            management?.received()
            news.append(.stanza(element))
        case ("r", Namespace.streamManagement): if let answer = management?.answer { stream.write(answer) }
        case ("a", Namespace.streamManagement):
            let count = element["h"].flatMap { UInt32($0) }
            if let count, management?.acknowledge(count) == false { return give(up: .malformed) }
        case ("error", Namespace.streams): return give(up: StreamNegotiation.failure(element))
        default: break
        }
        return false
    }

    private func fail(_ failure: XMPPFailure) {
        stream = nil
        negotiation = nil
        isOnline = false
        answerDue = nil
        if case .unreachable = failure, !hosts.isEmpty { return tryNext() }
        // A session that the server has ended or that cannot be resumed is lost.
        if case .ended = failure { giveUpSession() }
        if management?.grant.id == nil { giveUpSession() }
        if !queues.isAskedToEnd { news.append(.offline(failure)) }
    }

    private func giveUpSession() {
        dropped += management?.waitingIDs ?? []
        management = nil
    }

    // MARK: Time

    private func checkTimes() {
        let now = SystemClock().now
        if let negotiationEnd, now >= negotiationEnd { return fail(.silent) }
        guard isOnline, let stream else { return }
        if let answerDue, now >= answerDue { return fail(.silent) }
        let isSilent = answerDue == nil && now >= lastHeard + account.silenceLimit
        if management?.asks(isQuiet: now >= lastSent + Self.quiet) == true || (isSilent && management != nil) {
            stream.write(StreamManagement.request)
            if answerDue == nil { answerDue = now + account.answerLimit }
        } else if isSilent {
            // A blank keeps the connection in the tables of routers and firewalls. TCP detects a missing server.
            stream.write([0x20])
            lastHeard = now
        }
    }

    /// A stanza waits this long for later ones before an acknowledgement is requested.
    private static let quiet = HostTime.milliseconds(250)

    private func deliver() {
        let takes = isOnline || (management != nil && !queues.isAskedToEnd)
        queues.tell(news, takesStanzas: takes)
        news = []
        queues.outstanding(management?.waitingCount ?? stream?.queued ?? 0, bytes: management?.waitingBytes ?? 0)
    }

    private func wait() {
        var entries = [pollfd(fd: queues.doorbell.descriptor, events: Int16(POLLIN), revents: 0)]
        var milliseconds: Int32 = endDue == nil ? -1 : 0
        if let stream {
            // While news is uncollected, nothing more is read, and the server's bytes wait at the socket.
            if queues.takesNews { entries.append(pollfd(fd: stream.socket, events: Int16(POLLIN), revents: 0)) }
            milliseconds = timeLimit(stream)
        }
        _ = poll(&entries, nfds_t(entries.count), milliseconds)
    }

    private func timeLimit(_ stream: StropheStream) -> Int32 {
        if stream.isConnecting || stream.queued > 0 || !isOnline || endDue != nil { return 20 }
        let now = SystemClock().now
        var next = answerDue ?? lastHeard + account.silenceLimit
        if let management, management.waitingCount > 0 { next = min(next, max(now, lastSent) + Self.quiet) }
        return Int32(clamping: max(1, (next - now).nanoseconds / 1_000_000 + 1))
    }
}
