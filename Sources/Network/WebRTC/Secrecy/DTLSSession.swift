internal import COpenSSL
import PlayCore

/// A DTLS handshake that yields keys, over datagrams that the caller sends and receives. One thread.
final class DTLSSession {
    /// Keys and salts of both directions, 30 bytes each.
    struct Keys: Equatable {
        let outgoing: [UInt8]
        let incoming: [UInt8]
    }

    enum Progress: Equatable {
        case underWay
        /// The other end has the expected certificate.
        case done(Keys)
        case closed
    }

    private static let keyBytes = 16
    private static let saltBytes = 14

    private let library: OpenSSLLibrary
    private let session: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer
    private let isClient: Bool
    private let expected: CertificateFingerprint
    private var isDone = false
    /// Retained, because the session refers to its context.
    private let identity: PeerIdentity

    /// `isClient`: this end starts. `expected`: from the other end's description.
    init(_ identity: PeerIdentity, isClient: Bool, expected: CertificateFingerprint) throws(WebRTCError) {
        library = try OpenSSLLibrary.required()
        self.identity = identity
        self.isClient = isClient
        self.expected = expected
        var input: OpaquePointer?
        var output: OpaquePointer?
        guard
            let session = tv_ssl_session(library.functions, identity.context, isClient ? 1 : 0, &input, &output),
            let input, let output
        else { throw library.error("begin a session") }
        (self.session, self.input, self.output) = (session, input, output)
    }

    deinit { library.functions.pointee.SSL_free(session) }

    /// Starts, or continues after ``receive(_:)``. Call until it is no longer in progress.
    func advance() throws(WebRTCError) -> Progress {
        if isDone { return try read() }
        library.functions.pointee.ERR_clear_error()
        let result = library.functions.pointee.SSL_do_handshake(session)
        guard result == 1 else {
            let reason = library.functions.pointee.SSL_get_error(session, result)
            guard reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE else {
                throw library.error("handshake")
            }
            return .underWay
        }
        try verify()
        isDone = true
        return .done(try keys())
    }

    func receive(_ datagram: [UInt8]) {
        _ = library.functions.pointee.BIO_write(input, datagram, Int32(clamping: datagram.count))
    }

    func removeDatagrams() -> [[UInt8]] {
        var bytes: [UInt8] = []
        while case let count = tv_ssl_pending(library.functions, output), count > 0 {
            var piece = [UInt8](repeating: 0, count: count)
            let read = library.functions.pointee.BIO_read(output, &piece, Int32(clamping: count))
            guard read > 0 else { break }
            bytes += piece.prefix(Int(read))
        }
        return DTLSRecords.datagrams(bytes)
    }

    /// Time until ``handleTimer()`` is due, or `nil` if no answer is awaited.
    var timeLeft: HostTime? {
        let left = tv_ssl_time_left(library.functions, session)
        return left < 0 ? nil : HostTime(nanoseconds: left * 1000)
    }

    func handleTimer() throws(WebRTCError) {
        guard tv_ssl_handle_timer(library.functions, session) >= 0 else { throw library.error("repeat the handshake") }
    }

    /// Closes the connection. ``removeDatagrams()`` returns the closing message.
    func close() { if isDone { _ = library.functions.pointee.SSL_shutdown(session) } }

    /// Reads the other end's closing message, the only expected content.
    private func read() throws(WebRTCError) -> Progress {
        var bytes = [UInt8](repeating: 0, count: 2048)
        library.functions.pointee.ERR_clear_error()
        while case let result = library.functions.pointee.SSL_read(session, &bytes, Int32(bytes.count)), result <= 0 {
            switch library.functions.pointee.SSL_get_error(session, result) {
            case SSL_ERROR_ZERO_RETURN: return .closed
            case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .underWay
            default: throw library.error("read")
            }
        }
        return .underWay
    }

    private func verify() throws(WebRTCError) {
        let functions = library.functions
        guard let certificate = functions.pointee.SSL_get1_peer_certificate(session) else {
            throw WebRTCError(.wrongCertificate, operation: "verify", reason: "the server shows no certificate")
        }
        defer { functions.pointee.X509_free(certificate) }
        let name = expected.algorithm.replacing("-", with: "")
        guard let digest = PeerIdentity.digest(of: certificate, name, library), digest == expected.bytes else {
            throw WebRTCError(
                .wrongCertificate, operation: "verify", reason: "the certificate is not the one that was announced")
        }
    }

    /// Exports the keys (RFC 5764, 4.2).
    private func keys() throws(WebRTCError) -> Keys {
        let functions = library.functions
        guard functions.pointee.SSL_get_selected_srtp_profile(session) != nil else {
            throw WebRTCError(.secrecy, operation: "agree on keys", reason: "the server does not encrypt media")
        }
        let label = "EXTRACTOR-dtls_srtp"
        var bytes = [UInt8](repeating: 0, count: 2 * (Self.keyBytes + Self.saltBytes))
        let isThere = functions.pointee.SSL_export_keying_material(
            session, &bytes, bytes.count, label, label.utf8.count, nil, 0, 0)
        guard isThere == 1 else { throw library.error("export keys") }
        let (keys, salts) = (bytes.prefix(2 * Self.keyBytes), bytes.suffix(2 * Self.saltBytes))
        let client = Array(keys.prefix(Self.keyBytes) + salts.prefix(Self.saltBytes))
        let server = Array(keys.suffix(Self.keyBytes) + salts.suffix(Self.saltBytes))
        return isClient ? Keys(outgoing: client, incoming: server) : Keys(outgoing: server, incoming: client)
    }
}

/// Splits the library's output, consecutive DTLS records, into datagrams.
enum DTLSRecords {
    static let datagramLimit = 1200
    private static let headBytes = 13

    /// Never divides a record. Passes other bytes unchanged.
    static func datagrams(_ bytes: [UInt8]) -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        var current: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let length = rest.number(at: 11, 2).map { Self.headBytes + Int($0) } ?? rest.count
            let record = rest.prefix(length)
            if !current.isEmpty, current.count + record.count > Self.datagramLimit {
                datagrams.append(current)
                current = []
            }
            current += record
            rest = rest.dropFirst(record.count)
        }
        if !current.isEmpty { datagrams.append(current) }
        return datagrams
    }
}
