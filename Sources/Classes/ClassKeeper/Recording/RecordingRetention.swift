import PlayCore

/// The recordings that are too old, deleted one at a time so that a long list does not hold up the classes. Blocks for
/// disk access.
struct RecordingRetention {
    private static let interval = HostTime.seconds(3600)

    private let folder: String
    /// Milliseconds after its end at which a recording is deleted.
    private let age: Int64
    private var old: [String] = []
    private var next = HostTime.zero

    init(_ folder: String, days: Int) { (self.folder, age) = (folder, Int64(days) * 86_400_000) }

    /// Deletes the next recording that is too old. Looks for such recordings once an hour.
    /// - Parameter isInUse: whether a recording, by its id, is in progress or will be continued.
    mutating func removeNext(at now: KeeperTime, isInUse: (String) -> Bool) {
        let end = now.wall - age
        if next <= now.host {
            next = now.host + Self.interval
            // Reading the start from the name spares the disk.
            old = FolderWalk.names(in: folder, for: "keeper").filter { name in
                name.split(separator: "-").last.flatMap { Int64($0) }.map { $0 < end } ?? false
            }
        }
        guard let id = old.popLast(), !isInUse(id), let entry = RecordingEntry(id, in: folder),
            let duration = entry.duration, entry.start + duration.nanoseconds / 1_000_000 < end
        else { return }
        do throws(FileError) {
            try entry.delete(in: folder)
            Log.shared.write(.info, "keeper", "\(id): deleted, older than \(age / 86_400_000) days")
        } catch {
            Log.shared.write(.error, "keeper", error.description)
        }
    }
}

extension KeeperLoop {
    /// Deletes a recording that is too old. Called once a second.
    func removeOldRecording(at now: KeeperTime) {
        recordingRetention?.removeNext(at: now) { [rooms, writers] id in
            writers.values.contains { $0.folder.hasSuffix("/" + id) }
                || rooms.values.contains { $0.recording?.id == id || $0.resumable == id }
        }
    }
}
