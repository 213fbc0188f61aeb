package import PlayCore

/// One line above the control bar.
package struct Message: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case info, warning, error

        package var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    package var text: String
    package var kind: Kind
    /// `nil` if the message stays until a key.
    package var until: HostTime?
    /// When the message was written or, if it had to wait, shown.
    package var since: HostTime
    /// Whether it stays when another item starts.
    package var outlivesItem: Bool
    /// The range in times of the item. Outside of it the message disappears.
    package var range: MediaRange?
    /// Whether it disappears when an advert interrupts the item.
    package var isAboutPart = false
    /// The notice of the item with which it disappears.
    package var notice: Int?
    /// Whether it answers an input, for which the viewer waits.
    package var isAnswer = false
    /// The time for which the message was seen before another one covered it.
    package var seen = HostTime.zero

    /// Whether a step back removes the message before it leaves a page.
    package var staysUnread: Bool { kind != .info }

    /// Shows information for two seconds. A warning, which comes without a request and is longer, stays eight. An error
    /// stays until a key.
    package init(_ text: String, _ kind: Kind = .info, outlivesItem: Bool = false, at now: HostTime) {
        self.text = text
        self.kind = kind
        self.outlivesItem = outlivesItem
        since = now
        switch kind {
        case .info: until = now + .seconds(2)
        case .warning: until = now + .seconds(8)
        case .error: until = nil
        }
    }
}
