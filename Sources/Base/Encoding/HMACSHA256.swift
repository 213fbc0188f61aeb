internal import CSodium

/// RFC 2104, RFC 4231. Proves that the author of a text had the key.
package enum HMACSHA256 {
    package static func code(for bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        let block = 64
        var padded = key.count > block ? digest([key]) : key
        padded += [UInt8](repeating: 0, count: block - padded.count)
        return digest([padded.map { $0 ^ 0x5C }, digest([padded.map { $0 ^ 0x36 }, bytes])])
    }

    /// Takes a time that depends only on the lengths, not on where the codes differ.
    package static func areEqual(_ a: some Sequence<UInt8>, _ b: some Sequence<UInt8>) -> Bool {
        let (a, b) = (Array(a), Array(b))
        return a.count == b.count && sodium_memcmp(a, b, a.count) == 0
    }

    private static func digest(_ pieces: [[UInt8]]) -> [UInt8] {
        var hash = SHA256()
        for piece in pieces { piece.withUnsafeBytes { hash.update($0) } }
        return hash.finish()
    }
}
