import ByteCaches
import DownloadModel
import Encoding
import PlayCore

/// A complete and correct file, which has or will get its name.
struct FinishedFile: Sendable, Equatable {
    /// In plain bytes.
    let length: Int64
    /// An absolute path.
    let path: String
}

/// A line of the ``ItemLog``, without its hash.
enum ItemLogLine: Sendable, Equatable {
    /// As JSON.
    case item(String)
    case removed(DownloadID)
    /// Written as soon as the names are chosen.
    case named(DownloadID, [DownloadFile])
    /// `entry` is a file's number or name within its item, as in ``SetFetcher``.
    case finished(DownloadID, entry: String, FinishedFile)
    case begun(DownloadID, entry: String)

    init?(_ text: String) {
        let fields = text.split(separator: "\t", omittingEmptySubsequences: false)
        let id = fields.count > 1 ? DownloadID(String(fields[1])) : nil
        switch (fields[0], fields.count, id) {
        // JSON has tabs only as escapes.
        case ("I", 2, _): self = .item(String(fields[1]))
        case ("R", 2, let id?): self = .removed(id)
        case ("P", 3..., let id?):
            self = .named(id, fields.dropFirst(2).compactMap(Self.file))
        case ("N", 3, let id?): self = .begun(id, entry: Self.text(fields[2]))
        case ("F", 5, let id?):
            guard let length = Int64(fields[3]) else { return nil }
            self = .finished(
                id, entry: Self.text(fields[2]), FinishedFile(length: length, path: Self.text(fields[4])))
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .item(let json): "I\t\(json)"
        case .removed(let id): "R\t\(id.text)"
        case .named(let id, let files):
            "P\t\(id.text)\t"
                + files.map { "\(Self.digits($0.name)) \($0.role.rawValue)" }.joined(separator: "\t")
        case .begun(let id, let entry): "N\t\(id.text)\t\(Self.digits(entry))"
        case .finished(let id, let entry, let file):
            "F\t\(id.text)\t\(Self.digits(entry))\t\(file.length)\t\(Self.digits(file.path))"
        }
    }

    private static func file(_ field: Substring) -> DownloadFile? {
        let parts = field.split(separator: " ")
        guard parts.count == 2, let role = DownloadFile.Role(rawValue: String(parts[1])) else { return nil }
        return DownloadFile(name: text(parts[0]), role: role)
    }

    /// Returns hexadecimal digits, because names may contain any bytes.
    private static func digits(_ text: String) -> String {
        Hexadecimal.text(ByteText.bytes(text))
    }

    private static func text(_ digits: Substring) -> String {
        let digits = Array(digits.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) ?? 0
        }
        return bytes.withUnsafeBytes(ByteText.text)
    }
}
