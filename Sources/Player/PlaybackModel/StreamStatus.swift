package import PlayCore

/// What a segmented stream tells of itself, at one instant.
package struct StreamStatus: Sendable, Equatable {
    /// The definitions it comes in, the best last; keys are unique.
    package var definitions: [DefinitionInfo] = []
    /// The one that is being read, as far as it is known.
    package var definition: Int?
    /// The viewer's choice; nil: by itself.
    package var chosenDefinition: Int?
    /// Video tracks that show the same event from elsewhere, of which one is read at a time: its packets come under the
    /// number of the first. Empty: there is nothing to choose.
    package var angles: [Int] = []
    /// The one that is chosen.
    package var angle: Int?
    /// Of the networks that have it, which one is in use, from 0 on; and how many there are.
    package var network = 0
    package var networkCount = 1
    /// Nil unless it is live now.
    package var live: LiveState?
    /// The instant by the calendar at which a live stream's axis begins: another one each time it is opened. Nil: it
    /// has no calendar.
    package var origin: UTCTime?
    /// Known once a live stream has ended.
    package var duration: MediaTime?
    /// Parts of it that are adverts, as it marks them.
    package var adverts: [RegionMark] = []
    /// What it wants played in its place.
    package var breaks: [StreamBreak] = []
    /// It is fetched in segments; else it is a film of this machine with smaller renditions beside it.
    package var isSegmented = true
    /// It has pictures of places that cost little.
    package var hasPreviews = false
    package var statistics = StreamStatistics()

    package init() {}
}

/// Figures of a stream, for the statistics page.
package struct StreamStatistics: Sendable, Equatable {
    /// Bits per second that the network is thought to carry; nil before anything was measured.
    package var bandwidth: Int?
    /// Bits per second that come in now.
    package var speed = 0
    /// Bytes from the network, and from the cache.
    package var fetchedBytes: Int64 = 0
    package var cachedBytes: Int64 = 0
    /// Bytes that were not fetched because the terminal cannot show more, as far as the bit rates tell.
    package var savedBytes: Int64 = 0
    /// Why this definition: for the statistics page, in English.
    package var reason = ""

    package init() {}
}
