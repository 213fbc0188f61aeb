package import PlayCore
package import Playback
package import PlaybackModel
package import RemoteControl
package import Subtitles

/// `--log-events`.
package final class EventLogConsumer: SessionConsumer {
    private let log: EventLog

    package init(_ log: EventLog) { self.log = log }

    package func session(_ session: PlaybackSession, didReceive event: LifecycleEvent, at position: MediaTime) {
        log.write(event, at: position)
    }

    package func session(_ session: PlaybackSession, didChangeSubtitle change: SubtitleChange, at position: MediaTime) {
        log.write(change, at: position)
    }

    package func session(_ session: PlaybackSession, didPass point: CuePoint, isSkipped: Bool) {
        log.write(point, isSkipped: isSkipped)
    }

    package func session(_ session: PlaybackSession, didMeet event: AdvertEvent, at position: MediaTime) {
        log.write(event, at: position)
    }

    package func session(_ session: PlaybackSession, didCapture picture: CapturedPicture, at position: MediaTime) {
        log.writeCapture(at: position)
    }
}

extension EventLog {
    /// Writes lines for all observers' events. Tracks of files only need a line in the log.
    package func write(_ event: SubtitleEvent, at position: MediaTime, _ controller: PlaybackController) {
        switch event {
        case .added(let track, _): writeAdded(track: track, at: position)
        case .header(let track, _): writeHeader(track: track, at: position)
        case .show(let track, let id, let text):
            controller.report(.show(track: track, id: id, text: text), at: position)
        case .hide(let track, let id): controller.report(.hide(track: track, id: id), at: position)
        }
    }
}
