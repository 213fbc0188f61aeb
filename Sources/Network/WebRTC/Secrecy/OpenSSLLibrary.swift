internal import COpenSSL
import PlayCore

/// OpenSSL's functions, loaded once per process when the first peer starts. Any thread.
struct OpenSSLLibrary: @unchecked Sendable {
    // Sendable: the table is filled before it is shared, and never changed or freed.
    let functions: UnsafePointer<tv_ssl>

    /// `nil` if it is not installed or lacks a function; the log says why.
    static let shared = OpenSSLLibrary()

    private init?() {
        guard let table = FunctionTable.loaded(tv_ssl(), library: "OpenSSL", log: "webrtc", by: { tv_ssl_load($0) })
        else { return nil }
        functions = table
    }

    static func required() throws(WebRTCError) -> OpenSSLLibrary {
        guard let shared else { throw WebRTCError(.unavailable, operation: "load OpenSSL", reason: "see the log") }
        return shared
    }

    /// Returns the latest error of this thread.
    func error(_ operation: String) -> WebRTCError {
        var text = [CChar](repeating: 0, count: 256)
        tv_ssl_reason(functions, &text, text.count)
        let reason = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return WebRTCError(.secrecy, operation: operation, reason: reason)
    }

    /// Returns HMAC-SHA1 (RFC 2104), as STUN requires.
    func authenticationCode(_ bytes: [UInt8], _ password: String) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 20)
        let key = Array(password.utf8)
        _ = functions.pointee.HMAC(
            functions.pointee.EVP_sha1(), key, Int32(key.count), bytes, bytes.count, &code, nil)
        return code
    }
}
