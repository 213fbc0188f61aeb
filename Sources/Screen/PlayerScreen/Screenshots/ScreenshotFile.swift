import CPlatform
import Glibc
import PlayCore

package struct ScreenshotError: Error, Sendable, Equatable {
    package let path: String
    /// The system's or FFmpeg's words.
    package let reason: String
}

/// Writes whole files and never overwrites others.
package enum ScreenshotFile {
    private static let mostNames = 99_999

    /// - Parameter name: returns the file's name for each number from 1.
    package static func write(
        _ bytes: [UInt8], into folder: String, name: (Int) -> String
    ) throws(ScreenshotError) -> String {
        do throws(FileError) { try FolderMaking.make(folder, mode: 0o777) } catch {
            throw ScreenshotError(path: error.path, reason: error.reason)
        }
        for number in 1...mostNames {
            let path = folder + (folder.hasSuffix("/") ? "" : "/") + name(number)
            let descriptor = ByteText.withCString(path) {
                tv_open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
            }
            if descriptor < 0 {
                let cause = errno
                if cause == EEXIST { continue }
                throw ScreenshotError(path: path, reason: words(cause))
            }
            var failure = WholeFile.write(bytes, to: descriptor)
            if close(descriptor) != 0, failure == 0 { failure = errno }
            guard failure == 0 else {
                // A truncated picture is useless; a failure to remove it needs no second message.
                _ = ByteText.withCString(path) { unlink($0) }
                throw ScreenshotError(path: path, reason: words(failure))
            }
            return path
        }
        throw ScreenshotError(path: folder, reason: tr("no unused file name"))
    }

    private static func words(_ cause: Int32) -> String { String(cString: strerror(cause)) }
}
