import Encoding
import FoundationEssentials
package import PlayCore

/// What has a time on the media axis and stands on one line of a file.
package protocol TimedLine: Codable {
    var time: MediaTime { get }
}

extension RoomEvent: TimedLine {}
extension ChatMessage: TimedLine {}

/// Files of one JSON value a line. Pure; what cannot be read is left out with a warning, and the rest is there.
package enum JSONLines {
    /// Bytes of a line.
    package static let lineLimit = 1 << 20
    /// Days around the start that a time may be away: a recording is hours long.
    package static let dayLimit = 100
    private static let warningLimit = 100

    private static let timeLimit = MediaTime.seconds(dayLimit * 86400)

    package static func read<Line: TimedLine>(
        _ type: Line.Type, _ bytes: [UInt8], file: String
    ) -> (lines: [Line], warnings: [RoomWarning]) {
        var lines: [Line] = []
        var problems: [RoomWarning] = []
        var problemCount = 0
        let decoder = JSONDecoder()
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = trimmed(line, isFirst: number == 0)
            guard !line.isEmpty else { continue }
            switch Self.line(type, line, decoder) {
            case .success(let value): lines.append(value)
            case .failure(let problem):
                problemCount += 1
                if problems.count < warningLimit {
                    problems.append(RoomWarning(file, line: number + 1, problem.words))
                }
            }
        }
        if problemCount > problems.count {
            problems.append(RoomWarning(file, "\(problemCount - problems.count) more lines cannot be read"))
        }
        return (lines, problems)
    }

    /// Ends with a line feed; the same values give the same bytes.
    package static func write(_ lines: some Sequence<some TimedLine>) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes: [UInt8] = []
        for line in lines {
            bytes += RoomJSON.bytes(line, encoder)
            bytes.append(0x0A)
        }
        return bytes
    }

    private struct Problem: Error {
        let words: String
    }

    private static func line<Line: TimedLine>(
        _ type: Line.Type, _ bytes: ArraySlice<UInt8>, _ decoder: JSONDecoder
    ) -> Result<Line, Problem> {
        guard bytes.count <= lineLimit else { return .failure(Problem(words: "longer than \(lineLimit) bytes")) }
        guard JSONDepth.isAllowed(bytes) else {
            return .failure(Problem(words: "more than \(JSONDepth.limit) levels"))
        }
        do {
            let line = try decoder.decode(type, from: Data(bytes))
            guard abs(line.time.nanoseconds.magnitude, isAtMost: timeLimit) else {
                return .failure(Problem(words: "its time is more than \(dayLimit) days away"))
            }
            return .success(line)
        } catch {
            return .failure(Problem(words: RoomJSON.words(error)))
        }
    }

    private static func abs(_ magnitude: UInt64, isAtMost limit: MediaTime) -> Bool {
        magnitude <= limit.nanoseconds.magnitude
    }

    private static func trimmed(_ line: ArraySlice<UInt8>, isFirst: Bool) -> ArraySlice<UInt8> {
        var line = line
        if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        while let last = line.last, last == 0x0D || last == 0x20 || last == 0x09 { line = line.dropLast() }
        return line
    }
}

/// JSON documents and what is wrong with them.
enum RoomJSON {
    static func bytes(_ value: some Encodable, _ encoder: JSONEncoder) -> [UInt8] {
        do {
            return Array(try encoder.encode(value))
        } catch {
            preconditionFailure("no JSON for \(value): \(error)")
        }
    }

    /// For a warning: where in the value, and what.
    static func words(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "not JSON" }
        switch error {
        case .keyNotFound(let key, let context): return "\"\(key.stringValue)\" is missing" + place(context)
        case .typeMismatch(_, let context), .valueNotFound(_, let context): return "of a wrong type" + place(context)
        case .dataCorrupted(let context) where !context.codingPath.isEmpty: return "a wrong value" + place(context)
        case .dataCorrupted: return "not JSON"
        @unknown default: return "not JSON"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        guard !context.codingPath.isEmpty else { return "" }
        return " at "
            + context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
}
