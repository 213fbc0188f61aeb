package import Media
package import PlayCore

/// ADV-29: a picture that was taken: the item's own, without anything that lies over it.
package enum CapturedPicture: Sendable {
    /// As it was decoded, at full resolution.
    case frame(VideoFrame)
    /// As it was scaled for the pane.
    case scaled(ScaledPicture)
}

/// ADV-05: a line of subtitles comes or goes.
package enum SubtitleChange: Sendable, Equatable {
    /// `onSubtitleShow(index, text)`: `track` counts the item's subtitles from 0, `id` its lines; unverified text.
    case show(track: Int, id: Int, text: String)
    /// `onSubtitleHide(index)`.
    case hide(track: Int, id: Int)
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
