internal import CSRTP
import PlayCore

/// libsrtp2's functions, loaded once per process when the first peer starts. Any thread.
struct SRTPLibrary: @unchecked Sendable {
    // Sendable: the table is filled before it is shared, and never changed or freed.
    let functions: UnsafePointer<tv_srtp>

    /// `nil` if it is not installed or lacks a function; the log says why.
    static let shared = SRTPLibrary()

    private init?() {
        guard let table = FunctionTable.loaded(tv_srtp(), library: "libsrtp2", log: "webrtc", by: { tv_srtp_load($0) })
        else { return nil }
        functions = table
    }
}

/// One direction. One thread.
final class SRTPSession {
    /// The greatest number of bytes that protection adds (SRTP_MAX_TRAILER_LEN and the index of SRTCP).
    private static let trailer = 148
    /// The library keeps state for each incoming stream. Our servers send fewer.
    static let sourceLimit = 64

    private let library: SRTPLibrary
    private let session: srtp_t
    private var sources: Set<UInt32> = []

    /// - Parameter key: with its salt, 30 bytes.
    init(key: [UInt8], isOutgoing: Bool) throws(WebRTCError) {
        guard let library = SRTPLibrary.shared else {
            throw WebRTCError(.unavailable, operation: "load libsrtp2", reason: "see the log")
        }
        var session: srtp_t?
        var key = key
        let status = tv_srtp_open(library.functions, &session, &key, isOutgoing ? 1 : 0)
        guard status == srtp_err_status_ok, let session else {
            throw WebRTCError(.secrecy, operation: "begin SRTP", reason: "status \(status.rawValue)")
        }
        self.library = library
        self.session = session
    }

    deinit { _ = library.functions.pointee.srtp_dealloc(session) }

    func protected(_ packet: [UInt8], isControl: Bool) -> [UInt8]? {
        var length = Int32(packet.count)
        var bytes = packet + [UInt8](repeating: 0, count: Self.trailer)
        let status =
            isControl
            ? library.functions.pointee.srtp_protect_rtcp(session, &bytes, &length)
            : library.functions.pointee.srtp_protect(session, &bytes, &length)
        guard status == srtp_err_status_ok else { return nil }
        bytes.removeSubrange(Int(length)...)
        return bytes
    }

    /// Returns `nil` if the packet is not authentic or is a replay.
    func opened(_ packet: [UInt8], isControl: Bool) -> [UInt8]? {
        guard let source = packet[...].number(at: isControl ? 4 : 8, 4).map(UInt32.init(truncatingIfNeeded:)),
            sources.contains(source) || sources.count < Self.sourceLimit
        else { return nil }
        var length = Int32(packet.count)
        var bytes = packet
        let status =
            isControl
            ? library.functions.pointee.srtp_unprotect_rtcp(session, &bytes, &length)
            : library.functions.pointee.srtp_unprotect(session, &bytes, &length)
        guard status == srtp_err_status_ok else { return nil }
        sources.insert(source)
        bytes.removeSubrange(Int(length)...)
        return bytes
    }
}
