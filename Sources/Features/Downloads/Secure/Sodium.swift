internal import CSodium
import DownloadModel
import PlayCore

/// libsodium's functions, looked up once in a process when they are first needed. Any thread.
struct Sodium: @unchecked Sendable {
    // Sendable: the table is filled before it is there for anyone, and never changed or freed.
    private let functions: UnsafePointer<tv_sodium>

    /// Nil where the library is not installed or lacks a function; the log says why.
    private static let shared = Sodium()

    static func load() throws(DownloadProblem) -> Sodium {
        guard let shared else { throw DownloadProblem(.noLibrary, detail: "libsodium (Debian: libsodium23)") }
        return shared
    }

    private init?() {
        let table = UnsafeMutablePointer<tv_sodium>.allocate(capacity: 1)
        table.initialize(to: tv_sodium())
        if let failure = tv_sodium_load(table) {
            Log.shared.write(.error, "downloads", "libsodium: \(String(cString: failure))")
            table.deallocate()
            return nil
        }
        functions = UnsafePointer(table)
    }

    static let keySize = 32
    static let nonceSize = 24
    /// What proves a chunk, behind it.
    static let tagSize = 16

    func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        functions.pointee.randombytes_buf(&bytes, count)
        return bytes
    }

    /// BLAKE2b of `message` with a key, `count` bytes (16 … 64).
    func hash(_ message: [UInt8], key: [UInt8], count: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        let status = functions.pointee.crypto_generichash(
            &result, count, message, UInt64(message.count), key, key.count)
        precondition(status == 0, "sizes within BLAKE2b's")
        return result
    }

    /// XChaCha20-Poly1305 (IETF). `output` has room for the message and ``tagSize``.
    func encrypt(
        _ message: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, associated: [UInt8],
        nonce: [UInt8], key: [UInt8]
    ) {
        precondition(output.count >= message.count + Self.tagSize && nonce.count == Self.nonceSize, "room and nonce")
        precondition(key.count == Self.keySize, "a key of 32 bytes")
        var length: UInt64 = 0
        _ = functions.pointee.crypto_aead_xchacha20poly1305_ietf_encrypt(
            output.baseAddress?.assumingMemoryBound(to: UInt8.self), &length,
            message.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(message.count), associated,
            UInt64(associated.count), nil, nonce, key)
    }

    /// - Returns: false: it is not what was encrypted with this key, nonce and `associated`.
    func decrypt(
        _ sealed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, associated: [UInt8],
        nonce: [UInt8], key: [UInt8]
    ) -> Bool {
        guard sealed.count >= Self.tagSize, output.count >= sealed.count - Self.tagSize else { return false }
        var length: UInt64 = 0
        return functions.pointee.crypto_aead_xchacha20poly1305_ietf_decrypt(
            output.baseAddress?.assumingMemoryBound(to: UInt8.self), &length, nil,
            sealed.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(sealed.count), associated,
            UInt64(associated.count), nonce, key) == 0
    }

    /// SHA-256 of what `read` gives, piece by piece; 64 hexadecimal digits.
    func sha256(
        _ read: (Int64, UnsafeMutableRawBufferPointer) throws(DownloadProblem) -> Int
    ) throws(DownloadProblem) -> String {
        var state = crypto_hash_sha256_state()
        _ = functions.pointee.crypto_hash_sha256_init(&state)
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { piece.deallocate() }
        var offset: Int64 = 0
        while true {
            let count = try read(offset, piece)
            guard count > 0 else { break }
            _ = functions.pointee.crypto_hash_sha256_update(
                &state, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(count))
            offset += Int64(count)
        }
        var digest = [UInt8](repeating: 0, count: 32)
        _ = functions.pointee.crypto_hash_sha256_final(&state, &digest)
        return digest.hexadecimal
    }
}

extension [UInt8] {
    var hexadecimal: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
