/// How many bytes a frame may have on its way to the terminal.
package struct LinkAllowance: Sendable, Equatable {
    /// For this frame; nil: as many as it takes, 0: only what is not picture.
    package var bytes: Int?
    /// What the link carries for each frame in the long run; nil: more than any frame needs.
    package var sustained: Int?

    package init(bytes: Int?, sustained: Int? = nil) {
        self.bytes = bytes
        self.sustained = sustained
    }

    package static let unlimited = LinkAllowance(bytes: nil)
    package static let chromeOnly = LinkAllowance(bytes: 0)
}

/// What became of a frame.
package struct FrameOutcome: Sendable, Equatable {
    /// Bytes of the rows that the encoder wrote.
    package var bytes = 0
    /// Some picture on the screen is not yet as wanted: with more bytes it gets better.
    package var isApproximate = false
    /// What a byte was worth in squared error (per cell, summed over the components); nil: no picture was written.
    package var lambda: Double?
    /// Structural similarity of screen and picture, where it was measured: 1 is the same.
    package var similarity: Double?

    package init() {}
}
