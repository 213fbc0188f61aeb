internal import CSodium

/// Cryptographically secure random numbers from libsodium, for secrets. Any thread.
package struct SecureRandom: RandomNumberGenerator, Sendable {
    private static let isReady: Bool = {
        precondition(sodium_init() >= 0, "libsodium has found its source of random bytes")
        return true
    }()

    package init() { _ = Self.isReady }

    package func next() -> UInt64 {
        var number: UInt64 = 0
        randombytes_buf(&number, 8)
        return number
    }

    package func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }
}
