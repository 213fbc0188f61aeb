import Encoding
package import PlayCore

package protocol TimedLine: Codable {
    var time: MediaTime { get }
}

extension ClassEvent: TimedLine {}
extension ChatMessage: TimedLine {}

/// Files with one JSON value per line. Unreadable lines are skipped with a warning.
package enum JSONLines {
    package static let lineLimit = 1 << 20
    /// From the start. Recordings last hours.
    package static let dayLimit = 100
    private static let warningLimit = 100

    private static let timeLimit = MediaTime.seconds(dayLimit * 86400)

    package static func read<Line: TimedLine>(
        _ type: Line.Type, _ bytes: [UInt8], file: String
    ) -> (lines: [Line], warnings: [ClassWarning]) {
        var lines: [Line] = []
        var problems: [ClassWarning] = []
        var problemCount = 0
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = trimmed(line, isFirst: number == 0)
            guard !line.isEmpty else { continue }
            switch Self.line(type, line) {
            case .success(let value): lines.append(value)
            case .failure(let problem):
                problemCount += 1
                if problems.count < warningLimit {
                    problems.append(ClassWarning(file, line: number + 1, problem.words))
                }
            }
        }
        if problemCount > problems.count {
            problems.append(ClassWarning(file, "\(problemCount - problems.count) more lines cannot be read"))
        }
        return (lines, problems)
    }

    /// Each line ends with a line feed. Equal values yield equal bytes.
    package static func write(_ lines: some Sequence<some TimedLine>) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            ClassJSON.value(line).write(to: &bytes)
            bytes.append(0x0A)
        }
        return bytes
    }

    private struct Problem: Error {
        let words: String
    }

    private static func line<Line: TimedLine>(
        _ type: Line.Type, _ bytes: ArraySlice<UInt8>
    ) -> Result<Line, Problem> {
        guard bytes.count <= lineLimit else { return .failure(Problem(words: "longer than \(lineLimit) bytes")) }
        do {
            let line = try JSONValue(document: bytes).decoded(as: type)
            guard abs(line.time.nanoseconds.magnitude, isAtMost: timeLimit) else {
                return .failure(Problem(words: "its time is more than \(dayLimit) days away"))
            }
            return .success(line)
        } catch {
            return .failure(Problem(words: ClassJSON.words(error)))
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

enum ClassJSON {
    static func value(_ value: some Encodable) -> JSONValue {
        do {
            return try JSONValue(encoding: value)
        } catch {
            preconditionFailure("no JSON for \(value): \(error)")
        }
    }

    static func words(_ error: any Error) -> String {
        if let problem = error as? JSONValue.Problem { return problem.words }
        guard let error = error as? DecodingError else { return "a wrong value" }
        switch error {
        case .keyNotFound(let key, let context): return "\"\(key.stringValue)\" is missing" + place(context)
        case .typeMismatch(_, let context), .valueNotFound(_, let context): return "of a wrong type" + place(context)
        case .dataCorrupted(let context): return "a wrong value" + place(context)
        @unknown default: return "a wrong value"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        guard !context.codingPath.isEmpty else { return "" }
        return " at "
            + context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
}
