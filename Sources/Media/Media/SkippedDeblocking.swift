/// Leaves out deblocking (H.264, HEVC with SAO, VP8) to save time.
package enum SkippedDeblocking: Sendable {
    case none
    /// Few pictures refer to B frames, so the error stays small.
    case inBFrames
    /// Where pictures refer to each other, the error grows from one to the next.
    case inAll

    /// At a quarter of its height or less, a picture does not show missing deblocking of B frames.
    ///
    /// - Parameter shownHeight: 0 while the picture is not shown.
    package init(sourceHeight: Int, shownHeight: Int) {
        self = shownHeight * 4 <= sourceHeight ? .inBFrames : .none
    }

    /// For previews: they are small, and each is decoded without the others.
    package static let forPreviews = SkippedDeblocking.inAll
}
