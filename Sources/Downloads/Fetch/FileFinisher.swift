import ByteCaches
import PlayCore

/// From a part file with all its bytes to a file with its name: checksum, disk, name. Each step can be interrupted and is
/// gone on with at the next start.
struct FileFinisher {
    /// Absolute path that the file is to have.
    let target: String
    let part: String
    let journal: String
    /// The name is this file's: who has it loses it.
    var ownsName = false
    /// Says that ``part`` is complete and right, and gets its name: `<length> <path>`.
    var marker: String { journal + ".done" }

    /// What an earlier run finished, or nearly.
    /// - Returns: the path and its plain bytes; nil: it is not finished.
    func finished() throws(DownloadProblem) -> (path: String, length: Int64)? {
        guard let bytes = try Disk.contents(marker) else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 1)
        guard fields.count == 2, let length = Int64(fields[0]) else { return nil }
        let path = String(fields[1])
        if Disk.exists(part) { return (try rename(length, path), length) }
        return Disk.exists(path) ? (path, length) : nil
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
        // The name is chosen before the marker says it; who takes it meanwhile loses only a number.
        let name = ownsName ? wanted : SafeFileName.unique(wanted, isTaken: Disk.exists)
        try Disk.write(Array("\(length)\n\(name)".utf8), to: marker)
        let path = try named(name)
        if path != name { try Disk.write(Array("\(length)\n\(path)".utf8), to: marker) }
        try Disk.synchronizeFolder(Disk.folder(of: path))
        Disk.remove(journal)
        return path
    }

    private func named(_ name: String) throws(DownloadProblem) -> String {
        guard ownsName else { return try Disk.rename(part, toNew: name) }
        try Disk.replace(name, with: part)
        return name
    }
}
