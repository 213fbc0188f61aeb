package struct Source: Sendable, Hashable, Updatable {
    package enum Delivery: String, Sendable, Hashable {
        /// One file with random access.
        case progressive
        case hls
        case dash
        /// Read once, from the start, like a pipe.
        case stream
    }

    /// Path, address, or `-` for standard input, as the user wrote it. Unverified text.
    package var location: String
    package var delivery: Delivery
    /// `nil` if undeclared. Sources of the same definition are addresses of the same content.
    package var definition: DefinitionInfo?

    /// Other addresses of the same bytes, in the order of attempts. Unverified text.
    package var alternates: [String] = []

    /// Whether the disk cache may store its bytes.
    package var isCacheable = true

    package init(_ location: String, delivery: Delivery = .progressive, definition: DefinitionInfo? = nil) {
        self.location = location
        self.delivery = delivery
        self.definition = definition
    }

    var isPlain: Bool { definition == nil && alternates.isEmpty }
}
