import CALSA
import CPlatform
import Glibc
import PlayCore
import SoundWire

/// A connection to a listener that has sent its hello. Only opening waits. One thread at a time.
final class ListenerLink {
    /// The most unsent bytes: a second of sound at the best quality, and orders.
    private static let mostUnsent = 32 << 10
    /// The most bytes read. The rest waits in the kernel.
    private static let mostRead = 64 << 10
    /// Limits connecting and the listener's hello: two round trips of a second each.
    private static let patience = HostTime.seconds(3)

    private let descriptor: Int32
    private let place: String
    private var reader = SoundMessageReader<ListenerMessage>()
    private var unsent: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 4096)

    init(_ entry: ListenerEntry, place: String) throws(AudioError) {
        self.place = place
        descriptor = try Self.connect(entry, place)
        var secret: [UInt8]?
        if case .port(_, let given) = entry.way { secret = given }
        try send(.hello(SoundHello(secret: secret)))
        try awaitHello()
    }

    deinit { close(descriptor) }

    // MARK: Sending

    var hasSpace: Bool { unsent.count < Self.mostUnsent }

    func send(_ message: PlayerMessage) throws(AudioError) {
        unsent += message.bytes
        try flush()
        // Orders cannot be dropped. Only a listener that does not read leaves so many.
        if unsent.count > 4 * Self.mostUnsent { throw failure(tr("the listener does not read")) }
    }

    func flush() throws(AudioError) {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { throw cut }
            unsent.removeFirst(count)
        }
    }

    // MARK: Receiving

    /// Reads without waiting. Throws the listener's refusal, or the connection's failure.
    func receive(_ body: (SoundReport) -> Void) throws(AudioError) {
        var left = Self.mostRead
        while left > 0 {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { throw cut }
            left -= count
            reader.append(buffer[..<count])
            while let message = try next() { if case .report(let report) = message { body(report) } }
        }
    }

    private func next() throws(AudioError) -> ListenerMessage? {
        let message: ListenerMessage?
        do throws(SoundWireError) {
            message = try reader.next()
        } catch {
            throw failure(tr("the program at %1 is not tvplay listen", place), .faithless)
        }
        guard case .refusal(let reason)? = message else { return message }
        throw failure(reason.words, .faithless)
    }

    private func awaitHello() throws(AudioError) {
        let deadline = SystemClock().now + Self.patience
        while true {
            if let message = try next() {
                guard case .hello(let hello) = message, (1...SoundWire.version).contains(hello.version),
                    hello.capabilities.contains(.opus)
                else { throw failure(SoundRefusal.version.words, .faithless) }
                return
            }
            let left = deadline - SystemClock().now
            guard left > .zero else { throw failure(tr("the listener does not respond")) }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, Int32(clamping: left.nanoseconds / 1_000_000 + 1))
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
            guard count > 0 else { throw cut }
            reader.append(buffer[..<count])
        }
    }

    // MARK: Connecting

    private static func connect(_ entry: ListenerEntry, _ place: String) throws(AudioError) -> Int32 {
        let (family, port): (Int32, UInt16?) =
            switch entry.way {
            case .socket: (AF_UNIX, nil)
            case .port(let port, _): (AF_INET, port)
            }
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw refused("socket", errno, place) }
        var isConnected = false
        if let port {
            isConnected = connectLoopback(descriptor, port)
        } else if case .socket(let path) = entry.way {
            isConnected = UnixAddress(path)?.connect(descriptor) ?? false
        }
        guard isConnected else {
            let number = errno
            close(descriptor)
            throw refused("connect", number, place)
        }
        tv_set_nonblocking(descriptor, 1)
        return descriptor
    }

    /// Connects to the loopback, which accepts or refuses at once.
    private static func connectLoopback(_ descriptor: Int32, _ port: UInt16) -> Bool {
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func refused(_ operation: String, _ number: Int32, _ place: String) -> AudioError {
        AudioError(
            .unheard, operation: operation, number: number, text: tr("no listener at %1", place), context: place)
    }

    private var cut: AudioError { failure(tr("the connection to the listener was cut")) }

    private func failure(_ text: String, _ code: AudioError.Code = .unheard) -> AudioError {
        AudioError(code, operation: "talk to the listener", text: text, context: place)
    }
}

extension SoundRefusal {
    fileprivate var words: String {
        switch self {
        case .version: tr("the listener speaks another version of the protocol")
        case .secret: tr("the listener has another secret")
        case .takenOver: tr("another player has taken over the listener")
        case .protocolError: tr("the listener did not understand the player")
        }
    }
}
