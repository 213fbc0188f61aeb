package import History
package import PlayCore
import Storage

/// Reads the records of past playback for the lists on the screen, on its own thread, `history`: the disk may be slow,
/// and missing files may be on any file system. Main thread.
package final class HistoryReader {
    /// The number of played items listed. `tvplay history` shows older ones.
    private static let mostRows = 2000
    /// The time that the thread waits for the disk. No other thread waits.
    private static let patience = HostTime.seconds(30)

    private struct State {
        var list = HistoryList()
        var isReading = false
        var isStale = false
        var gone: Set<String> = []

        mutating func set(_ content: HistoryList.Content) {
            list = HistoryList(number: list.number + 1, content)
        }
    }

    private let memory: PlayerMemory
    private let policy: ResumePolicy
    private let wakeUp: WakeUp
    private let state = Monitor(State())
    private var thread: WorkerThread?

    package init(_ memory: PlayerMemory, policy: ResumePolicy, wakeUp: WakeUp) {
        self.memory = memory
        self.policy = policy
        self.wakeUp = wakeUp
    }

    package var list: HistoryList { state.withLock { $0.list } }

    package func refresh() {
        let isFree = state.withLock { state in
            state.isStale = state.isReading
            defer { state.isReading = true }
            return !state.isReading
        }
        guard isFree else { return }
        thread?.join()
        let (storage, policy, state, wakeUp) = (memory.storage, policy, state, wakeUp)
        thread = WorkerThread(name: "history") {
            repeat {
                let known = state.withLock { $0.gone }
                Self.read(storage, policy, gone: known) { content, gone in
                    if let gone { state.withLock { $0.gone = gone } }
                    state.withLock { $0.set(content) }
                    wakeUp.signal()
                }
            } while Self.isToGoOn(state)
        }
    }

    private static func isToGoOn(_ state: Monitor<State>) -> Bool {
        state.withLock { state in
            state.isReading = state.isStale
            state.isStale = false
            return state.isReading
        }
    }

    package func perform(_ change: HistoryChange) {
        memory.storage.post { database throws(StorageError) in
            switch change {
            case .forget(.played(let text)):
                guard let key = ResumeKey(text: text) else { return }
                try HistoryStore(database).remove(key)
                try ResumeStore(database).remove(key)
            case .forget(.resumable(let text)):
                if let key = ResumeKey(text: text) { try ResumeStore(database).remove(key) }
            case .forgetPlayed: try HistoryStore(database).clear()
            case .forgetPositions: try ResumeStore(database).clear()
            }
        }
        refresh()
    }

    package func start(_ location: String, at position: MediaTime) { memory.start(location, at: position) }

    /// Detaches the thread if the disk blocks it. It then ends with the process.
    package func close() {
        if state.withLock({ $0.isReading }) { thread?.detach() } else { thread?.join() }
        thread = nil
    }

    // MARK: The thread

    /// - Parameters:
    ///   - before: the files that did not exist at the last check.
    ///   - tell: receives the rows, and the missing files as far as they were checked.
    private static func read(
        _ storage: StorageThread, _ policy: ResumePolicy, gone before: Set<String>,
        _ tell: (HistoryList.Content, Set<String>?) -> Void
    ) {
        do throws(StorageError) {
            let (played, records) = try storage.perform(within: patience) { database throws(StorageError) in
                (try HistoryStore(database).rows(limit: mostRows), try ResumeStore(database).records())
            }
            let known = Dictionary(played.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
            let rows = RememberedRows(
                played: played.map { HistoryList.Row($0, policy) },
                resumable: records.map { HistoryList.Row($0, known[$0.key]) })
            tell(rows.marking(before).content, nil)
            // Delivered only once the file systems have responded, which may never happen.
            let gone = rows.gone
            if gone != before { tell(rows.marking(gone).content, gone) }
        } catch {
            tell(.failed(error.text), nil)
        }
    }
}
