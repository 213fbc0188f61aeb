package import PlayCore

/// Decides when a still picture replaces the video.
package struct PlaceholderRule: Sendable, Equatable {
    package var definitionIsAudio = false
    package var recordType: RecordType?
    package var presenterHasVideo = false
    package var isMediaPlaying = false
    package var isDesktopSharing = false
    package var isInteractiveClass1v1SignalingRecord = false

    package init() {}

    package var isVisible: Bool {
        if definitionIsAudio { return true }
        if recordType == .mixed || recordType == .compositeVideo { return false }
        return !(presenterHasVideo || isMediaPlaying || isDesktopSharing || isInteractiveClass1v1SignalingRecord)
    }
}
