import MediaSources
import PlayCore

/// Loads a file while its item opens, to save time. Created and read on one thread.
struct SideReading<Value: Sendable> {
    /// How long an open item waits for the file. It also plays without it.
    private let patience = HostTime.seconds(2)
    private let found = Monitor<Value?>(nil)

    init(thread: String, _ load: @escaping @Sendable () -> Value) {
        let found = found
        WorkerThread(name: thread) {
            let value = load()
            found.update { $0 = value }
        }.detach()
    }

    /// `nil` if it was not loaded in time.
    var value: Value? { found.wait(until: SystemClock().now + patience) { $0 } }
}

struct SideReadings {
    private let chapters: (source: ChapterSource, reading: SideReading<[Chapter]>)?
    private let regions: (name: String, reading: SideReading<RegionSource.Found>)?

    init(of input: SessionInput, cancel: CancelToken) {
        chapters = input.chapterFile.map { source in
            (source, SideReading(thread: "chapters") { source.load(cancel) })
        }
        regions = input.regions.map { source in
            (source.name, SideReading(thread: "regions") { source.load(cancel) })
        }
    }

    func chapters(own: [Chapter]) -> [Chapter] {
        guard let (source, reading) = chapters, source.replaces || own.allSatisfy(\.hasNoTitle) else { return own }
        let loaded = reading.value ?? []
        return loaded.isEmpty ? own : loaded
    }

    var marks: RegionSource.Found {
        guard let (name, reading) = regions else { return RegionSource.Found() }
        if let found = reading.value { return found }
        var late = RegionSource.Found()
        late.problem = tr("Cannot read the marked parts of %1: it did not arrive within 2 seconds", name)
        return late
    }
}
