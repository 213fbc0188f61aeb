package import PlayCore

/// The `playback` thread's way to a segmented stream, whose packets another thread reads. Any thread; returns at once.
package protocol StreamHandle: AnyObject, Sendable {
    var status: StreamStatus { get }

    /// How playing stands: what to fetch depends on it.
    func note(_ demand: StreamDemand)
    /// CTRL-06: an index of ``StreamStatus/definitions``; nil: by itself (ADV-27). Out of range: nothing happens.
    func selectDefinition(_ index: Int?)
    /// The tracks of text that are fetched from now on.
    func selectTexts(_ tracks: Set<Int>)
}

/// What playing needs of a stream.
package struct StreamDemand: Sendable, Equatable {
    /// Media that is read ahead of the position, in the track that has least.
    package let buffered: MediaTime
    /// Where playing stands.
    package let position: MediaTime
    package let rate: PlaybackRate
    /// Data is used up while it comes: neither paused nor waiting.
    package let isAdvancing: Bool
    /// It would be, if there was enough.
    package let isWanted: Bool
    /// What the screen shows of a picture; nil when unknown.
    package let grid: PixelGrid?

    package init(
        buffered: MediaTime, position: MediaTime, rate: PlaybackRate, isAdvancing: Bool, isWanted: Bool = true,
        grid: PixelGrid?
    ) {
        self.buffered = buffered
        self.position = position
        self.rate = rate
        self.isAdvancing = isAdvancing
        self.isWanted = isWanted
        self.grid = grid
    }
}

/// What a segmented stream tells of itself, at one instant.
package struct StreamStatus: Sendable, Equatable {
    /// INFO-03: the definitions it comes in, the best last; keys are unique.
    package var definitions: [DefinitionInfo] = []
    /// The one that is being read, as far as it is known.
    package var definition: Int?
    /// The viewer's choice; nil: by itself.
    package var chosenDefinition: Int?
    /// INFO-06: of the networks that have it, which one is in use, from 0 on; and how many there are.
    package var network = 0
    package var networkCount = 1
    /// Nil unless it is live now.
    package var live: LiveState?
    /// Known once a live stream has ended.
    package var duration: MediaTime?
    package var statistics = StreamStatistics()

    package init() {}
}

/// Figures of a stream, for the statistics page.
package struct StreamStatistics: Sendable, Equatable {
    /// Bits per second that the network is thought to carry; nil before anything was measured.
    package var bandwidth: Int?
    /// ADV-69: bits per second that come in now.
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
