package import PlayCore

/// PLAY-01 … PLAY-03: which engine plays an item, or why none does.
package enum EngineRule {
    package enum Decision: Sendable, Equatable {
        case play(PlayerType)
        /// PLAY-03: the item is encrypted; whoever kept engine-dependent values reads them again.
        case switched(to: PlayerType)
        case refuse(Refusal)
    }

    package enum Refusal: Sendable, Equatable {
        /// The system engine does not play FLV.
        case flvNeedsExtended
        /// The extended engine does not play HLS.
        case hlsNeedsSystem
    }

    /// `system` or `extended`.
    package static func engine(named name: String) -> PlayerType? {
        switch name {
        case "system": .avPlayer
        case "extended": .ijkPlayer
        default: nil
        }
    }

    /// - Parameters:
    ///   - isEncrypted: as the service says; `--encrypted` alone counts with the extended engine only (PLAY-05).
    ///   - isFLV: what the address or the content tells.
    package static func decide(
        _ wanted: PlayerType, isEncrypted: Bool, delivery: Source.Delivery, isFLV: Bool
    ) -> Decision {
        let engine: PlayerType = isEncrypted ? .ijkPlayer : wanted
        if engine == .ijkPlayer, delivery == .hls { return .refuse(.hlsNeedsSystem) }
        if engine == .avPlayer, isFLV { return .refuse(.flvNeedsExtended) }
        return engine == wanted ? .play(engine) : .switched(to: engine)
    }

    /// PLAY-05: whether a request is for an encrypted item.
    package static func isEncrypted(service: Bool, request: Bool, engine: PlayerType) -> Bool {
        service || (request && engine == .ijkPlayer)
    }
}
