package import DownloadModel
import PlayCore

extension DownloadManager {
    /// Whether anything runs or wants to.
    package var isBusy: Bool { state.withLock { !$0.list.wanted.isEmpty } }

    /// aria2's purgeDownloadResult: takes a finished item out of the list. Its files stay, unlike with
    /// ``remove(_:)``.
    ///
    /// - Throws: `.notPossible`: it is not finished; `.notFound`.
    package func forget(_ id: DownloadID) throws(DownloadProblem) {
        try change { state throws(DownloadProblem) in
            guard let item = state.list[id] else { throw DownloadProblem(.notFound) }
            guard item.state == .completed else { throw DownloadProblem(.notPossible, detail: "it is not finished") }
            state.list.remove(id)
        }
        store.remove(id)
        wake()
    }

    /// The same with all that are finished.
    /// - Returns: which these were.
    package func forgetFinished() throws(DownloadProblem) -> [DownloadID] {
        let gone = try change { state throws(DownloadProblem) in
            state.list.remove(Set(state.list.items.lazy.filter { $0.label == .done }.map(\.id))).map(\.id)
        }
        for id in gone { store.remove(id) }
        wake()
        return gone
    }
}
