package import Media
package import PlayCore
package import PlaybackModel

/// A picture that was taken: the item's own, without anything that lies over it.
package enum CapturedPicture: Sendable {
    /// As it was decoded, at full resolution.
    case frame(VideoFrame)
    /// As it was scaled for the pane.
    case scaled(ScaledPicture)
}

/// What is not the engine's, told by whoever has it. Main thread.
extension PlaybackController {
    /// - Parameter position: in the main content.
    package func report(_ change: SubtitleChange, at position: MediaTime) {
        guard let session else { return }
        tell { $0.session(session, didChangeSubtitle: change, at: position) }
    }

    package func report(_ picture: CapturedPicture, at position: MediaTime) {
        guard let session else { return }
        tell { $0.session(session, didCapture: picture, at: position) }
    }
}
