import Classes
import Glibc
package import PlayCore

package struct RecordingEntry: Sendable, Equatable {
    package let id: String
    package let room: String
    package let title: String
    package let start: Int64
    package let duration: MediaTime?
    package let bytes: Int64
    package let isClosed: Bool

    private static let mark = "closed"

    /// Oldest first. Skips other folders.
    package static func all(in folder: String) -> [RecordingEntry] {
        FolderWalk.names(in: folder, for: "keeper").compactMap { RecordingEntry($0, in: folder) }
            .sorted { ($0.start, $0.id) < ($1.start, $1.id) }
    }

    init?(_ id: String, in folder: String) {
        let package = folder + "/" + id
        guard let bytes = try? WholeFile.read(package + "/" + ClassPlace.manifest, limit: ClassManifest.byteLimit),
            let info = (try? ClassManifest(bytes, in: package))?.recordings.first?.info, let room = info.classID,
            let start = RecordingLibrary.start(of: id, in: room)
        else { return nil }
        (self.id, self.room, self.start) = (id, room, start)
        title = info.title ?? room
        duration = info.isOngoing ? nil : info.duration ?? .zero
        self.bytes = RecordingSpace.size(of: package)
        isClosed = Self.isClosed(package)
    }

    static func isClosed(_ package: String) -> Bool { access(package + "/" + mark, F_OK) == 0 }

    /// Closes the recording to viewers, or reopens it. A running keeper applies this from the next request on.
    package func close(_ isClosed: Bool, in folder: String) throws(FileError) {
        let path = folder + "/" + id + "/" + Self.mark
        if isClosed { return try WholeFile.replace(path, with: [], draft: path + ".new") }
        guard unlink(path) == 0 || errno == ENOENT else { throw FileError("unlink", errno, path) }
    }

    package func delete(in folder: String) throws(FileError) {
        if let problem = FolderRemoval.remove(folder + "/" + id).first { throw problem }
    }
}
