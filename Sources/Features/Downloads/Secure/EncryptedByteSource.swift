package import DownloadModel
package import PlayCore

/// Plays an encrypted download. One thread reads.
package final class EncryptedByteSource: ByteSource, @unchecked Sendable {
    // Sendable: mutable state is used by the reading thread only, as ``ByteSource`` requires.
    private let reader: SealedReader
    private let path: String
    private let length: Int64
    private let cancelToken: CancelToken

    /// Decides by the first bytes. Returns `false` for an unreadable file.
    package static func recognizes(_ path: String) -> Bool {
        guard Disk.isRegular(path), let file = try? DiskFile(path, mode: .read) else { return false }
        return (try? SealedHeader(reading: file)) != nil
    }

    /// Verifies the last chunk, so that a truncated file is reported at once.
    ///
    /// - Throws: `.wrongKey`, `.damaged`, `.noLibrary`, `.disk`.
    package init(path: String, key: SecureKey, cancel: CancelToken) throws(DownloadProblem) {
        let file = try DiskFile(path, mode: .read)
        let reader = SealedReader(file, try Sealer(key, header: try SealedHeader(reading: file)))
        guard let length = try reader.length() else { throw DownloadProblem(.damaged, detail: "cut off: \(path)") }
        self.reader = reader
        self.path = path
        self.length = length
        cancelToken = cancel
        var last = [UInt8](repeating: 0, count: 1)
        _ = try last.withMutableBytes { space throws(DownloadProblem) in
            try reader.read(at: max(0, length - 1), into: space)
        }
    }

    package var size: Int64? { length }
    package var canSeek: Bool { true }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        guard !cancelToken.isCancelled else {
            throw ByteSourceError(.cancelled, operation: "read", context: path)
        }
        guard offset < length else { return 0 }
        do throws(DownloadProblem) {
            return try reader.read(at: offset, into: buffer)
        } catch {
            var failure = ByteSourceError(
                .io, operation: "decrypt", systemError: Int32(clamping: error.number), context: path)
            failure.detail = error.detail
            throw failure
        }
    }
}
