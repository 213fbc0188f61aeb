import CPlatform
import Glibc
package import PlayCore

/// A file open for an answer. Only its length when opened is sent, even if it grows. Any thread.
final class ServedFile: Sendable, Equatable {
    let descriptor: Int32
    let size: Int
    /// Changes if the file is written or replaced.
    let tag: String

    /// Opens only regular files, and follows no link.
    init(_ path: String) throws(FileError) {
        if FileBounds.refuses(path) { throw FileError("open", EACCES, path) }
        let descriptor = ByteText.withCString(path) { tv_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0) }
        guard descriptor >= 0 else { throw FileError("open", errno, path) }
        var information = stat()
        let failure = fstat(descriptor, &information) == 0 ? 0 : errno
        guard failure == 0, information.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileError("fstat", failure == 0 ? EINVAL : failure, path)
        }
        self.descriptor = descriptor
        size = Int(information.st_size)
        let time = information.st_mtim
        tag = "\"\(information.st_ino)-\(size)-\(time.tv_sec).\(time.tv_nsec)\""
    }

    deinit { close(descriptor) }

    static func == (a: ServedFile, b: ServedFile) -> Bool { a === b }
}

extension HTTPServerResponse {
    /// Answers with a file, or its requested part, which is read while it is sent.
    package static func file(
        _ path: String, type: String, for request: HTTPServerRequest
    ) throws(FileError) -> Self {
        let file = try ServedFile(path)
        let fields = [
            HTTPField("content-type", type), HTTPField("cache-control", "private, no-cache"),
            HTTPField("x-content-type-options", "nosniff"), HTTPField("accept-ranges", "bytes"),
            HTTPField("etag", file.tag),
        ]
        if isKnown(file, to: request) { return Self(304, fields: fields) }
        switch wanted(of: file, by: request) {
        case .whole: return Self(200, fields: fields, part: HTTPFilePart(file: file, bytes: 0..<file.size))
        case .part(let bytes):
            let place = HTTPField("content-range", "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(file.size)")
            return Self(206, fields: fields + [place], part: HTTPFilePart(file: file, bytes: bytes))
        case .beyondEnd:
            return .text(416, "beyond the end", fields: [HTTPField("content-range", "bytes */\(file.size)")])
        }
    }

    private static func isKnown(_ file: ServedFile, to request: HTTPServerRequest) -> Bool {
        request["if-none-match"].map { known in
            known == "*" || known.split(separator: ",").contains { HTTPText.trimmed($0) == file.tag }
        } ?? false
    }

    /// Returns the requested range if the client's other bytes are of the same version, else the whole file.
    private static func wanted(of file: ServedFile, by request: HTTPServerRequest) -> ByteRangeRequest {
        guard request.method == .get, let range = request["range"] else { return .whole }
        if let known = request["if-range"], known != file.tag { return .whole }
        return ByteRangeRequest(range, size: file.size)
    }
}

package struct HTTPFilePart: Sendable, Equatable {
    let file: ServedFile
    let bytes: Range<Int>
}
