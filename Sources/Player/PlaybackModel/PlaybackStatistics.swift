package import PlayCore

package struct PlaybackStatistics: Sendable, Equatable {
    /// FFmpeg's name, with the hardware device in brackets.
    package var videoDecoder: String?
    package var audioDecoder: String?
    package var videoWidth = 0
    package var videoHeight = 0
    /// The present picture: upright, in square pixels; 0 before the first.
    package var displayWidth = 0
    package var displayHeight = 0
    /// `nil` if the container has none.
    package var framesPerSecond: Double?
    package var presentedFrames = 0
    /// Frames decoded too late and dropped before scaling.
    package var droppedFrames = 0
    package var sourceBytes: Int64?
    package var stallCount = 0
    /// The last picture's time minus the sound's. Positive if the picture is late.
    package var audioVideoOffset: HostTime = .zero
    package var queuedBytes = 0
    package var keptBytes = 0

    package init() {}

    package var dueFrames: Int { presentedFrames + droppedFrames }
}
