package import DownloadModel
import Encoding
internal import Glibc
import PlayCore

/// An encryption key. Printing it shows only dots.
package struct SecureKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let bytes: [UInt8]

    /// Accepts 32 bytes or 64 hexadecimal digits, which may be surrounded by line ends.
    package init?(_ contents: [UInt8]) {
        if contents.count == Sodium.keySize {
            bytes = contents
            return
        }
        let digits = contents.filter { ![0x0A, 0x0D, 0x20, 0x09].contains($0) }
        guard digits.count == 2 * Sodium.keySize else { return nil }
        var result: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) else {
                return nil
            }
            result.append(byte)
        }
        bytes = result
    }

    package var description: String { "…" }
    package var debugDescription: String { "…" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Throws `.noKey` with the problem. The file must belong to this user and be unreadable for others (0600 or less).
    package static func read(_ path: String) throws(DownloadProblem) -> SecureKey {
        let file: DiskFile
        do throws(DownloadProblem) {
            file = try DiskFile(path, mode: .read)
        } catch {
            throw DownloadProblem(.noKey, number: error.number, detail: error.detail)
        }
        let rights = try file.rights()
        guard rights.owner == geteuid() || rights.owner == 0, rights.mode & 0o077 == 0 else {
            throw DownloadProblem(.noKey, detail: "\(path) is readable by others; run chmod 600 on it")
        }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = try file.read(at: 0, &bytes)
        guard let key = SecureKey(Array(bytes.prefix(count))) else {
            throw DownloadProblem(.noKey, detail: "\(path) is not a key: expected 32 bytes or 64 hexadecimal digits")
        }
        return key
    }

    /// Creates a key file that no other user can read. An existing file is kept.
    package static func make(_ path: String) throws(DownloadProblem) -> SecureKey {
        if Disk.exists(path) { return try read(path) }
        let bytes = Sodium.shared.random(Sodium.keySize)
        try Disk.makeFolders(Disk.folder(of: path), mode: 0o700)
        try Disk.write(Array((Hexadecimal.text(bytes) + "\n").utf8), to: path)
        return try read(path)
    }
}

/// Checks, before anything is written, whether an item's existing files were encrypted with this key.
enum KeyProof {
    /// Checks the first file with a header. ``StreamFetcher`` checks the pieces of streams.
    static func check(_ key: SecureKey, _ item: DownloadItem) throws(DownloadProblem) {
        for file in item.files {
            let path = "\(item.folder)/\(file.name)"
            for path in [path, path + PartFile.ending] where Disk.isRegular(path) {
                guard let header = try header(path) else { continue }
                _ = try Sealer(key, header: header)
                return
            }
        }
    }

    private static func header(_ path: String) throws(DownloadProblem) -> SealedHeader? {
        do throws(DownloadProblem) {
            return try SealedHeader(reading: try DiskFile(path, mode: .read))
        } catch {
            guard error.code == .damaged else { throw error }
            return nil
        }
    }
}
