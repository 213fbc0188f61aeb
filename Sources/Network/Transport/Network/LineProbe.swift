internal import CCurl
import CPlatform
import Glibc
package import PlayCore

/// Judges by connections to a server whether the line was cut and carries again. After a cut, TCP repeats lost bytes
/// ever later, and so does a connection requested meanwhile. A new request has no such delay.
package struct LineJudge: Sendable {
    /// How long a request may remain unanswered. Also limits the open ones to twelve.
    package static let patience = HostTime.seconds(3)
    /// The time between two requests while none is answered, at first and after ``hurry``.
    package static let (interval, longInterval) = (HostTime.milliseconds(250), HostTime.milliseconds(500))
    private static let hurry = HostTime.seconds(60)
    /// The time between two requests to a server that answers.
    package static let calmInterval = HostTime.seconds(1)
    /// An answer that overtakes this many requests shows that they were lost: a slow line keeps the order.
    private static let mostOvertaken = 2

    package private(set) var waiting: [(number: Int, began: HostTime)] = []
    /// Whether the server, or a router before it, has refused the last request.
    private var isRefused = false
    private var began: HostTime?
    private var last: (at: HostTime, isAnswered: Bool)?

    package init() {}

    package func nextRequest(after now: HostTime) -> HostTime {
        guard let last, let began else { return now }
        if last.isAnswered { return last.at + Self.calmInterval }
        return last.at + (now - began < Self.hurry ? Self.interval : Self.longInterval)
    }

    package mutating func request(_ number: Int, at now: HostTime) {
        began = began ?? now
        last = (now, false)
        waiting.append((number, now))
    }

    /// Notes requests answered at one time. Returns whether the line was cut before.
    package mutating func answer(_ numbers: Set<Int>) -> Bool {
        guard let newest = waiting.lastIndex(where: { numbers.contains($0.number) }) else { return false }
        let overtaken = waiting[..<newest].count { !numbers.contains($0.number) }
        let wasCut = isRefused || overtaken >= Self.mostOvertaken
        last?.isAnswered = true
        isRefused = false
        waiting.removeAll { wasCut || numbers.contains($0.number) }
        return wasCut
    }

    package mutating func refuse(_ number: Int) {
        waiting.removeAll { $0.number == number }
        isRefused = true
    }

    package mutating func expire(at now: HostTime) { waiting.removeAll { now - $0.began >= Self.patience } }
}

/// Connects to a server while its data is missing, and reports when the line carries again. Sends no bytes. Its own
/// thread (`line-probe`) resolves the name while the line still works.
package final class LineProbe: LineWatch {
    private struct State {
        var arrivals = 0
        var refusals = 0
        var isActive = false
        var isOver = false
    }

    private let state: Monitor<State>
    private let change: WakeUp

    package init(host: String, port: Int, _ doorbell: Doorbell) {
        let (state, change) = (Monitor(State()), WakeUp())
        self.state = state
        self.change = change
        // Resolving may block for long, so no thread waits for this one.
        WorkerThread(name: "line-probe") {
            guard let server = SocketAddress(host: host, port: port) else { return }
            var probes = Probes(server)
            while true {
                let (isActive, isOver) = state.withLock { ($0.isActive, $0.isOver) }
                if isOver { return }
                let hasCome = probes.run(isActive, until: change)
                state.withLock { state in
                    state.refusals = probes.refusals
                    if hasCome { state.arrivals += 1 }
                }
                if hasCome { doorbell.ring() }
            }
        }.detach()
    }

    deinit {
        state.withLock { $0.isOver = true }
        change.signal()
    }

    package var arrivals: Int { state.withLock { $0.arrivals } }

    var refusals: Int { state.withLock { $0.refusals } }

    package func setActive(_ isActive: Bool) {
        let isNew = state.withLock { state in
            defer { state.isActive = isActive }
            return state.isActive != isActive
        }
        if isNew { change.signal() }
    }
}

private struct SocketAddress {
    let storage: sockaddr_storage
    let length: socklen_t

    /// Resolves the name; may block. Chooses the first address that accepts a connection, because some of a name may be
    /// unreachable from here. Returns `nil` without an address.
    init?(host: String, port: Int) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return nil }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let entry = next {
            if let address = SocketAddress(entry.pointee) { found.append(address) }
            next = entry.pointee.ai_next
        }
        guard let first = found.first else { return nil }
        self = found.count == 1 ? first : found.first { $0.accepts() } ?? first
    }

    private init?(_ entry: addrinfo) {
        guard let address = entry.ai_addr, Int(entry.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size else {
            return nil
        }
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen)))
        }
        (self.storage, length) = (storage, entry.ai_addrlen)
    }

    /// Begins a connection without waiting. Returns its descriptor or a negative number, and the error (`EINPROGRESS`).
    func connect() -> (descriptor: Int32, error: Int32) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(Int32(storage.ss_family), kind, 0)
        guard descriptor >= 0 else { return (descriptor, errno) }
        let result = withUnsafePointer(to: storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, length) }
        }
        return (descriptor, result == 0 ? 0 : errno)
    }

    private func accepts() -> Bool {
        let (descriptor, error) = connect()
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard error == EINPROGRESS else { return error == 0 }
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&wait, 1, Int32(LineJudge.patience.nanoseconds / 1_000_000)) == 1
            && connectionError(descriptor) == 0
    }
}

/// The open connections of a ``LineProbe``. Its thread.
private struct Probes: ~Copyable {
    private let server: SocketAddress
    private var judge = LineJudge()
    /// The open connections by descriptor.
    private var open: [Int32] = []
    private(set) var refusals = 0
    private let clock = SystemClock()

    init(_ server: SocketAddress) { self.server = server }

    deinit { for descriptor in open { close(descriptor) } }

    /// Waits for an answer, the time of the next request, or a change. Returns whether the line carries again.
    mutating func run(_ isActive: Bool, until change: borrowing WakeUp) -> Bool {
        if isActive { advance() } else { stop() }
        var waits = [pollfd(fd: change.descriptor, events: Int16(POLLIN), revents: 0)]
        waits += open.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
        let left = isActive ? judge.nextRequest(after: clock.now) - clock.now : .seconds(3600)
        let milliseconds = (max(.zero, left).nanoseconds + 999_999) / 1_000_000
        poll(&waits, nfds_t(waits.count), Int32(clamping: milliseconds))
        if waits[0].revents != 0 { change.clear() }
        var answered: Set<Int> = []
        for wait in waits.dropFirst() where wait.revents != 0 {
            if connectionError(wait.fd) == 0 { answered.insert(Int(wait.fd)) } else { refuse(wait.fd) }
        }
        let hasCome = judge.answer(answered)
        closeForgotten()
        return hasCome
    }

    private mutating func refuse(_ descriptor: Int32) {
        judge.refuse(Int(descriptor))
        refusals += 1
    }

    private mutating func stop() {
        for descriptor in open { close(descriptor) }
        (open, judge) = ([], LineJudge())
    }

    private mutating func advance() {
        judge.expire(at: clock.now)
        closeForgotten()
        guard judge.nextRequest(after: clock.now) <= clock.now else { return }
        let (descriptor, error) = server.connect()
        judge.request(Int(descriptor), at: clock.now)
        if descriptor >= 0 { open.append(descriptor) }
        // `poll` reports success, and the errors of a connection under way.
        guard error == 0 || error == EINPROGRESS else {
            refuse(descriptor)
            return closeForgotten()
        }
    }

    private mutating func closeForgotten() {
        let kept = Set(judge.waiting.map { Int32($0.number) })
        for descriptor in open where !kept.contains(descriptor) { close(descriptor) }
        open.removeAll { !kept.contains($0) }
    }
}

private func connectionError(_ descriptor: Int32) -> Int32 {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
}
