package import PlayCore
import Storage

/// Determines details of entries: lengths, classes, and the media of folders. One thread.
package final class EntryProbe {
    package struct Job: Sendable, Hashable {
        package let path: String
        package let isFolder: Bool

        package init(path: String, isFolder: Bool) {
            self.path = path
            self.isFolder = isFolder
        }
    }

    /// Supplies details that this module cannot determine. Both functions block.
    package struct Finder: Sendable {
        /// Inner `nil`: no duration. Outer `nil`: not media.
        let duration: @Sendable (_ path: String, CancelToken) -> MediaTime??
        let isRoom: @Sendable (_ folder: String) -> Bool

        package init(
            duration: @escaping @Sendable (_ path: String, CancelToken) -> MediaTime??,
            isRoom: @escaping @Sendable (_ folder: String) -> Bool
        ) {
            self.duration = duration
            self.isRoom = isRoom
        }
    }

    /// The most entries counted in a folder.
    private static let mostCounted = 20_000

    private let finder: Finder
    private let cacheFolder: String?
    /// `nil` before opening, or if that fails.
    private var store: LengthStore?
    private var hasOpened = false

    /// - Parameter cacheFolder: the folder of the stored lengths, or `nil` to store none.
    package init(_ finder: Finder, cacheFolder: String?) {
        self.finder = finder
        self.cacheFolder = cacheFolder
    }

    package func details(_ job: Job, _ cancel: CancelToken) -> EntryDetails {
        if job.isFolder { return folder(job.path) }
        guard let stamp = Self.stamp(job.path) else { return .unknown }
        if let known = kept({ store throws(StorageError) in try store.duration(of: stamp) }) ?? nil {
            return .media(duration: known)
        }
        guard let found = finder.duration(job.path, cancel) else { return .unknown }
        // A cancelled probe may have missed the length, so it is not stored.
        guard !cancel.isCancelled else { return .media(duration: found) }
        _ = kept { store throws(StorageError) in try store.save(found, of: stamp) }
        return .media(duration: found)
    }

    private func folder(_ path: String) -> EntryDetails {
        if finder.isRoom(path) { return .room }
        var (media, transportStreams, hasStream) = (0, 0, false)
        do throws(FileError) {
            try FolderWalk(limit: Self.mostCounted).visit(path) { event in
                guard case .entry(let entry) = event, !entry.name.hasPrefix("."), entry.kind != .folder else {
                    return .proceed
                }
                let name = entry.name.lowercased()
                if FolderEntry.kind(entry.name, .file) == .media { media += 1 }
                if name.hasSuffix(".ts") { transportStreams += 1 }
                if name.hasSuffix(".m3u8") { hasStream = true }
                return .proceed
            }
        } catch {
            return .unknown
        }
        // Beside an HLS playlist, transport streams are its segments and count as one film.
        if hasStream, transportStreams > 0 { media += 1 - transportStreams }
        return .folder(media: media)
    }

    private static func stamp(_ path: String) -> LengthStore.Stamp? {
        guard let status = FileStatus.of(path) else { return nil }
        return LengthStore.Stamp(path: path, size: status.size, modified: status.modified)
    }

    /// Failures are logged, and the file is examined instead.
    private func kept<Result>(_ body: (LengthStore) throws(StorageError) -> Result) -> Result? {
        if !hasOpened { open() }
        guard let store else { return nil }
        do throws(StorageError) {
            return try body(store)
        } catch {
            Log.shared.write(.warning, "library", "\(error)")
            return nil
        }
    }

    private func open() {
        hasOpened = true
        guard let cacheFolder else { return }
        do throws(StorageError) {
            store = LengthStore(try LengthStore.file(in: cacheFolder).open().database)
        } catch {
            Log.shared.write(.warning, "library", "lengths are not kept: \(error)")
        }
    }
}
