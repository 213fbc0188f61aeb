package import PlayCore

/// What a class consists of, to choose from. A value; its texts are unverified.
package struct RoomParts: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// Nothing to choose: the class is one recording.
        case none
        /// They play as one.
        case slices
        /// They are items of the list.
        case items
    }

    package struct Row: Sendable, Equatable {
        package var title: String?
        /// On the axis of what plays; nil: it is an item of its own.
        package var start: MediaTime?
        package var duration: MediaTime?
        /// By which the list knows it; nil: see ``start``.
        package var location: String?

        package init(
            title: String?, start: MediaTime? = nil, duration: MediaTime? = nil, location: String? = nil
        ) {
            self.title = title
            self.start = start
            self.duration = duration
            self.location = location
        }
    }

    package var kind = Kind.none
    package var rows: [Row] = []
    /// The one that plays.
    package var index = 0

    package init() {}

    package init(kind: Kind, rows: [Row], index: Int) {
        self.kind = kind
        self.rows = rows
        self.index = index
    }
}
