package import Cells
package import PlayCore
package import PlaybackModel

/// The record of one presented frame (`--stats-file`).
package struct FrameRecord: Sendable, Equatable {
    /// The time at which the terminal got the frame.
    package var time: HostTime
    /// The media time of the newest picture taken, or `nil` before the first.
    package var mediaTime: MediaTime?
    package var outcome: FrameOutcome
    /// The status of the line after the frame.
    package var link: LinkStatus
    /// The number of pictures replaced before they could be shown, since the start.
    package var dropped: Int
    /// The number of the item's pictures that were too late to be scaled.
    package var late: Int
    /// `nil` unless the item comes over a network.
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

/// The bytes of an item so far, by their source.
package struct FetchFigures: Sendable, Equatable {
    package let network: Int64
    package let cached: Int64
    /// The bytes not fetched because the terminal cannot show more.
    package let saved: Int64
    /// `nil` before the first bytes.
    package let bitsPerSecond: Int64?

    package init(network: Int64, cached: Int64 = 0, saved: Int64 = 0, bitsPerSecond: Int64? = nil) {
        self.network = network
        self.cached = cached
        self.saved = saved
        self.bitsPerSecond = bitsPerSecond
    }

    /// Returns `nil` for an item that does not come over a network.
    package init?(_ snapshot: PlaybackSnapshot) {
        guard let network = snapshot.network else { return nil }
        self.init(
            network: network.byteCount, cached: network.cachedByteCount ?? 0,
            saved: snapshot.stream?.statistics.savedBytes ?? 0, bitsPerSecond: network.bitsPerSecond)
    }

    /// The share of the bytes saved by adapting to the terminal, 0 … 1, or `nil` if none were saved.
    package var savedShare: Double? {
        saved > 0 ? Double(saved) / Double(saved + network + cached) : nil
    }
}
