/// One way to get a video's bytes. A value.
package struct Source: Sendable, Hashable, Updatable {
    /// How the bytes are packed for delivery.
    package enum Delivery: String, Sendable, Hashable {
        /// One file that is read from anywhere in it.
        case progressive
        case hls
        case dash
        /// Read once, from the start (a pipe).
        case stream
    }

    /// Path, address, or `-` for standard input, as the user gave it; unverified text.
    package var location: String
    package var delivery: Delivery
    /// What it shows; several sources of one definition are addresses of the same thing. Nil: the
    /// source does not say.
    package var definition: DefinitionInfo?

    /// Other addresses of the same bytes, in the order in which they are tried; unverified text.
    package var alternates: [String] = []

    /// Whether its bytes may be kept on the disk, where a cache is on.
    package var isCacheable = true

    package init(_ location: String, delivery: Delivery = .progressive, definition: DefinitionInfo? = nil) {
        self.location = location
        self.delivery = delivery
        self.definition = definition
    }

    /// It says nothing but where it is, how it is packed and whether it may be kept.
    var isPlain: Bool { definition == nil && alternates.isEmpty }
}
