import PlayCore

/// Deletes old recordings, one at a time so that a long list does not delay the classes. Blocks for the disk.
struct RecordingRetention {
    private static let interval = HostTime.seconds(3600)

    private let folder: String
    private let age: Int64
    private var old: [String] = []
    private var next = HostTime.zero

    init(_ folder: String, days: Int) { (self.folder, age) = (folder, Int64(days) * 86_400_000) }

    /// Searches for old recordings once an hour.
    ///
    /// - Parameter isInUse: whether the recording with this ID is in progress or will continue.
    mutating func removeNext(at now: KeeperTime, isInUse: (String) -> Bool) {
        let end = now.wall - age
        if next <= now.host {
            next = now.host + Self.interval
            // The name contains the start, so no file is read.
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
    func removeOldRecording(at now: KeeperTime) {
        recordingRetention?.removeNext(at: now) { [rooms, writers] id in
            writers.values.contains { $0.folder.hasSuffix("/" + id) }
                || rooms.values.contains { $0.recording?.id == id || $0.resumable == id }
        }
    }
}
