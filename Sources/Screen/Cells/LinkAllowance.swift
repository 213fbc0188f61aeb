package import PlayCore

/// How many bytes a frame may cost without a growing queue on the line to the terminal.
package struct LinkAllowance: Sendable, Equatable {
    /// The bytes for the picture's cells, or `nil` to show the frame exactly. With 0 only chrome is written.
    package let bytes: Int?
    /// The bytes per frame in the long run, or nil if the line carries more than any frame needs or was not measured.
    package let sustainedBytes: Int?

    package static let unlimited = LinkAllowance(bytes: nil, sustainedBytes: nil)
    package static let chromeOnly = LinkAllowance(bytes: 0, sustainedBytes: nil)

    package init(bytes: Int?, sustainedBytes: Int? = nil) {
        self.bytes = bytes
        self.sustainedBytes = sustainedBytes
    }
}

package struct FrameOutcome: Sendable, Equatable {
    package var bytes: Int
    /// The share of ``bytes`` for the rows of the picture writer.
    package var pictureBytes: Int
    /// Whether the screen does not yet match the frame: presenting the same frame again improves it.
    package var isApproximate: Bool
    /// The least distortion that one byte had to save, or `nil` if nothing was weighed.
    package var lambda: Double?
    /// The estimated similarity of screen and frame, 0 … 1, or `nil` if there is none.
    package var ssim: Double?

    package init(
        bytes: Int = 0, pictureBytes: Int = 0, isApproximate: Bool = false, lambda: Double? = nil, ssim: Double? = nil
    ) {
        self.bytes = bytes
        self.pictureBytes = pictureBytes
        self.isApproximate = isApproximate
        self.lambda = lambda
        self.ssim = ssim
    }
}

package struct LinkStatus: Sendable, Equatable {
    package var isLimited: Bool
    package var bytesPerSecond: Double?
    /// The round trip without queues, or `nil` until the terminal has answered.
    package var roundTrip: HostTime?
    /// Bytes written that are not known to have arrived.
    package var inFlight: Int
    /// Estimated, until the queued bytes have arrived.
    package var queue: HostTime

    package static let unknown = LinkStatus(isLimited: false, inFlight: 0, queue: .zero)

    package init(
        isLimited: Bool, bytesPerSecond: Double? = nil, roundTrip: HostTime? = nil, inFlight: Int, queue: HostTime
    ) {
        self.isLimited = isLimited
        self.bytesPerSecond = bytesPerSecond
        self.roundTrip = roundTrip
        self.inFlight = inFlight
        self.queue = queue
    }
}
