package import PlayCore

/// The parts of a class for the viewer to choose from. The texts are unverified.
package struct ClassParts: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case none
        case slices
        /// The parts are items of the playlist.
        case items
    }

    package struct Row: Sendable, Equatable {
        package var title: String?
        /// The start on the axis of playback, or `nil` if the part is an item of its own.
        package var start: MediaTime?
        package var duration: MediaTime?
        /// The location in the playlist, or `nil` if ``start`` identifies the part.
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
