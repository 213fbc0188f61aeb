import Options
import PlayCore
import Playback
import PlaybackModel

/// The results of the items. An item that has played counts as a success, even if it fails later.
final class ResultKeeper: SessionConsumer {
    private var results: [String: Result<Void, PlayError>] = [:]
    private var failed: [String] = []
    private var endedEarly: Set<String> = []
    /// The messages about videos that ended too early, and clips that did not play.
    private(set) var shortfalls: [String] = []

    func session(_ session: PlaybackSession, didChangeStatusFrom old: PlayStatus, to new: PlayStatus) {
        if [.ready, .playing, .paused, .reachEnd].contains(new) { results[session.video.id] = .success(()) }
    }

    func session(_ session: PlaybackSession, didEndEarly end: EarlyEnd) {
        let words = PlayError(.playFailed, reason: end.words, item: end.item).lastWords
        Log.shared.write(.warning, "play", words)
        endedEarly.insert(session.video.id)
        addShortfall(words)
    }

    func session(_ session: PlaybackSession, didFailClip error: PlayError) {
        error.log()
        addShortfall(error.lastWords)
    }

    private func addShortfall(_ words: String) { if !shortfalls.contains(words) { shortfalls.append(words) } }

    func session(_ session: PlaybackSession, didFailWith error: PlayError) {
        error.log()
        // Exception: an item that the network interrupted half-way counts as failed.
        guard results[session.video.id] == nil || error.code == .requestFailed else { return }
        results[session.video.id] = .failure(error)
        if !failed.contains(session.video.id) { failed.append(session.video.id) }
    }

    /// Forgets a video that turned out to be a list, whose entries replace it.
    func forget(_ videoID: String) {
        results[videoID] = nil
        endedEarly.remove(videoID)
        failed.removeAll { $0 == videoID }
    }

    var failures: [PlayError] {
        failed.compactMap { id in if case .failure(let error)? = results[id] { error } else { nil } }
    }

    var exitCode: ExitCode {
        let failed = results.values.count { if case .failure = $0 { true } else { false } }
        if failed == 0 { return endedEarly.isEmpty ? .success : .playPartlyFailed }
        return failed == results.count ? .playFailed : .playPartlyFailed
    }
}
