package import PlayCore

/// Whether a still picture stands in place of the video. A value.
package struct PlaceholderRule: Sendable, Equatable {
    package var definitionIsAudio = false
    package var recordType: RecordType?
    package var presenterHasVideo = false
    package var isMediaPlaying = false
    package var isDesktopSharing = false
    package var isInteractiveClass1v1SignalingRecord = false

    package init() {}

    /// In the catalogue's order.
    package var isVisible: Bool {
        if definitionIsAudio { return true }
        if recordType == .mixed || recordType == .compositeVideo { return false }
        return !(presenterHasVideo || isMediaPlaying || isDesktopSharing || isInteractiveClass1v1SignalingRecord)
    }
}
