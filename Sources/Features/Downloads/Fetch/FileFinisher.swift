import DownloadModel
import Encoding
import PlayCore

/// Completes a part file: checksum, synchronization, name (``FileCommitter``).
struct FileFinisher {
    let id: DownloadID
    /// The file's name within the item.
    let entry: String
    /// An absolute path.
    let target: String
    let part: String
    let ownsName: Bool
    let log: ItemLog
    let committer: FileCommitter

    /// Completes a file that an earlier run has finished, or nearly. Returns `nil` if it is incomplete.
    func finished() throws(DownloadProblem) -> (path: String, length: Int64)? {
        guard let finished = log.finished(id, entry) else { return nil }
        if Disk.exists(part) {
            return (try committer.commit(work(finished.path, finished.length, nil)), finished.length)
        }
        return Disk.exists(finished.path) ? (finished.path, finished.length) : nil
    }

    struct Ready: Sendable {
        fileprivate let work: FileCommitter.Work
        fileprivate let file: PartFile
        var length: Int64 { work.length }
    }

    func prepare(_ file: PartFile, length: Int64, sha256: String?) throws(DownloadProblem) -> Ready {
        try file.complete(length: length)
        if let sha256 {
            let found = try Self.sha256(file)
            guard found == sha256.lowercased() else { throw DownloadProblem(.checksum, detail: found) }
        }
        // A large file is synchronized here, so that others in the committer's turn do not wait for it.
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

    func finish(_ ready: Ready) throws(DownloadProblem) -> String {
        let path = try committer.commit(ready.work)
        ready.file.removeJournal()
        return path
    }

    /// Returns at once. `done` receives the result of ``finish(_:)`` on the committer's thread.
    func finish(_ ready: Ready, done: @escaping @Sendable (FileCommitter.Outcome) -> Void) {
        committer.submit(ready.work) { outcome in
            if case .success = outcome { ready.file.removeJournal() }
            done(outcome)
        }
    }

    func begin() throws(DownloadProblem) { try log.begin(id, entry) }

    private func work(_ target: String, _ length: Int64, _ file: PartFile?) -> FileCommitter.Work {
        FileCommitter.Work(
            id: id, entry: entry, part: part, target: target, ownsName: ownsName, length: length, file: file)
    }
}
