import PlayCore

/// Finds the path to the other end and monitors it (RFC 8445, RFC 7675): one socket, one component. Time, random
/// numbers and hashes are parameters.
///
///     connecting ──► connected (one address from then on)
///          └──────────────┴────► failed
struct IceAgent: Sendable {
    struct Credentials: Sendable, Equatable {
        var userFragment: String
        var password: String
    }

    enum Action: Sendable, Equatable {
        case send([UInt8], to: SocketAddress)
        /// All other data is sent to this address.
        case connected(SocketAddress)
        /// `reason` in English, for the log.
        case failed(String)
    }

    private enum State: Sendable, Equatable {
        case connecting
        case connected(SocketAddress)
        case failed
    }

    private struct Check: Sendable {
        let transaction: [UInt8]
        let address: SocketAddress
        let isNomination: Bool
        let sent: HostTime
        var tries: Int
        var next: HostTime
    }

    /// A hostile description or network could create more.
    static let candidateLimit = 32
    /// The first interval of repeated checks. It doubles up to half a second.
    private static let firstWait = HostTime.milliseconds(100)
    private static let longestWait = HostTime.milliseconds(500)
    private static let patience = HostTime.seconds(8)
    /// How often consent is checked, and below, how long responses may be missing.
    private static let consentInterval = HostTime.seconds(1)
    private static let consentPatience = HostTime.seconds(6)

    private let local: Credentials
    private let remote: Credentials
    private let isControlling: Bool
    private let tieBreaker: UInt64
    private let nominatesAtOnce: Bool
    private let authenticate: @Sendable ([UInt8], String) -> [UInt8]
    private var random: @Sendable (Int) -> [UInt8]
    private var state = State.connecting
    private var checks: [Check] = []
    private var addresses: [SocketAddress]
    private var succeeded: Set<SocketAddress> = []
    /// The candidate that the other end has nominated but not confirmed yet.
    private var wanted: SocketAddress?
    private let began: HostTime
    private(set) var consentAt: HostTime
    private var consentSent: HostTime
    /// The smoothed time.
    private(set) var roundTrip: HostTime?

    /// `isRemoteLite`: the other end makes no checks, so this end decides. `isControlling`: this end offered, or the
    /// other one is lite. `authenticate`: HMAC-SHA1 with a password. `random`: cryptographically secure bytes.
    init(
        local: Credentials, remote: Credentials, candidates: [Candidate], isControlling: Bool, isRemoteLite: Bool,
        now: HostTime, authenticate: @escaping @Sendable ([UInt8], String) -> [UInt8],
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.local = local
        self.remote = remote
        self.isControlling = isControlling
        self.authenticate = authenticate
        self.random = random
        tieBreaker = random(8)[...].number(at: 0, 8) ?? 0
        addresses = []
        for candidate in candidates.sorted(by: { $0.priority > $1.priority }).prefix(Self.candidateLimit)
        where !addresses.contains(candidate.address) { addresses.append(candidate.address) }
        nominatesAtOnce = isControlling && (isRemoteLite || addresses.count == 1)
        (began, consentAt, consentSent) = (now, now, now)
        for address in addresses { addCheck(address, isNomination: nominatesAtOnce, now) }
    }

    var isConnected: Bool { if case .connected = state { true } else { false } }

    var deadline: HostTime? {
        switch state {
        case .failed: nil
        case .connecting: HostTime.earlier(checks.map(\.next).min(), began + Self.patience)
        case .connected: min(consentSent + Self.consentInterval, consentAt + Self.consentPatience)
        }
    }

    // MARK: Time

    mutating func tick(at now: HostTime) -> [Action] {
        switch state {
        case .failed: return []
        case .connecting:
            guard now < began + Self.patience else {
                return fail(
                    addresses.isEmpty ? "no address of the server is known" : "no address of the server answers")
            }
            return checks.indices.compactMap { index in
                guard now >= checks[index].next else { return nil }
                checks[index].tries += 1
                let wait = HostTime(nanoseconds: Self.firstWait.nanoseconds << Int64(min(checks[index].tries, 4)))
                checks[index].next = now + min(wait, Self.longestWait)
                return send(checks[index])
            }
        case .connected(let address):
            guard now < consentAt + Self.consentPatience else { return fail("the server does not answer any more") }
            checks.removeAll { now > $0.sent + Self.consentPatience }
            guard now >= consentSent + Self.consentInterval else { return [] }
            consentSent = now
            let check = Check(
                transaction: random(12), address: address, isNomination: false, sent: now, tries: 0, next: now)
            checks.append(check)
            return [send(check)]
        }
    }

    private mutating func fail(_ reason: String) -> [Action] {
        state = .failed
        checks = []
        return [.failed(reason)]
    }

    private mutating func addCheck(_ address: SocketAddress, isNomination: Bool, _ now: HostTime) {
        checks.append(
            Check(
                transaction: random(12), address: address, isNomination: isNomination, sent: now, tries: -1, next: now))
    }

    private func send(_ check: Check) -> Action {
        var message = StunMessage(.request, transaction: check.transaction)
        message.attributes.append((.userName, Array("\(remote.userFragment):\(local.userFragment)".utf8)))
        // The priority of the candidate that the other end would learn from this check (RFC 8445, 7.1.1).
        message.attributes.append((.priority, [0x6E, 0xFF, 0xFF, 0xFF]))
        var number: [UInt8] = []
        number.append(tieBreaker, bytes: 8)
        message.attributes.append((isControlling ? .controlling : .controlled, number))
        if check.isNomination { message.attributes.append((.useCandidate, [])) }
        return .send(message.bytes { authenticate($0, remote.password) }, to: check.address)
    }

    // MARK: Datagrams

    /// Ignores a STUN message that is not authentic.
    mutating func receive(_ datagram: [UInt8], from address: SocketAddress, at now: HostTime) -> [Action] {
        guard state != .failed, datagram.count > 1 else { return [] }
        let isRequest = datagram[0] & 1 == 0 && datagram[1] & 0x10 == 0
        let password = isRequest ? local.password : remote.password
        guard let message = StunMessage(datagram, authenticate: { authenticate($0, password) }) else { return [] }
        switch message.kind {
        case .request: return answer(message, address, now)
        case .success: return succeed(message, address, now)
        case .failure, .indication: return []
        }
    }

    private mutating func answer(_ message: StunMessage, _ address: SocketAddress, _ now: HostTime) -> [Action] {
        let user = Array("\(local.userFragment):\(remote.userFragment)".utf8)
        guard message[.userName] == user else { return [] }
        var reply = StunMessage(.success, transaction: message.transaction)
        reply.append(mapped: address)
        var actions = [Action.send(reply.bytes { authenticate($0, local.password) }, to: address)]
        if case .connecting = state, !addresses.contains(address), addresses.count < Self.candidateLimit {
            addresses.append(address)
            addCheck(address, isNomination: false, now)
        }
        if !isControlling, message[.useCandidate] != nil {
            if succeeded.contains(address) { actions += connect(address, now) } else { wanted = address }
        }
        return actions
    }

    private mutating func succeed(_ message: StunMessage, _ address: SocketAddress, _ now: HostTime) -> [Action] {
        guard let index = checks.firstIndex(where: { $0.transaction == message.transaction && $0.address == address })
        else { return [] }
        let check = checks.remove(at: index)
        // The response to a repeated request does not measure the round trip.
        if check.tries <= 0 { measure(now - check.sent) }
        succeeded.insert(address)
        if case .connected = state {
            consentAt = now
            return []
        }
        if check.isNomination || wanted == address { return connect(address, now) }
        guard isControlling, !checks.contains(where: \.isNomination) else { return [] }
        addCheck(address, isNomination: true, now)
        return tick(at: now)
    }

    private mutating func measure(_ time: HostTime) {
        guard let before = roundTrip else { return roundTrip = time }
        roundTrip = HostTime(nanoseconds: (before.nanoseconds * 7 + time.nanoseconds) / 8)
    }

    private mutating func connect(_ address: SocketAddress, _ now: HostTime) -> [Action] {
        if state == .connected(address) { return [] }
        state = .connected(address)
        checks = []
        (consentAt, consentSent) = (now, now)
        return [.connected(address)]
    }
}
