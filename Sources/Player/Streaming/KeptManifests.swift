import Addresses
import ByteCaches
import Manifests

struct KeptManifest: Equatable {
    /// ``found`` is the address after redirects.
    let asked: Address
    let found: Address
    let bytes: [UInt8]

    var text: ResourceAccess.Text { ResourceAccess.Text(bytes: bytes, location: .address(found), date: nil) }
}

/// Manifests of finished streams, stored beside their segments, so that a cached stream starts without its server.
/// Written at each start, read only if the server is unreachable. A document is the final address, a line feed, the
/// bytes.
struct KeptManifests {
    /// The most bytes. The manifest of hours in short segments has a megabyte.
    private static let limit = 8 << 20
    private let cache: ByteCache

    /// Returns `nil` if no manifests are stored. With strict authorisation the server must permit each start.
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
