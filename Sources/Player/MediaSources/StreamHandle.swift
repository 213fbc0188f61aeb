package import Adaptation
package import PlayCore
package import PlaybackModel

/// The `playback` thread's way to a segmented stream, whose packets another thread reads. Any thread; returns at once.
package protocol StreamHandle: AnyObject, Sendable {
    var status: StreamStatus { get }

    /// How playing stands: what to fetch depends on it.
    func note(_ demand: StreamDemand)
    /// An index of ``StreamStatus/definitions``; nil: by itself. Out of range: nothing happens.
    func selectDefinition(_ index: Int?)
    /// One of ``StreamStatus/angles``. Another number: nothing happens.
    func selectAngle(_ track: Int)
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
    /// How the picture lies in it: what is cropped has to be fetched, too.
    package let scaling: ScalingMode

    package init(
        buffered: MediaTime, position: MediaTime, rate: PlaybackRate, isAdvancing: Bool, isWanted: Bool = true,
        grid: PixelGrid?, scaling: ScalingMode = .aspectFit
    ) {
        self.buffered = buffered
        self.position = position
        self.rate = rate
        self.isAdvancing = isAdvancing
        self.isWanted = isWanted
        self.grid = grid
        self.scaling = scaling
    }
}

extension StreamDemand {
    /// What the screen can show; nil when unknown.
    package var cap: DisplayCap? { grid.map { DisplayCap(grid: $0, scaling: scaling) } }
}

extension DisplayCap {
    package init(grid: PixelGrid, scaling: ScalingMode) {
        self.init(grid: grid, fit: Fit(scaling))
    }
}

extension DisplayCap.Fit {
    fileprivate init(_ scaling: ScalingMode) {
        switch scaling {
        case .aspectFit: self = .inside
        case .aspectFill: self = .covering
        case .fill: self = .stretched
        }
    }
}
