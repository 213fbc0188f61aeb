package import PlayCore

/// What a frame may cost: what the line to the terminal carries without falling behind.
package struct LinkAllowance: Sendable, Equatable {
    /// Bytes for the picture's cells in this frame. Nil: no limit, the frame is shown exactly. 0: only cells of chrome,
    /// which are always written.
    package let bytes: Int?
    /// Bytes that the line carries per frame in the long run; nil: more than any frame needs, or not known yet.
    package let sustainedBytes: Int?

    package static let unlimited = LinkAllowance(bytes: nil, sustainedBytes: nil)
    package static let chromeOnly = LinkAllowance(bytes: 0, sustainedBytes: nil)

    package init(bytes: Int?, sustainedBytes: Int? = nil) {
        self.bytes = bytes
        self.sustainedBytes = sustainedBytes
    }
}

/// What became of a frame.
package struct FrameOutcome: Sendable, Equatable {
    /// Everything that was written for the frame.
    package var bytes: Int
    /// What the rows of the picture writer took of it.
    package var pictureBytes: Int
    /// What is shown is not yet what was wanted: it gets better when the same frame is presented again.
    package var isApproximate: Bool
    /// Distortion that a byte had to save to be written; nil where nothing was weighed.
    package var lambda: Double?
    /// Estimate of the likeness of what is shown to what was wanted, 0 … 1; nil where there is none.
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

/// What is known of the line to the terminal, for statistics.
package struct LinkStatus: Sendable, Equatable {
    /// Frames get a limited number of bytes.
    package var isLimited: Bool
    /// Nil until it was measured.
    package var bytesPerSecond: Double?
    /// There and back without queues; nil until the terminal answered.
    package var roundTrip: HostTime?
    /// Bytes written and not known to have arrived.
    package var inFlight: Int
    /// How long what is queued on the way takes from now on, by estimate.
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
