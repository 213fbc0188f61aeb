import CPlatform
import Glibc
import PlayCore

/// Why a screenshot was not written.
package struct ScreenshotError: Error, Sendable, Equatable {
    /// The path that was tried.
    package let path: String
    /// The system's or FFmpeg's words.
    package let reason: String
}

/// Writes whole files and never over others.
package enum ScreenshotFile {
    /// So many names are tried before giving up.
    private static let mostNames = 99_999

    /// - Parameters:
    ///   - folder: made where it is not there yet.
    ///   - name: name of the file for each number from 1.
    /// - Returns: its path.
    package static func write(
        _ bytes: [UInt8], into folder: String, name: (Int) -> String
    ) throws(ScreenshotError) -> String {
        try makeFolder(folder)
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
            let failure = fill(descriptor, bytes)
            guard failure == 0 else {
                // Half a picture is worse than none; that it stays is not worth another message.
                _ = ByteText.withCString(path) { unlink($0) }
                throw ScreenshotError(path: path, reason: words(failure))
            }
            return path
        }
        throw ScreenshotError(path: folder, reason: "no name is free")
    }

    /// Writes all and closes. Returns the system's number of what went wrong, or 0.
    private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) -> Int32 {
        var done = 0
        var failure: Int32 = 0
        while done < bytes.count, failure == 0 {
            let written = bytes[done...].withUnsafeBytes { CPlatform.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                let cause = errno
                if cause != EINTR { failure = cause }
            } else {
                done += written
            }
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        return failure
    }

    /// With all the folders above it.
    private static func makeFolder(_ path: String) throws(ScreenshotError) {
        var current = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            current += (current.isEmpty || current == "/" ? "" : "/") + part
            let cause = ByteText.withCString(current) { mkdir($0, 0o777) == 0 ? 0 : errno }
            if cause != 0, cause != EEXIST, !isFolder(current) {
                throw ScreenshotError(path: current, reason: words(cause))
            }
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var facts = stat()
        return ByteText.withCString(path) { stat($0, &facts) } == 0 && tv_is_directory(facts.st_mode) != 0
    }

    private static func words(_ cause: Int32) -> String { String(cString: strerror(cause)) }
}
