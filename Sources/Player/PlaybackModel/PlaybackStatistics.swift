package import PlayCore

/// For the statistics page.
package struct PlaybackStatistics: Sendable, Equatable {
    /// FFmpeg's name, with the hardware device in brackets when one decodes.
    package var videoDecoder: String?
    package var audioDecoder: String?
    package var videoWidth = 0
    package var videoHeight = 0
    /// Of the picture on show: upright, in square pixels; 0 before the first.
    package var displayWidth = 0
    package var displayHeight = 0
    /// Nominal; nil when the container has none.
    package var framesPerSecond: Double?
    package var presentedFrames = 0
    /// Decoded, but late: dropped before scaling.
    package var droppedFrames = 0
    /// Of the file, where it is one of known size.
    package var sourceBytes: Int64?
    /// Times playing stopped for want of data.
    package var stallCount = 0
    /// Picture time minus sound time of the last picture; positive: the picture is late.
    package var audioVideoOffset: HostTime = .zero
    /// Bytes in the packet queues.
    package var queuedBytes = 0
    /// …and of those that have played and are kept for jumps.
    package var keptBytes = 0

    package init() {}

    /// Those whose time came.
    package var dueFrames: Int { presentedFrames + droppedFrames }
}
