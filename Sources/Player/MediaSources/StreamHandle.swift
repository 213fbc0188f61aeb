package import PlayCore
package import PlaybackModel

/// The `playback` thread's handle of a stream that another thread reads. Any thread; returns at once.
package protocol StreamHandle: AnyObject, Sendable {
    var status: StreamStatus { get }

    /// Reports the state of playback, which decides what is fetched.
    func note(_ demand: StreamDemand)
    /// Selects an index of ``StreamStatus/definitions``, or `nil` for automatic choice. Ignores an invalid index.
    func selectDefinition(_ index: Int?)
    /// Selects one of ``StreamStatus/angles``. Ignores any other number.
    func selectAngle(_ track: Int)
    func selectTexts(_ tracks: Set<Int>)
}

package struct StreamDemand: Sendable, Equatable {
    /// The media ahead of the position, in the track with the least.
    package let buffered: MediaTime
    package let position: MediaTime
    package let rate: PlaybackRate
    /// Whether playback uses data now: it is neither paused nor waiting.
    package let isAdvancing: Bool
    package let isWanted: Bool
    package let grid: PixelGrid?
    /// How the picture fits into the grid. Cropped parts must be fetched, too.
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
