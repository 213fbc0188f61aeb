package import PlayCore

package struct ClassParts: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case none
        case slices
        case items
    }

    package struct Row: Sendable, Equatable {
        package var title: String?
        /// On the axis of playback; `nil` if the part is an item of its own.
        package var start: MediaTime?
        package var duration: MediaTime?
        /// In the playlist; `nil` if ``start`` identifies the part.
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
    package var index = 0

    package init() {}

    package init(kind: Kind, rows: [Row], index: Int) {
        self.kind = kind
        self.rows = rows
        self.index = index
    }
}
