package import PlayCore

package struct StreamStatus: Sendable, Equatable {
    /// The best last; keys are unique.
    package var definitions: [DefinitionInfo] = []
    /// Whether the network carries pictures. Otherwise only the sound is read.
    package var carriesPictures = true
    package var definition: Int?
    /// `nil` for automatic choice.
    package var chosenDefinition: Int?
    /// The video tracks of all angles; empty without a choice. Only one is read, under the first one's number.
    package var angles: [Int] = []
    package var angle: Int?
    /// The index of the network in use, below ``networkCount``.
    package var network = 0
    package var networkCount = 1
    package var live: LiveState?
    /// The calendar time of a live axis' zero, different for each opening. `nil` without a calendar.
    package var origin: UTCTime?
    package var duration: MediaTime?
    package var adverts: [RegionMark] = []
    /// Media that interrupts the stream. ``adverts`` are parts of the stream.
    package var breaks: [StreamBreak] = []
    /// Whether the stream is fetched in segments. Otherwise it is a local film with prepared renditions.
    package var isSegmented = true
    package var hasPreviews = false
    package var statistics = StreamStatistics()

    package init() {}
}

package struct StreamStatistics: Sendable, Equatable {
    /// Estimated, in bits per second, or `nil` before a measurement.
    package var bandwidth: Int?
    /// In bits per second at present.
    package var speed = 0
    /// The bytes from the network; ``cachedBytes`` came from the cache.
    package var fetchedBytes: Int64 = 0
    package var cachedBytes: Int64 = 0
    /// Bytes not fetched because the terminal cannot show more, estimated from the bit rates.
    package var savedBytes: Int64 = 0
    /// Why this definition was chosen, for the statistics page. English.
    package var reason = ""

    package init() {}
}
