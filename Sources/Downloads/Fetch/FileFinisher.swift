import ByteCaches
import PlayCore

/// From a part file with all its bytes to a file with its name: checksum, disk, name. Each step can be interrupted and is
/// gone on with at the next start.
struct FileFinisher {
    /// Absolute path that the file is to have.
    let target: String
    let part: String
    /// A ``SpanJournal``: its last line says that ``part`` is complete and right, and gets its name.
    let journal: String
    /// The name is this file's: who has it loses it.
    var ownsName = false

    /// What an earlier run finished, or nearly.
    /// - Returns: the path and its plain bytes; nil: it is not finished.
    func finished() throws(DownloadProblem) -> (path: String, length: Int64)? {
        guard let bytes = try Disk.contents(journal), let finished = SpanJournal(bytes)?.finished else { return nil }
        if Disk.exists(part) { return (try rename(finished.length, finished.path), finished.length) }
        return Disk.exists(finished.path) ? (finished.path, finished.length) : nil
    }

    /// - Throws: `.checksum`, `.disk`.
    func finish(_ file: PartFile, length: Int64, sha256: String?) throws(DownloadProblem) -> String {
        try file.complete(length: length)
        if let sha256 {
            let found = try Sodium.load().sha256 { offset, room throws(DownloadProblem) in
                try file.read(at: offset, into: room)
            }
            guard found == sha256.lowercased() else { throw DownloadProblem(.checksum, detail: found) }
        }
        return try rename(length, target)
    }

    private func rename(_ length: Int64, _ wanted: String) throws(DownloadProblem) -> String {
        // The name is chosen before the journal says it; who takes it meanwhile loses only a number.
        let name = ownsName ? wanted : SafeFileName.unique(wanted, isTaken: Disk.exists)
        try JournalFile.append(SpanJournal.line(SpanJournal.Finished(length: length, path: name)), to: journal)
        let path = try named(name)
        if path != name {
            try JournalFile.append(SpanJournal.line(SpanJournal.Finished(length: length, path: path)), to: journal)
        }
        // That the name is on the disk is seen to before the list says that it is complete (``DownloadStore``): once for
        // all that have been finished meanwhile. Until then the journal does what is missing.
        return path
    }

    private func named(_ name: String) throws(DownloadProblem) -> String {
        guard ownsName else { return try Disk.rename(part, toNew: name) }
        try Disk.replace(name, with: part)
        return name
    }
}
