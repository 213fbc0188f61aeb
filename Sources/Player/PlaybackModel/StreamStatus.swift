package import PlayCore

package struct StreamStatus: Sendable, Equatable {
    /// The definitions of the stream, the best last; keys are unique.
    package var definitions: [DefinitionInfo] = []
    /// Whether the network carries pictures. Otherwise the sound alone is read.
    package var carriesPictures = true
    package var definition: Int?
    /// The viewer's choice, or `nil` for automatic choice.
    package var chosenDefinition: Int?
    /// The video tracks of all angles; empty without a choice. One is read at a time; packets have the first's number.
    package var angles: [Int] = []
    package var angle: Int?
    /// The index of the network in use, from 0; ``networkCount`` is the number of networks that have the stream.
    package var network = 0
    package var networkCount = 1
    package var live: LiveState?
    /// The calendar time at which a live axis begins, different for each opening, or `nil` without a calendar.
    package var origin: UTCTime?
    /// The duration, known once a live stream has ended.
    package var duration: MediaTime?
    package var adverts: [RegionMark] = []
    /// The breaks that play in place of the stream; ``adverts`` are parts of it.
    package var breaks: [StreamBreak] = []
    /// Whether the stream is fetched in segments. Otherwise it is a film on this machine with prepared renditions.
    package var isSegmented = true
    /// Whether preview pictures are available at low cost.
    package var hasPreviews = false
    package var statistics = StreamStatistics()

    package init() {}
}

package struct StreamStatistics: Sendable, Equatable {
    /// The estimated bandwidth in bits per second, or `nil` before a measurement.
    package var bandwidth: Int?
    /// The present speed of arrival in bits per second.
    package var speed = 0
    /// The bytes from the network; ``cachedBytes`` are those from the cache.
    package var fetchedBytes: Int64 = 0
    package var cachedBytes: Int64 = 0
    /// The bytes saved because the terminal cannot show more, estimated from the bit rates.
    package var savedBytes: Int64 = 0
    /// The reason for this definition, for the statistics page, in English.
    package var reason = ""

    package init() {}
}
