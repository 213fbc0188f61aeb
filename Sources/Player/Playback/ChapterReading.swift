import MediaSources
import PlayCore

/// Loads them while the item is being opened, so that they seldom cost time. Made and asked by one thread.
struct ChapterReading {
    /// How long an item that is open waits for them: without them it plays all the same.
    private static let patience = HostTime.seconds(2)
    private let source: ChapterSource
    private let found = Monitor<[Chapter]?>(nil)

    /// Begins at once. Nil: there is nothing to load.
    init?(_ source: ChapterSource?, cancel: CancelToken) {
        guard let source else { return nil }
        self.source = source
        let found = found
        WorkerThread(name: "chapters") {
            let chapters = source.load(cancel)
            found.update { $0 = chapters }
        }.detach()
    }

    /// What is shown of these and the container's own.
    func chapters(own: [Chapter]) -> [Chapter] {
        guard source.replaces || own.isEmpty else { return own }
        let loaded = found.wait(until: SystemClock().now + Self.patience) { $0 } ?? []
        return loaded.isEmpty ? own : loaded
    }
}
