import Encoding
package import PlayCore

/// One break of an HLS stream, from the JSON of `X-ASSET-LIST` (RFC 8216bis, appendix D).
package struct AssetList: Sendable, Equatable {
    package struct Asset: Sendable, Equatable {
        /// Address or path; unverified.
        package let location: String
        package let duration: MediaTime?
    }

    package let assets: [Asset]
    /// The time from the beginning of the break.
    package let skipTime: MediaTime?

    package static let limit = 1 << 20
    private static let mostAssets = 32

    package init(_ bytes: [UInt8]) throws(AdvertErrorCode) {
        guard bytes.count <= Self.limit else { throw .unreadable }
        let document: JSONValue
        do {
            document = try JSONValue(document: bytes)
        } catch {
            throw .unreadable
        }
        guard let items = document["ASSETS"]?.items else { throw .notAdverts }
        assets = items.prefix(Self.mostAssets).compactMap { item in
            guard let location = item["URI"]?.text?.asReference else { return nil }
            return Asset(location: location, duration: item["DURATION"]?.number.flatMap(Self.time))
        }
        skipTime = document["SKIP-CONTROL"]?["OFFSET"]?.number.flatMap(Self.time)
    }

    private static func time(_ seconds: Double) -> MediaTime? {
        seconds >= 0 && seconds <= 86_400 ? MediaTime(seconds: seconds) : nil
    }
}
