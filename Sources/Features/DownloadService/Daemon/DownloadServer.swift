internal import CPlatform
import DownloadClient
import DownloadModel
import Downloads
import Encoding
internal import Glibc
package import PlayCore

/// The daemon's main loop: clients, requests, signals, and the end when idle. Never blocks on the network, or for long.
package final class DownloadServer {
    static let sessionID = String(UInt64.random(in: 1...(.max)), radix: 16)

    package enum End: Sendable, Equatable { case signal(Int32), asked, idle }

    /// Far above practical use.
    private static let maximumClients = 64
    /// The time between polls for conditions without a notification, such as a streaming player.
    private static let pause = HostTime.seconds(1)
    /// Microseconds per item between comparisons of a list: about ten times the duration of one.
    private static let tellingTime = 10
    private static let shortestRest = HostTime.milliseconds(50)

    private let accounts: DownloadAccounts
    private let listeners: [Int32]
    private let wake: WakeUp
    /// A signalfd, or -1 if there is none.
    private let signals: Int32
    private let tick: () -> Void
    private let methods = MethodTable()
    private var clients: [Int: RPCClient] = [:]
    private var nextNumber = 1
    private var events: [String: ListEvents] = [:]
    private var idleSince: HostTime?
    /// Long lists are not compared at every change. The next comparison covers the changes in between.
    private var nextComparison = HostTime.zero
    private var hasUncomparedChanges = false
    private var nextLook = HostTime.zero
    private let clock = SystemClock()

    /// - Parameters:
    ///   - listeners: the listening sockets. The caller keeps and closes them.
    ///   - wake: signalled from any thread when a manager has changes.
    ///   - tick: called about once a second while the daemon is busy.
    package init(
        _ accounts: DownloadAccounts, listeners: [Int32], wake: WakeUp, signals: Int32, tick: @escaping () -> Void = {}
    ) {
        self.accounts = accounts
        self.listeners = listeners
        self.wake = wake
        self.signals = signals
        self.tick = tick
    }

    /// Serves until the daemon must end, then disconnects all clients.
    package func run() -> End {
        defer { clients = [:] }
        while true {
            wake.clear()
            accounts.lookAtLine()
            sendChanges()
            sendPreparations()
            // Read first, because a client that requested the end may be removed below.
            let isAsked = clients.values.filter(\.session.wantsEnd)
            for number in clients.keys where clients[number]?.flush() == false { clients[number] = nil }
            if isAsked.contains(where: { !$0.hasUnsent }) { return .asked }
            if let end = idleEnd() { return end }
            if let signal = wait() { return .signal(signal) }
            lookAround()
        }
    }

    private func lookAround() {
        guard idleSince == nil, clock.now >= nextLook else { return }
        nextLook = clock.now + Self.pause
        accounts.lookAround()
        tick()
    }

    // MARK: Waiting

    /// Returns a signal that ends the daemon, or `nil` if none arrived.
    private func wait() -> Int32? {
        let numbers = clients.keys.sorted()
        var polled = [wake.descriptor, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // The pending notification covers further changes.
        if hasUncomparedChanges { polled[0].events = 0 }
        let hasSpace = clients.count < Self.maximumClients || silent != nil
        polled += listeners.map { pollfd(fd: $0, events: hasSpace ? Int16(POLLIN) : 0, revents: 0) }
        polled += numbers.compactMap { clients[$0]?.polled }
        guard poll(&polled, nfds_t(polled.count), timeLimit) > 0 else { return nil }
        if polled[1].revents != 0, let signal = readSignal() { return signal }
        for (listener, result) in zip(listeners, polled.dropFirst(2)) where result.revents != 0 { accept(listener) }
        for (number, result) in zip(numbers, polled.dropFirst(2 + listeners.count)) where result.revents != 0 {
            serve(number, result.revents)
        }
        return nil
    }

    /// Milliseconds for `poll`, or -1.
    private var timeLimit: Int32 {
        let limit = idleLimit
        guard hasUncomparedChanges else { return limit }
        let soon = Int32(clamping: max(0, (nextComparison - clock.now).nanoseconds / 1_000_000) + 1)
        return limit < 0 ? soon : min(limit, soon)
    }

    private var idleLimit: Int32 {
        guard let idleSince else { return Int32(Self.pause.nanoseconds / 1_000_000) }
        guard clients.isEmpty, let idle = accounts.settings.idle else { return -1 }
        let left = idleSince + idle - clock.now
        return Int32(clamping: max(0, left.nanoseconds / 1_000_000) + 1)
    }

    private func idleEnd() -> End? {
        guard !accounts.isBusy else {
            idleSince = nil
            return nil
        }
        let now = clock.now
        let since = clients.isEmpty ? idleSince ?? now : now
        idleSince = since
        guard clients.isEmpty, let idle = accounts.settings.idle, now - since >= idle else { return nil }
        return .idle
    }

    private func readSignal() -> Int32? {
        var info = signalfd_siginfo()
        guard read(signals, &info, MemoryLayout<signalfd_siginfo>.size) > 0 else { return nil }
        return Int32(info.ssi_signo)
    }

    // MARK: Clients

    /// The longest connected one.
    private var silent: Int? { clients.filter { !$0.value.hasAsked }.keys.min() }

    private func accept(_ listener: Int32) {
        while clients.count < Self.maximumClients || silent != nil, let descriptor = IPCSocket.accept(listener) {
            if clients.count >= Self.maximumClients, let silent { clients[silent] = nil }
            clients[nextNumber] = RPCClient(descriptor)
            nextNumber += 1
        }
    }

    private func serve(_ number: Int, _ news: Int16) {
        guard let client = clients[number] else { return }
        if news & Int16(POLLIN) != 0 {
            client.read()
            while let line = client.nextLine() { answer(line, client) }
        } else if news & Int16(POLLHUP | POLLERR | POLLNVAL) != 0, !client.hangUp() {
            clients[number] = nil
        }
    }

    private func answer(_ line: [UInt8], _ client: RPCClient) {
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
        switch RPCMessage(line) {
        case .one(let request): if let answer = answer(request, client) { client.send(answer.bytes) }
        case .batch(let requests): answer(requests, client)
        }
    }

    private func answer(_ requests: [RPCMessage.Request], _ client: RPCClient) {
        var bytes: [UInt8] = []
        for request in requests {
            guard var answer = answer(request, client) else { continue }
            if bytes.count > RPCClient.answerLimit {
                answer = RPCMessage.answer(answer["id"] ?? .null, .failure(.tooLarge))
            }
            bytes.append(bytes.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
            answer.write(to: &bytes)
        }
        // A batch of notifications has no answer.
        if !bytes.isEmpty { client.send(bytes + [UInt8(ascii: "]")]) }
    }

    private func answer(_ request: RPCMessage.Request, _ client: RPCClient) -> JSONValue? {
        switch request {
        case .wrong(let id, let error): return RPCMessage.answer(id, .failure(error))
        case .call(let id, let method, let parameters):
            let result = methods.call(method, parameters, accounts, &client.session)
            if client.session.isSubscribed { trackChanges(client.session.account) }
            return id.map { RPCMessage.answer($0, result) }
        }
    }

    // MARK: Notifications

    /// Sends the results of preparations to the clients that requested them. Cancels those of clients that have left.
    private func sendPreparations() {
        for answer in accounts.preparations.collectAnswers() {
            guard let client = clients.values.first(where: { $0.session.tickets.contains(answer.ticket) }) else {
                continue
            }
            client.session.tickets.remove(answer.ticket)
            client.send(RPCMessage.notification(.prepared, answer.wire).bytes)
        }
        accounts.preparations.keep(only: Set(clients.values.flatMap(\.session.tickets)))
    }

    /// Starts from the state in the answer to the subscription, so that no later change is missed.
    private func trackChanges(_ account: String) {
        guard events[account] == nil, let labels = accounts.managers[account]?.labels() else { return }
        events[account] = ListEvents(labels)
    }

    /// Sends the lists' changes to subscribed clients, after the answers to their earlier requests.
    private func sendChanges() {
        let listening = Dictionary(grouping: clients.values.filter(\.session.isSubscribed), by: \.session.account)
        for account in events.keys where listening[account] == nil { events[account] = nil }
        let isEarly = clock.now < nextComparison
        hasUncomparedChanges = isEarly
        for account in listening.keys { trackChanges(account) }
        for (account, clients) in listening where !isEarly {
            guard let labels = accounts.managers[account]?.labels(after: events[account]?.version),
                let news = events[account]?.update(labels)
            else { continue }
            let rest = HostTime.microseconds(labels.entries.count * Self.tellingTime)
            nextComparison = clock.now + max(Self.shortestRest, rest)
            let version = JSONValue.integer(Int64(truncatingIfNeeded: labels.version))
            let messages =
                news.map { RPCMessage.notification($0.kind, .object(["gid": .string($0.id.text)])) }
                + [RPCMessage.notification(.change, .object(["version": version]))]
            for client in clients { for message in messages { client.send(message.bytes) } }
        }
    }
}
