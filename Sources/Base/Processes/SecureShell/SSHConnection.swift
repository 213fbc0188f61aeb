import Glibc
import PlayCore

/// Runs `ssh` for one connection. One thread. Each call blocks as long as ssh does, which may ask for a password.
package struct SSHConnection {
    package struct Outcome: Sendable, Equatable {
        package let status: Int32
        package let output: String
        /// Standard error, if the caller requested it.
        package let errors: String
    }

    /// Answers are a few lines. A longer output is cut off.
    private static let mostOutput = 64 << 10

    private static let patience = HostTime.seconds(3600)

    package let lines: SSHLines

    package init(_ lines: SSHLines) { self.lines = lines }

    /// `words`: a line of ``lines``. With `keepsErrors`, standard error is in the outcome, not on the terminal.
    package func run(
        _ words: [String], input: ProgramLaunch.Stream = .null, keepsErrors: Bool = false
    ) throws(ProgramError) -> Outcome {
        let output = try OutputPipe(for: words[0])
        let errors = try OutputPipe(for: words[0])
        var launch = ProgramLaunch(words)
        launch.input = input
        launch.output = .descriptor(output.writing)
        // ssh asks for passwords on the terminal itself, for which it must be in the foreground.
        launch.errors = keepsErrors ? .descriptor(errors.writing) : .descriptor(STDERR_FILENO)
        let child = try launch.start()
        output.closeWriting()
        errors.closeWriting()
        var texts: [[UInt8]] = [[], []]
        _ = OutputPipe.read([output, errors], until: SystemClock().now + Self.patience) { number, piece in
            texts[number] += piece
            return texts[number].count <= Self.mostOutput
        }
        let end = child.wait()
        let words = texts.map { String(decoding: $0, as: UTF8.self) }
        return Outcome(status: end.status, output: words[0], errors: words[1])
    }
}
