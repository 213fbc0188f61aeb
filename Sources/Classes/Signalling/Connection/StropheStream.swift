internal import CPlatform
internal import CStrophe
import Glibc
import PlayCore
import XML

/// One TCP connection with TLS and XML, in libstrophe's raw mode: accepts bytes and returns elements.
/// ``StreamNegotiation`` decides what is sent. Only for the thread of ``XMPPLoop``, where all signals are blocked,
/// because libstrophe lets SIGPIPE of a dead socket end the process.
///
/// libstrophe reads 4,096 bytes per turn and does not limit the size of an element, so ``isOverfull`` must be checked
/// after every turn.
final class StropheStream {
    enum Event {
        case connected
        case opened(String?)
        case element(XMLElement)
        case disconnected
    }

    /// In order. A new stream drops them.
    private(set) var events: [Event] = []
    /// libstrophe writes this failure only to its log.
    private(set) var failure: XMPPFailure?
    /// Whether the TLS handshake failed by what the server sent, not by the end of the connection.
    private var isHandshakeRefused = false
    /// A duplicate of the connected socket's descriptor, or -1. It prevents reuse of the number.
    private(set) var socket: Int32 = -1

    private let ledger = UnsafeMutablePointer<tv_strophe_ledger>.allocate(capacity: 1)
    private let memory = UnsafeMutablePointer<xmpp_mem_t>.allocate(capacity: 1)
    private let log = UnsafeMutablePointer<xmpp_log_t>.allocate(capacity: 1)
    private let context: OpaquePointer
    private let connection: OpaquePointer
    private let account: XMPPAccount
    private let authority: AuthorityFile?
    /// Bytes read at the end of the last element.
    private var takenAtElement: Int64 = 0
    private var isConnected = false

    init(_ account: XMPPAccount) {
        self.account = account
        authority = account.authority.flatMap { AuthorityFile($0) }
        _ = StropheLibrary.isReady
        ledger.initialize(to: tv_strophe_ledger())
        memory.initialize(to: xmpp_mem_t())
        log.initialize(to: xmpp_log_t())
        tv_strophe_set_memory(memory, ledger)
        guard let context = xmpp_ctx_new(memory, log), let connection = xmpp_conn_new(context) else {
            fatalError("libstrophe: no memory")
        }
        self.context = context
        self.connection = connection
        log.pointee.handler = logged
        log.pointee.userdata = pointer
        // One handler for all stanzas, because libstrophe refuses to register the same function for a second name.
        xmpp_handler_add(connection, stanzaCame, nil, nil, nil, pointer)
    }

    deinit {
        // Closes first, because libstrophe would wait up to 50 s for the server to end the encryption.
        breakOff()
        log.pointee.handler = nil
        xmpp_conn_release(connection)
        xmpp_ctx_free(context)
        memory.deallocate()
        log.deallocate()
        ledger.deallocate()
        if socket >= 0 { close(socket) }
    }

    /// Returns whether the attempt has started. Blocks while names are resolved. With a `nil` host, the domain's
    /// records decide.
    func connect(host: String?, port: Int) -> Bool {
        let bare: XMPPAddress
        if case .client(let address, _) = account.identity {
            bare = address.bare
        } else {
            bare = XMPPAddress(domain: account.domain)
        }
        xmpp_conn_set_jid(connection, bare.description)
        if let file = authority?.path ?? account.authorityFile { xmpp_conn_set_cafile(connection, file) }
        let flags = account.isComponent ? 1 : 2  // XMPP_CONN_FLAG_DISABLE_TLS, …_MANDATORY_TLS
        guard xmpp_conn_set_flags(connection, flags) == 0 else { return false }
        xmpp_conn_set_sockopt_callback(connection, socketMade)
        let result = xmpp_connect_raw(connection, host, UInt16(clamping: port), connectionChanged, pointer)
        socket = sockets.withLock { $0.removeValue(forKey: UInt(bitPattern: connection)) } ?? -1
        return result == 0 && socket >= 0
    }

    /// Reads the following input as a new document.
    func open() -> Bool {
        events = []
        guard account.isComponent else { return xmpp_conn_open_stream_default(connection) == 0 }
        let attributes = [
            "to", account.domain, "xmlns", Namespace.component, "xmlns:stream", Namespace.streams,
        ]
        var copies = attributes.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return xmpp_conn_open_stream(connection, &copies, copies.count) == 0
    }

    /// Blocks until the TLS handshake is complete or another thread shuts the socket down. Returns `nil` on success.
    func startTLS() -> XMPPFailure? {
        events = []
        if xmpp_conn_tls_start(connection) == 0, xmpp_conn_is_secured(connection) == 1 { return nil }
        // A connection that ends meanwhile, such as by a change of address, says nothing about the server.
        return failure ?? (isHandshakeRefused || !isDead ? .noEncryption : .cut)
    }

    /// Whether either end has shut the connection down.
    private var isDead: Bool {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN)
    }

    func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes {
            xmpp_send_raw(connection, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
        }
    }

    var queued: Int { Int(xmpp_conn_send_queue_len(connection)) }

    var isConnecting: Bool { !isConnected }

    /// Reads at most 4,096 bytes. Never blocks.
    func turn() { xmpp_run_once(context, 0) }

    func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    var bytesWaiting: Int { socket >= 0 ? Int(tv_bytes_waiting(socket)) : 0 }

    /// Whether an element exceeds what servers forward: 256 KiB, plus the overhead of encryption.
    var isOverfull: Bool {
        socket >= 0 && isConnected && tv_bytes_taken(socket) - takenAtElement > 320 << 10
    }

    /// Wakes all threads that wait for the socket.
    func breakOff() { if socket >= 0 { Self.breakOff(socket) } }

    /// Any thread.
    static func breakOff(_ socket: Int32) { shutdown(socket, Int32(SHUT_RDWR)) }

    func sha1(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let digits = xmpp_sha1(context, bytes, bytes.count) else { return "" }
        defer { xmpp_free(context, digits) }
        return String(cString: digits)
    }

    // MARK: libstrophe's callbacks

    private var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    fileprivate func changed(_ event: xmpp_conn_event_t) {
        switch event {
        case XMPP_CONN_RAW_CONNECT:
            isConnected = true
            events.append(.connected)
        case XMPP_CONN_CONNECT: events.append(.opened(streamID))
        default: events.append(.disconnected)
        }
    }

    private var streamID: String?

    fileprivate func came(_ stanza: OpaquePointer) {
        takenAtElement = Int64(tv_bytes_taken(socket))
        var left = StropheElement.limit
        guard let element = StropheElement.read(stanza, depth: 0, left: &left) else { return }
        events.append(.element(element))
    }

    fileprivate func heard(_ area: UnsafePointer<CChar>, _ message: UnsafePointer<CChar>) {
        func begins(_ text: StaticString) -> Bool {
            text.withUTF8Buffer { bytes in bytes.baseAddress.map { strncmp(message, $0, bytes.count) == 0 } ?? false }
        }
        if begins("RECV: <stream:stream") {
            streamID = Self.value(of: "id", in: String(cString: message))
        } else if begins("parse error") {
            failure = failure ?? .malformed
        } else if begins("connection failed, error ") {
            let number = Int32(String(cString: message).split(separator: " ").last ?? "") ?? 0
            failure = failure ?? account.unreachable(String(cString: strerror(number)))
        } else if begins("Connection attempt timed out") {
            failure = failure ?? account.unreachable(String(cString: strerror(ETIMEDOUT)))
        } else if begins("Certificate verification FAILED, result=") {
            let words = String(cString: message).dropFirst("Certificate verification FAILED, result=".count)
            failure = failure ?? .certificate(String(words))
        } else if begins("error:") {
            // The queue of OpenSSL's errors. A connection that ends without TLS's own end is one of them.
            if strstr(message, "unexpected eof") == nil { isHandshakeRefused = true }
        }
    }

    /// libstrophe's log has values in double quotes.
    static func value(of name: String, in tag: String) -> String? {
        guard let start = tag.firstRange(of: " \(name)=\"")?.upperBound,
            let end = tag[start...].firstIndex(of: "\"")
        else { return nil }
        return String(tag[start..<end])
    }
}

/// The socket callback receives no context.
private let sockets = Monitor<[UInt: Int32]>([:])

private enum StropheLibrary {
    static let isReady: Bool = {
        xmpp_initialize()
        return true
    }()
}

private func stream(_ context: UnsafeMutableRawPointer?) -> StropheStream? {
    context.map { Unmanaged<StropheStream>.fromOpaque($0).takeUnretainedValue() }
}

private func connectionChanged(
    _: OpaquePointer?, _ event: xmpp_conn_event_t, _: Int32, _: UnsafeMutablePointer<xmpp_stream_error_t>?,
    _ context: UnsafeMutableRawPointer?
) { stream(context)?.changed(event) }

private func stanzaCame(
    _: OpaquePointer?, _ stanza: OpaquePointer?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    if let stanza { stream(context)?.came(stanza) }
    return 1
}

private func logged(
    _ context: UnsafeMutableRawPointer?, _: xmpp_log_level_t, _ area: UnsafePointer<CChar>?,
    _ message: UnsafePointer<CChar>?
) {
    if let area, let message { stream(context)?.heard(area, message) }
}

/// Configures a socket before libstrophe connects it. Its descriptor must fit into an `fd_set`. Without Nagle's
/// algorithm, short stanzas took 4 ms instead of 28. A dead connection is detected.
private func socketMade(_ connection: OpaquePointer?, _ place: UnsafeMutableRawPointer?) -> Int32 {
    guard let connection, let place else { return -1 }
    let descriptor = place.load(as: Int32.self)
    guard descriptor < 1024 else { return -1 }
    func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
    let tcp = Int32(IPPROTO_TCP)
    set(tcp, TCP_NODELAY, 1)
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    set(tcp, TCP_KEEPIDLE, 30)
    set(tcp, TCP_KEEPINTVL, 10)
    set(tcp, TCP_KEEPCNT, 3)
    // In milliseconds, for which sent bytes may stay unacknowledged.
    set(tcp, TCP_USER_TIMEOUT, 20_000)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let own = tv_duplicate_above(descriptor, 3)
    guard own >= 0 else { return -1 }
    let old = sockets.withLock { $0.updateValue(own, forKey: UInt(bitPattern: connection)) }
    if let old { close(old) }
    return 0
}
