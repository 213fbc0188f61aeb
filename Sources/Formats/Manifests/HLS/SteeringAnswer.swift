package import PlayCore

/// The response of a steering server (RFC 8216bis, 7.2; DASH uses the same with other names).
package struct SteeringAnswer: Sendable, Equatable {
    /// The pathways, best first; unverified texts.
    package let pathways: [String]
    package let timeToLive: MediaTime
    /// `nil` for the address of this request.
    package let reload: ResourceReference?

    private struct Answer: Decodable {
        let version: Int
        let timeToLive: Int?
        let reload: String?
        let hlsPathways: [String]?
        let dashPathways: [String]?

        enum CodingKeys: String, CodingKey {
            case version = "VERSION"
            case timeToLive = "TTL"
            case reload = "RELOAD-URI"
            case hlsPathways = "PATHWAY-PRIORITY"
            case dashPathways = "SERVICE-LOCATION-PRIORITY"
        }
    }

    /// - Throws: `.malformed`, `.tooLarge`, `.unsupported` for another version.
    package static func parse(_ bytes: [UInt8], at location: ManifestLocation) throws(ManifestError) -> SteeringAnswer {
        let answer: Answer = try SmallJSON.decode(bytes)
        guard answer.version == 1 else { throw ManifestError(.unsupported, "steering version \(answer.version)") }
        // 300 seconds are the default (7.2). A server that answers 0 must not be polled continuously.
        let seconds = min(max(answer.timeToLive ?? 300, 10), 86_400)
        return SteeringAnswer(
            pathways: answer.hlsPathways ?? answer.dashPathways ?? [], timeToLive: .seconds(seconds),
            reload: answer.reload.flatMap(location.resolve))
    }
}
