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
    ///   - makeBytes: called once, when the file could be made.
    /// - Returns: its path.
    package static func write(
        into folder: String, name: (Int) -> String, makeBytes: () throws(ScreenshotError) -> [UInt8]
    ) throws(ScreenshotError) -> String {
        try makeFolder(folder)
        for number in 1...mostNames {
            let path = folder + (folder.hasSuffix("/") ? "" : "/") + name(number)
            let descriptor = ByteText.withCString(path) {
                tv_open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
            }
            if descriptor < 0 {
                if errno == EEXIST { continue }
                throw ScreenshotError(path: path, reason: systemWords())
            }
            do throws(ScreenshotError) {
                try fill(descriptor, path, try makeBytes())
            } catch {
                // Half a picture is worse than none; that it stays is not worth another message.
                _ = ByteText.withCString(path) { unlink($0) }
                throw error
            }
            return path
        }
        throw ScreenshotError(path: folder, reason: "no name is free")
    }

    private static func fill(_ descriptor: Int32, _ path: String, _ bytes: [UInt8]) throws(ScreenshotError) {
        var done = 0
        while done < bytes.count {
            let written = bytes[done...].withUnsafeBytes { CPlatform.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else {
                let reason = systemWords()
                close(descriptor)
                throw ScreenshotError(path: path, reason: reason)
            }
            done += written
        }
        if close(descriptor) != 0 { throw ScreenshotError(path: path, reason: systemWords()) }
    }

    /// With all the folders above it.
    private static func makeFolder(_ path: String) throws(ScreenshotError) {
        var current = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            current += (current.isEmpty || current == "/" ? "" : "/") + part
            let result = ByteText.withCString(current) { mkdir($0, 0o777) }
            if result != 0, errno != EEXIST, errno != EISDIR, !isFolder(current) {
                throw ScreenshotError(path: current, reason: systemWords())
            }
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var facts = stat()
        return ByteText.withCString(path) { stat($0, &facts) } == 0 && tv_is_directory(facts.st_mode) != 0
    }

    private static func systemWords() -> String { String(cString: strerror(errno)) }
}
