import ByteCaches
import DownloadModel
import Encoding
import PlayCore

/// Unpacks a file that a server compressed without a request. Blocks as the disk does.
enum UnpackedFile {
    /// Values of `Content-Encoding`.
    static let codings: Set<String> = ["gzip", "x-gzip", "deflate"]
    /// Files with these extensions are compressed themselves.
    static let archives = [".gz", ".gzip", ".tgz", ".svgz", ".taz"]
    /// The largest growth by unpacking, as a factor. It does not apply below ``small`` bytes.
    private static let (largestGrowth, small): (Int64, Int64) = (200, 64 << 20)

    /// Replaces the part file. Returns `nil` if the bytes are not compressed, regardless of the server's
    /// declaration. Throws `.unreadable` if they are damaged or exceed the growth limit.
    static func make(
        of fetched: FileFetcher.Fetched, _ job: FileFetcher.Job
    ) throws(DownloadProblem) -> (part: PartFile, length: Int64)? {
        let (path, journal) = (job.part + ".new", job.journal + ".new")
        guard let unpacking = try begin(fetched) else { return nil }
        let part = try PartFile(new: path, journal: journal, CacheValidator(), key: nil)
        do throws(DownloadProblem) {
            let length = try unpack(fetched, unpacking, into: part)
            Disk.remove(job.journal)
            try Disk.replace(job.part, with: path)
            return (part, length)
        } catch {
            Disk.remove(path)
            part.removeJournal()
            throw error
        }
    }

    private static func begin(_ fetched: FileFetcher.Fetched) throws(DownloadProblem) -> Inflater? {
        var start = [UInt8](repeating: 0, count: 2)
        let count = try start.withMutableBytes { space throws(DownloadProblem) in
            try fetched.part.read(at: 0, into: space)
        }
        return Inflater.recognizes(start.prefix(count)) ? Inflater() : nil
    }

    private static func unpack(
        _ fetched: FileFetcher.Fetched, _ unpacking: Inflater, into part: PartFile
    ) throws(DownloadProblem) -> Int64 {
        let bound = max(small, fetched.length.multipliedReportingOverflow(by: largestGrowth).partialValue)
        var piece = [UInt8](repeating: 0, count: Int(PartFile.step))
        var (place, length): (Int64, Int64) = (0, 0)
        while place < fetched.length {
            let count = try piece.withMutableBytes { space throws(DownloadProblem) in
                try fetched.part.read(at: place, into: space)
            }
            guard count > 0 else { break }
            place += Int64(count)
            unpacking.add(piece.prefix(count))
            while let bytes = unpacking.next() {
                try bytes.withBytes { bytes throws(DownloadProblem) in
                    try part.write(bytes, at: length, isLast: false)
                }
                length += Int64(bytes.count)
                guard length <= bound else { throw DownloadProblem(.unreadable, detail: "it unpacks without end") }
            }
            guard !unpacking.isDamaged else { break }
        }
        guard unpacking.isComplete else {
            throw DownloadProblem(.unreadable, detail: "it came compressed, and damaged")
        }
        return length
    }
}
