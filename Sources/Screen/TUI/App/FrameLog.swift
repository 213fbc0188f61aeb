package import Cells
package import PlayCore
package import PlaybackModel

/// What there is to say of one presented frame (`--stats-file`).
package struct FrameRecord: Sendable, Equatable {
    /// When it was handed to the terminal.
    package var time: HostTime
    /// Of the newest picture that was taken; nil before the first.
    package var mediaTime: MediaTime?
    package var outcome: FrameOutcome
    /// As it was after the frame.
    package var link: LinkStatus
    /// Pictures that were replaced before they could be shown, since the start.
    package var dropped: Int
    /// Pictures of the item whose time was over before they were scaled.
    package var late: Int
    /// Nil unless the item comes over a network.
    package var fetch: FetchFigures?

    package init(
        time: HostTime, mediaTime: MediaTime?, outcome: FrameOutcome, link: LinkStatus, dropped: Int, late: Int,
        fetch: FetchFigures? = nil
    ) {
        self.time = time
        self.mediaTime = mediaTime
        self.outcome = outcome
        self.link = link
        self.dropped = dropped
        self.late = late
        self.fetch = fetch
    }
}

/// Where an item's bytes came from so far. A value.
package struct FetchFigures: Sendable, Equatable {
    /// From servers.
    package let network: Int64
    /// From the disk.
    package let cached: Int64
    /// Of a stream, those that were not fetched because the terminal cannot show more.
    package let saved: Int64
    /// Nil before the first bytes.
    package let bitsPerSecond: Int64?

    package init(network: Int64, cached: Int64 = 0, saved: Int64 = 0, bitsPerSecond: Int64? = nil) {
        self.network = network
        self.cached = cached
        self.saved = saved
        self.bitsPerSecond = bitsPerSecond
    }

    /// Nil for what does not come over a network.
    package init?(_ snapshot: PlaybackSnapshot) {
        guard let network = snapshot.network else { return nil }
        self.init(
            network: network.byteCount, cached: network.cachedByteCount ?? 0,
            saved: snapshot.stream?.statistics.savedBytes ?? 0, bitsPerSecond: network.bitsPerSecond)
    }

    /// 0 … 1: of what would have been played without regard to the terminal; nil where nothing was saved.
    package var savedShare: Double? {
        saved > 0 ? Double(saved) / Double(saved + network + cached) : nil
    }
}
