internal import CSodium
import DownloadModel

/// libsodium's ciphers, initialized once per process. Any thread.
struct Sodium: Sendable {
    static let shared = Sodium()

    private init() { precondition(sodium_init() >= 0, "libsodium has found its source of random bytes") }

    static let keySize = 32
    static let nonceSize = 24
    static let tagSize = 16

    func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    /// Returns BLAKE2b with a key; `count` is 16 … 64 bytes.
    func hash(_ message: [UInt8], key: [UInt8], count: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        let status = crypto_generichash(
            &result, count, message, UInt64(message.count), key, key.count)
        precondition(status == 0, "sizes within BLAKE2b's")
        return result
    }

    /// Encrypts with XChaCha20-Poly1305 (IETF). `output` needs space for the message and ``tagSize``.
    func encrypt(
        _ message: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, associated: [UInt8],
        nonce: [UInt8], key: [UInt8]
    ) {
        precondition(output.count >= message.count + Self.tagSize && nonce.count == Self.nonceSize, "room and nonce")
        precondition(key.count == Self.keySize, "a key of 32 bytes")
        guard let sealed = output.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        var length: UInt64 = 0
        _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
            sealed, &length,
            message.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(message.count), associated,
            UInt64(associated.count), nil, nonce, key)
    }

    /// Returns whether the message was encrypted with this key, nonce and `associated`.
    func decrypt(
        _ sealed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, associated: [UInt8],
        nonce: [UInt8], key: [UInt8]
    ) -> Bool {
        guard sealed.count >= Self.tagSize, output.count >= sealed.count - Self.tagSize,
            let start = sealed.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return false }
        var length: UInt64 = 0
        return crypto_aead_xchacha20poly1305_ietf_decrypt(
            output.baseAddress?.assumingMemoryBound(to: UInt8.self), &length, nil,
            start, UInt64(sealed.count), associated,
            UInt64(associated.count), nonce, key) == 0
    }
}
