/// PLAY-01, PLAY-03: which engine plays an item. A value.
package struct EngineChoice: Sendable, Hashable {
    package let type: PlayerType
    /// PLAY-03: another one was asked for, but the item is encrypted.
    package let isSwitched: Bool

    package init(_ type: PlayerType, isSwitched: Bool = false) {
        self.type = type
        self.isSwitched = isSwitched
    }
}

/// PLAY-01: `playerType`; numbers of the catalogue's section 15. The engine of this program is the system's: it gives its
/// frames away.
package enum PlayerType: Int, Sendable, CaseIterable {
    case avPlayer = 0
    case ijkPlayer = 1
}
