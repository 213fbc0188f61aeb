import Addresses
import ByteCaches
import Manifests

/// A manifest as it was read. A value.
struct KeptManifest: Equatable {
    /// Where it was asked for, and where it was found in the end.
    let asked: Address
    let found: Address
    let bytes: [UInt8]

    var text: ResourceAccess.Text { ResourceAccess.Text(bytes: bytes, location: .address(found), date: nil) }
}

/// Manifests of streams that do not grow any more, beside their segments: with them a stream that is in the cache
/// starts without its server. They are written at each start and read only when the server cannot be reached.
///
/// A document of the cache: the address where it was found, a line feed, its bytes.
struct KeptManifests {
    /// Those of hours in short segments have a megabyte.
    private static let limit = 8 << 20
    private let cache: ByteCache

    /// Nil: none are kept. With strict authorisation each start is the server's to allow.
    init?(_ cache: ByteCache?) {
        guard let cache, !cache.settings.isStrict else { return nil }
        self.cache = cache
    }

    private func key(_ address: Address) -> CacheKey {
        CacheKey(address, kind: .manifest, rule: cache.settings.keyRule)
    }

    func keep(_ manifest: KeptManifest) {
        let document = Array(manifest.found.text.utf8) + [0x0A] + manifest.bytes
        guard document.count <= Self.limit else { return }
        cache.keep(document, as: key(manifest.asked))
    }

    func find(_ address: Address) -> KeptManifest? {
        guard let document = cache.document(key(address), limit: Self.limit),
            let end = document.firstIndex(of: 0x0A),
            let found = Address(String(decoding: document[..<end], as: UTF8.self)), found.isHTTP
        else { return nil }
        return KeptManifest(asked: address, found: found, bytes: Array(document[(end + 1)...]))
    }
}
