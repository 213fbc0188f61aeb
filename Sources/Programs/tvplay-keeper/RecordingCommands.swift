import ClassKeeper
import Encoding
import Options
import PlayCore
import Storage

struct RecordingCommands {
    private let access: KeeperStoreAccess
    private let folder: String

    init(_ folder: String) throws(KeeperError) {
        access = try KeeperStoreAccess(folder)
        self.folder = folder + "/recordings"
    }

    func list(_ line: KeeperCommandLine) throws(KeeperError) {
        let library = try library()
        let plans = try access.with { store throws(StorageError) in try store.plans() }
        let audiences = Dictionary(plans.map { ($0.name, $0.audience) }, uniquingKeysWith: { $1 })
        let entries = RecordingEntry.all(in: folder).filter { line.words.isEmpty || $0.room == line.words[0] }
        Output.print(
            entries.map { entry in
                let start = WallTime(milliseconds: entry.start).text
                let seconds = entry.duration.map { Int64($0.inSeconds) }
                let address = library?.address(of: entry.id, for: audiences[entry.room] ?? .everyone)
                return [
                    ("id", entry.id, .string(entry.id)), ("class", entry.room, .string(entry.room)),
                    ("start", start, .integer(entry.start)),
                    (
                        "seconds", seconds.map { "\($0) s" } ?? trc("recording", "in progress"),
                        seconds.map { .integer($0) }
                    ),
                    ("bytes", ByteCountText.text(entry.bytes), .integer(entry.bytes)),
                    (
                        "isClosed", entry.isClosed ? trc("recording", "closed") : trc("recording", "open"),
                        .flag(entry.isClosed)
                    ),
                    ("title", entry.title, .string(entry.title)),
                    ("address", address ?? "", address.map { .string($0) }),
                ]
            }, line)
    }

    /// Returns the library of the last keeper that ran here, or `nil` if none has.
    private func library() throws(KeeperError) -> RecordingLibrary? {
        try access.with { store throws(StorageError) in
            guard let address = try store.setting(CodeCommands.publicAddress), let key = try store.setting("token")
            else { return nil }
            return RecordingLibrary(
                folder: folder, publicAddress: address, linkEnding: try store.setting(CodeCommands.linkEnding) ?? "",
                key: Array(key.utf8))
        }
    }

    func close(_ line: KeeperCommandLine, _ isClosed: Bool) throws(KeeperError) {
        let entry = try entry(line)
        do throws(FileError) { try entry.close(isClosed, in: folder) } catch { throw .server(error.description) }
        try access.change(entry.room, by: line, detail: entry.id) { _ in }
        Output.print(
            (isClosed
                ? tr("The recording is closed: its address no longer plays.")
                : tr("The recording is open: its address plays.")) + "\n")
    }

    func delete(_ line: KeeperCommandLine) throws(KeeperError) {
        let entry = try entry(line)
        guard entry.duration != nil else {
            throw .server(tr("this recording is not finished; end it in the class with :record off"))
        }
        do throws(FileError) { try entry.delete(in: folder) } catch { throw .server(error.description) }
        try access.change(entry.room, by: line, detail: entry.id) { _ in }
        Output.print(tr("Recording deleted.") + "\n")
    }

    private func entry(_ line: KeeperCommandLine) throws(KeeperError) -> RecordingEntry {
        let id = line.words[0]
        guard let entry = RecordingEntry.all(in: folder).first(where: { $0.id == id }) else {
            throw .server(tr("no recording \"%1\"; see tvplay-keeper recording list", ByteText.shown(id)))
        }
        return entry
    }
}
