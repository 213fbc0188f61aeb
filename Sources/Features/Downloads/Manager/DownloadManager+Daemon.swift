package import DownloadModel
import PlayCore

extension DownloadManager {
    package var isBusy: Bool { state.withLock { !$0.list.wanted.isEmpty } }

    /// Removes a completed or failed item from the list. Unlike ``remove(_:)``, keeps its files.
    package func clear(_ id: DownloadID) throws(DownloadProblem) {
        try forget(id, DownloadProblem(.notOver), where: Self.isOver)
    }

    /// Returns the IDs of the removed items, which were completed or failed.
    package func clearAll() throws(DownloadProblem) -> [DownloadID] { try forgetAll(where: Self.isOver) }

    /// Removes a completed item, even if its file is lost, as aria2's removeDownloadResult does.
    package func forget(_ id: DownloadID) throws(DownloadProblem) {
        try forget(id, DownloadProblem(.notPossible, detail: "it is not finished")) { $0 == .done || $0 == .fileLost }
    }

    /// Removes all completed items whose files exist, as aria2's purgeDownloadResult does.
    package func forgetFinished() throws(DownloadProblem) -> [DownloadID] { try forgetAll { $0 == .done } }

    private func forget(
        _ id: DownloadID, _ refusal: DownloadProblem, where isWanted: (DownloadLabel) -> Bool
    ) throws(DownloadProblem) {
        try change { state throws(DownloadProblem) in
            guard let item = state.list[id] else { throw DownloadProblem(.notFound) }
            guard isWanted(item.label) else { throw refusal }
            state.list.remove(id)
        }
        store.remove(id)
        wake()
    }

    private func forgetAll(where isWanted: (DownloadLabel) -> Bool) throws(DownloadProblem) -> [DownloadID] {
        let gone = try change { state throws(DownloadProblem) in
            state.list.remove(Set(state.list.items.filter { isWanted($0.label) }.map(\.id))).map(\.id)
        }
        for id in gone { store.remove(id) }
        wake()
        return gone
    }

    private static func isOver(_ label: DownloadLabel) -> Bool {
        switch label {
        case .done, .failed, .fileLost, .invalid, .cancelled: true
        case .downloading, .paused: false
        }
    }
}
