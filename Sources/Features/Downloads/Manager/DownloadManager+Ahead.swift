package import DownloadModel
import PlayCore

/// What is loaded into the cache ahead of its time.
extension DownloadManager {
    /// Ends loading ahead; it stays in the list, and what is in the cache stays there.
    ///
    /// - Throws: `.notPossible`: it is over, or a download.
    package func cancel(_ id: DownloadID) throws(DownloadProblem) {
        try set(id) { item throws(DownloadProblem) in
            guard item.wishes.ahead != nil, [.downloading, .paused].contains(item.label) else {
                throw DownloadProblem(.notPossible)
            }
            (item.state, item.problem) = (.paused, DownloadProblem(.cancelled))
        }
    }

    /// It matters whether the line costs by the byte.
    package var asksForLine: Bool { state.withLock { !$0.limits.allowsMetered || !$0.list.unmetered.isEmpty } }

    /// Whoever asks for an address again wants it loaded again: what is over, or was to be less, goes. Bytes that are in
    /// the cache are not asked for twice.
    func makeSpace(for request: DownloadRequest, _ state: inout State) {
        guard let amount = request.wishes.ahead, let old = state.list.existing(request.identity, isAhead: true),
            old.state != .running || (old.wishes.ahead ?? .zero) < amount
        else { return }
        state.list.remove(old.id)
        state.removed[old.id] = old
    }
}
