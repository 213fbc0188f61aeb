import Glibc
import PlayCore

package struct ScreenshotError: Error, Sendable, Equatable {
    package let path: String
    /// The system's or FFmpeg's text.
    package let reason: String
}

/// Writes whole files and never overwrites existing ones.
package enum ScreenshotFile {
    /// - Parameter name: returns the file's name for each number from 1.
    package static func write(
        _ bytes: [UInt8], into folder: String, name: (Int) -> String
    ) throws(ScreenshotError) -> String {
        do throws(FileError) {
            try FolderMaking.make(folder, mode: 0o777)
            return try WholeFile.create(with: bytes, mode: 0o644) { number in
                folder + (folder.hasSuffix("/") ? "" : "/") + name(number)
            }
        } catch {
            throw ScreenshotError(
                path: error.path, reason: error.number == EEXIST ? tr("no unused file name") : error.reason)
        }
    }
}
