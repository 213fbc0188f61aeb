import Addresses
import PlayCore

/// Puts the lines of heads together, of which there may be several before the one that counts (100, 103, a proxy's).
/// A value.
struct HeadReader {
    /// Bytes of all heads of a request; servers end at 8 to 64 KB, cookies included.
    static let limit = 256 << 10

    /// How SHOUTcast's first version begins its answer.
    static let stationPrefix = "ICY "

    enum Event: Equatable {
        case more
        /// A whole head.
        case head(status: Int, fields: [HTTPHead.Field])
        case tooLarge
    }

    private var status = 0
    private var fields: [HTTPHead.Field] = []
    private var count = 0
    /// A head was complete: fields that still come are trailers.
    private var isComplete = true

    /// - Parameter line: with its end.
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
