internal import CSodium

/// SHA-256 (FIPS 180-4) by libsodium, piece by piece. Used to derive file names and to verify files.
package struct SHA256 {
    private var state = crypto_hash_sha256_state()

    package init() { _ = crypto_hash_sha256_init(&state) }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        _ = crypto_hash_sha256_update(
            &state, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
    }

    package mutating func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        _ = crypto_hash_sha256_final(&state, &digest)
        return digest
    }

    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update($0) }
        return Hexadecimal.text(hash.finish())
    }

    package static func hexadecimal(_ text: String) -> String { hexadecimal(Array(text.utf8)) }
}
