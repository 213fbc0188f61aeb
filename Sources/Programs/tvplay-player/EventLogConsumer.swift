import PlayCore
import Playback
import PlaybackModel
import RemoteControl
import Subtitles

/// `--log-events`.
final class EventLogConsumer: SessionConsumer {
    private let log: EventLog

    init(_ log: EventLog) { self.log = log }

    func session(_ session: PlaybackSession, didReceive event: LifecycleEvent, at position: MediaTime) {
        log.write(event, at: position)
    }

    func session(_ session: PlaybackSession, didChangeSubtitle change: SubtitleChange, at position: MediaTime) {
        log.write(change, at: position)
    }

    func session(_ session: PlaybackSession, didPass point: CuePoint, isSkipped: Bool) {
        log.write(point, isSkipped: isSkipped)
    }

    func session(_ session: PlaybackSession, didMeet event: AdvertEvent, at position: MediaTime) {
        log.write(event, at: position)
    }

    func session(_ session: PlaybackSession, didCapture picture: CapturedPicture, at position: MediaTime) {
        log.writeCapture(at: position)
    }
}

extension EventLog {
    /// Writes an event of subtitles. All observers get lines; tracks of files only need a line in the log.
    func write(_ event: SubtitleEvent, at position: MediaTime, _ controller: PlaybackController) {
        switch event {
        case .added(let track, _): writeAdded(track: track, at: position)
        case .header(let track, _): writeHeader(track: track, at: position)
        case .show(let track, let id, let text):
            controller.report(.show(track: track, id: id, text: text), at: position)
        case .hide(let track, let id): controller.report(.hide(track: track, id: id), at: position)
        }
    }
}
