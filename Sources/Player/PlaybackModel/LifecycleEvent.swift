package import PlayCore

/// Named lifecycle events. `--log-events` writes each, in order.
package enum LifecycleEvent: String, Sendable, CaseIterable {
    case ready = "Ready"
    case play = "Play"
    case pause = "Pause"
    case playRequest = "PlayRequest"
    case pauseRequest = "PauseRequest"
    case end = "End"
    case fail = "Fail"
    case error = "Error"
    case terminate = "Terminate"
    case failedToPlayToEndTime = "FailedToPlayToEndTime"
    /// A failed item is set up again. Exactly one of the next two events follows.
    case resumeBegin = "ResumeBegin"
    case resumeComplete = "ResumeComplete"
    case resumeFail = "ResumeFail"
    case firstRenderedStart = "FirstRenderedStart"
    case seekEnd = "SeekEnd"
    case loopingStart = "LoopingStart"
    case playbackStalled = "PlaybackStalled"
    case playbackRecovered = "PlaybackRecovered"
    case playbackBufferEmpty = "PlaybackBufferEmpty"
    case playbackLikelyToKeepUp = "PlaybackLikelyToKeepUp"
    case switchToSoftwareDecoder = "EVENT_SWITCH_TO_SOFTWARE_DECODER"
    case loadingTimeout = "ERROR_LOADING_TIMEOUT"
    /// The view of a whole sphere changed to this style.
    case video360Normal = "Video360Normal"
    case video360Goggles = "Video360VRGoggles"
    case networkRetry = "EVENT_PLAYER_NETWORK_RETRY"
}

package struct TimedEvent: Sendable, Equatable {
    package let event: LifecycleEvent
    package let position: MediaTime
    package let hostTime: HostTime
    /// The number from ``PlaybackEngine/setUp(_:options:)``.
    package let item: Int
    /// The error of ``LifecycleEvent/fail``. The item may already be retried when the event is read.
    package let error: PlayError?

    package init(
        event: LifecycleEvent, position: MediaTime, hostTime: HostTime, item: Int = 0, error: PlayError? = nil
    ) {
        self.event = event
        self.error = error
        self.position = position
        self.hostTime = hostTime
        self.item = item
    }
}
