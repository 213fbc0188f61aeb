package import Cells
package import PlayCore
package import PlaybackModel

package struct OutputTotals: Sendable, Equatable {
    package var bytes: Int64
    package var frames: Int
    package var pictures = 0
    package var link = LinkStatus.unknown
    /// The estimated similarity of the screen to the picture, 0 … 1, or `nil`.
    package var likeness: Double?

    package init(bytes: Int64 = 0, frames: Int = 0) {
        self.bytes = bytes
        self.frames = frames
    }
}

/// The values of the statistics page, taken once a second so that they can be read.
package struct StatisticsSample: Sendable, Equatable {
    package var takenAt: HostTime
    package var snapshot: PlaybackSnapshot
    package var totals: OutputTotals
    /// The rates of the last second; zeros in the first sample.
    package var bytesPerSecond: Int64
    package var framesPerSecond: Double
    package var bytesPerFrame: Int64
    /// The item's due pictures a second, shown or dropped, or `nil` if there were none.
    package var itemFramesPerSecond: Double?

    package static let interval = HostTime.seconds(1)

    package init(at now: HostTime, snapshot: PlaybackSnapshot, totals: OutputTotals) {
        takenAt = now
        self.snapshot = snapshot
        self.totals = totals
        bytesPerSecond = 0
        framesPerSecond = 0
        bytesPerFrame = 0
    }

    package func next(at now: HostTime, snapshot: PlaybackSnapshot, totals: OutputTotals) -> StatisticsSample {
        var sample = StatisticsSample(at: now, snapshot: snapshot, totals: totals)
        let seconds = max((now - takenAt).inSeconds, 0.001)
        let bytes = totals.bytes - self.totals.bytes
        let frames = totals.frames - self.totals.frames
        sample.bytesPerSecond = Int64(Double(bytes) / seconds)
        sample.framesPerSecond = Double(frames) / seconds
        sample.bytesPerFrame = frames > 0 ? bytes / Int64(frames) : 0
        let due = snapshot.statistics.dueFrames - self.snapshot.statistics.dueFrames
        if due > 0, snapshot.item == self.snapshot.item {
            sample.itemFramesPerSecond = Double(due) / seconds / snapshot.rate.value
        }
        return sample
    }
}
