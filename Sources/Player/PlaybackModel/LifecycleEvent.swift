package import PlayCore

/// Named lifecycle events, in the order of happening; `--log-events` writes each.
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
    /// An item that failed is set up anew; exactly one of the two after it follows.
    case resumeBegin = "ResumeBegin"
    case resumeComplete = "ResumeComplete"
    case resumeFail = "ResumeFail"
    /// An item's first picture is shown.
    case firstRenderedStart = "FirstRenderedStart"
    /// What the viewer sought is there.
    case seekEnd = "SeekEnd"
    /// The item, or the part between A and B, begins anew by itself.
    case loopingStart = "LoopingStart"
    case playbackStalled = "PlaybackStalled"
    case playbackRecovered = "PlaybackRecovered"
    case playbackBufferEmpty = "PlaybackBufferEmpty"
    case playbackLikelyToKeepUp = "PlaybackLikelyToKeepUp"
    case switchToSoftwareDecoder = "EVENT_SWITCH_TO_SOFTWARE_DECODER"
    case loadingTimeout = "ERROR_LOADING_TIMEOUT"
    /// A view of a whole sphere is shown in this style.
    case video360Normal = "Video360Normal"
    case video360Goggles = "Video360VRGoggles"
    case networkRetry = "EVENT_PLAYER_NETWORK_RETRY"
}

/// A lifecycle event with the position at which it happened.
package struct TimedEvent: Sendable, Equatable {
    package let event: LifecycleEvent
    package let position: MediaTime
    package let hostTime: HostTime
    /// What ``PlaybackEngine/setUp(_:options:)`` returned for its item.
    package let item: Int
    /// Of ``LifecycleEvent/fail``, which by the time it is taken may be tried again.
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
