import Addresses
import PlayCore

/// Assembles the lines of heads. Several may precede the final one (100, 103, a proxy's).
struct HeadReader {
    /// Bytes of all heads of a request. Servers limit theirs to 8 to 64 KB, including cookies.
    static let limit = 256 << 10

    /// The beginning of a response of SHOUTcast's first version.
    static let stationPrefix = "ICY "

    enum Event: Equatable {
        case more
        case head(status: Int, fields: [HTTPHead.Field])
        case tooLarge
    }

    private var status = 0
    private var fields: [HTTPHead.Field] = []
    private var count = 0
    /// Further fields are trailers.
    private var isComplete = true

    mutating func read(_ line: UnsafeRawBufferPointer) -> Event {
        count += line.count
        guard count <= Self.limit else { return .tooLarge }
        let text = String(decoding: line, as: UTF8.self).trimmed
        if text.isEmpty {
            guard !isComplete else { return .more }
            isComplete = true
            return .head(status: status, fields: fields)
        }
        if text.hasPrefix("HTTP/") || text.hasPrefix(Self.stationPrefix), text.utf8.count >= 7 {
            status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            fields = []
            isComplete = false
        } else if let colon = text.firstIndex(of: ":"), !isComplete {
            fields.append(
                HTTPHead.Field(
                    name: text[..<colon].lowercased(), value: text[text.index(after: colon)...].trimmed))
        }
        return .more
    }
}
