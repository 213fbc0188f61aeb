import CPlatform
import Encoding
import Glibc
import PlayCore
import Processes

/// A program of this project that reports its progress on standard output as lines of JSON. Blocks.
struct ReportingProcess {
    enum End: Sendable {
        case cancelled
        case tooLate
        /// `messages` is the end of its standard error.
        case ended(status: Int32, messages: String)
    }

    private let words: [String]
    private let patience: HostTime
    private static let lineLimit = 64 << 10
    private static let messageBytes = 2 << 10

    /// - Parameter patience: the time limit, after which the program is killed.
    init(_ words: [String], patience: HostTime) {
        self.words = words
        self.patience = patience
    }

    /// - Parameter body: receives each line of JSON, and a function that sends the program a byte.
    func run(
        _ cancel: CancelToken, _ body: (_ line: JSONValue, _ answer: () -> Void) -> Void
    ) throws(ProgramError) -> End {
        let input = try OutputPipe(for: words[0])
        let output = try OutputPipe(for: words[0])
        let errors = try OutputPipe(for: words[0])
        var launch = ProgramLaunch(words)
        launch.input = .descriptor(input.reading)
        let child = try launch.start(output, errors)
        var (line, messages): ([UInt8], [UInt8]) = ([], [])
        // If the program has ended, the byte stays unread in the pipe.
        let answer = { _ = write(input.writing, [UInt8(ascii: "\n")], 1) }
        let ending = OutputPipe.read([output, errors], until: SystemClock().now + patience, cancel: cancel) {
            number, piece in
            guard number == 0 else {
                messages = (messages + piece).suffix(Self.messageBytes)
                return true
            }
            line += piece
            while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
                if let value = try? JSONValue(document: Array(line[..<end])) { body(value, answer) }
                line.removeSubrange(...end)
            }
            return line.count <= Self.lineLimit
        }
        if cancel.isCancelled || ending != .complete {
            child.killGroup()
            return cancel.isCancelled ? .cancelled : .tooLate
        }
        return .ended(status: child.wait().status, messages: String(decoding: messages, as: UTF8.self))
    }
}
