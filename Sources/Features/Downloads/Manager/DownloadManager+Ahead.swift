package import DownloadModel
import PlayCore

extension DownloadManager {
    /// Keeps the item in the list, and its bytes in the cache. Throws `.notPossible` if it has ended or is a download.
    package func cancel(_ id: DownloadID) throws(DownloadProblem) {
        try set(id) { item throws(DownloadProblem) in
            guard item.wishes.ahead != nil, [.downloading, .paused].contains(item.label) else {
                throw DownloadProblem(.notPossible)
            }
            (item.state, item.problem) = (.paused, DownloadProblem(.cancelled))
        }
    }

    package var asksForLine: Bool { state.withLock { !$0.limits.allowsMetered || !$0.list.unmetered.isEmpty } }

    /// Removes the item that preloads the same address, unless it is meant to run and covers the requested amount.
    func makeSpace(for request: DownloadRequest, _ state: inout State) {
        guard let amount = request.wishes.ahead, let old = state.list.existing(request.identity, isAhead: true),
            old.state != .running || (old.wishes.ahead ?? .zero) < amount
        else { return }
        state.list.remove(old.id)
        state.removed[old.id] = old
    }
}
