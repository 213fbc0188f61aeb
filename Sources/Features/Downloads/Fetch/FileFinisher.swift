import DownloadModel
import Encoding
import PlayCore

/// From a part file with all its bytes to a file with its name: checksum, disk, name (``FileCommitter``).
struct FileFinisher {
    let id: DownloadID
    /// The file within the item.
    let entry: String
    /// Absolute path that the file is to have.
    let target: String
    let part: String
    /// The name is this file's: who has it loses it.
    let ownsName: Bool
    let log: ItemLog
    let committer: FileCommitter

    /// What an earlier run finished, or nearly.
    /// - Returns: the path and its plain bytes; nil: it is not finished.
    func finished() throws(DownloadProblem) -> (path: String, length: Int64)? {
        guard let finished = log.finished(id, entry) else { return nil }
        if Disk.exists(part) {
            return (try committer.commit(work(finished.path, finished.length, nil)), finished.length)
        }
        return Disk.exists(finished.path) ? (finished.path, finished.length) : nil
    }

    /// A file with all its bytes that has to get its name yet.
    struct Ready: Sendable {
        fileprivate let work: FileCommitter.Work
        fileprivate let file: PartFile
        var length: Int64 { work.length }
    }

    /// - Throws: `.checksum`, `.disk`.
    func prepare(_ file: PartFile, length: Int64, sha256: String?) throws(DownloadProblem) -> Ready {
        try file.complete(length: length)
        if let sha256 {
            let found = try Self.sha256(file)
            guard found == sha256.lowercased() else { throw DownloadProblem(.checksum, detail: found) }
        }
        // Of a large one the others do not wait for the disk.
        let isLarge = length > PartFile.block
        if isLarge { try file.synchronize() }
        return Ready(work: work(target, length, isLarge ? nil : file), file: file)
    }

    private static func sha256(_ file: PartFile) throws(DownloadProblem) -> String {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { piece.deallocate() }
        var hash = SHA256()
        var offset: Int64 = 0
        while true {
            let count = try file.read(at: offset, into: piece)
            guard count > 0 else { return Hexadecimal.text(hash.finish()) }
            hash.update(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            offset += Int64(count)
        }
    }

    /// - Returns: the path that it has now.
    /// - Throws: `.disk`.
    func finish(_ ready: Ready) throws(DownloadProblem) -> String {
        let path = try committer.commit(ready.work)
        ready.file.removeJournal()
        return path
    }

    /// Returns at once; `done` has what ``finish(_:)`` says, on the committer's thread.
    func finish(_ ready: Ready, done: @escaping @Sendable (FileCommitter.Outcome) -> Void) {
        committer.submit(ready.work) { outcome in
            if case .success = outcome { ready.file.removeJournal() }
            done(outcome)
        }
    }

    /// It is fetched anew.
    func begin() throws(DownloadProblem) { try log.begin(id, entry) }

    private func work(_ target: String, _ length: Int64, _ file: PartFile?) -> FileCommitter.Work {
        FileCommitter.Work(
            id: id, entry: entry, part: part, target: target, ownsName: ownsName, length: length, file: file)
    }
}
