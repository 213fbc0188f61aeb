package import DownloadModel
import Encoding
package import PlayCore

/// Preloads the beginning of an address in a separate program, since the daemon parses no streams. Any thread.
package protocol AheadLoading: Sendable {
    /// Blocks. Returns the program's last message, or `nil` if loading was cancelled.
    ///
    /// - Parameters:
    ///   - plan: the path of a file with an ``AheadPlan``.
    ///   - progress: receives the loaded share, and the bytes received over the network. The program waits for it.
    func load(
        planAt plan: String, cancel: CancelToken, progress: (_ share: Double, _ bytes: Int64) -> Void
    ) -> AheadNews?
}

/// Blocks the item's thread. The cache has the results of earlier runs.
struct AheadRun {
    private static let planName = "ahead.plan"
    /// The steps of the reported share.
    private static let parts = 1000

    private let item: DownloadItem
    private let state: String
    private let run: FetchRun
    private let plan: AheadPlan

    init?(_ item: DownloadItem, _ store: DownloadStore, _ run: FetchRun) {
        guard let amount = item.wishes.ahead, case .video(let address, _) = item.identity else { return nil }
        (self.item, self.run) = (item, run)
        state = store.folder(of: item.id)
        plan = AheadPlan(address: address, amount: amount, requestOptions: item.requestOptions)
    }

    /// Returns the item, with the bytes received over the network as its size.
    func load() throws(FetchStop) -> DownloadItem {
        guard let loader = run.context.loader else {
            throw .problem(DownloadProblem(.noLibrary, detail: "tvplay-player"))
        }
        let path = "\(state)/\(Self.planName)"
        try disk { () throws(DownloadProblem) in
            try Disk.makeFolders(state, mode: 0o700)
            try Disk.write(plan.json.bytes, to: path, mode: 0o600)
        }
        defer { Disk.remove(path) }
        run.progress.update { $0.phase = .transfer }
        var told: Int64 = 0
        let news = loader.load(planAt: path, cancel: run.cancel) { share, bytes in
            run.progress.update { progress in
                progress.finished = bytes
                progress.pieces = (Int(share * Double(Self.parts)), Self.parts)
            }
            run.received(Int(max(0, bytes - told)))
            told = max(told, bytes)
        }
        if run.cancel.isCancelled { throw .cancelled }
        switch news {
        case nil: throw .cancelled
        case .failed(let problem): throw .problem(problem)
        case .progress: throw .problem(DownloadProblem(.unreadable, detail: "loading ended early"))
        case .loaded(let bytes):
            var item = item
            (item.totalSize, item.doneSize) = (bytes, bytes)
            run.progress.update { ($0.finished, $0.total) = (bytes, bytes) }
            return item
        }
    }
}
