import Options
import PlayCore
import Playback
import PlaybackModel
import RemoteControl
import Subtitles

/// What became of each item: once it has played, it has played.
final class ResultKeeper: SessionConsumer {
    private var results: [String: Result<Void, PlayError>] = [:]
    /// Videos that could not be played, in this order.
    private var failed: [String] = []

    func session(_ session: PlaybackSession, didChangeStatusFrom old: PlayStatus, to new: PlayStatus) {
        if [.ready, .playing, .paused, .reachEnd].contains(new) { results[session.video.id] = .success(()) }
    }

    func session(_ session: PlaybackSession, didFailWith error: PlayError) {
        error.log()
        // What broke off half-way for want of a network did not play.
        guard results[session.video.id] == nil || error.code == .requestFailed else { return }
        results[session.video.id] = .failure(error)
        if !failed.contains(session.video.id) { failed.append(session.video.id) }
    }

    var failures: [PlayError] {
        failed.compactMap { id in if case .failure(let error)? = results[id] { error } else { nil } }
    }

    var exitCode: ExitCode {
        let failed = results.values.count { if case .failure = $0 { true } else { false } }
        if failed == 0 { return .success }
        return failed == results.count ? .playFailed : .playPartlyFailed
    }
}

/// Which options an entry has, for whoever exists before the list does. Main thread.
final class OptionsOfEntries {
    var of: (Video) -> PlayerOptions = { _ in PlayerOptions() }
}

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

    func session(_ session: PlaybackSession, didCapture picture: CapturedPicture, at position: MediaTime) {
        log.writeCapture(at: position)
    }
}

extension EventLog {
    /// Lines are for all who listen to the controller; tracks of files are only worth a line in the log.
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
