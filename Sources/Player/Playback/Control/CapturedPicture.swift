package import Media
package import PlayCore
package import PlaybackModel

package enum CapturedPicture: Sendable {
    case frame(VideoFrame)
    case scaled(ScaledPicture)
}

/// Reports events from outside the engine. Main thread.
extension PlaybackController {
    package func report(_ change: SubtitleChange, at position: MediaTime) {
        guard let session else { return }
        tell { $0.session(session, didChangeSubtitle: change, at: position) }
    }

    package func report(_ picture: CapturedPicture, at position: MediaTime) {
        guard let session else { return }
        tell { $0.session(session, didCapture: picture, at: position) }
    }
}
