import Glibc
import Localization
import PlayCore
package import Processes

/// Runs `ssh` for one connection. One thread; each call waits as long as ssh does, which may ask for a password.
package struct SSHConnection {
    package struct Outcome: Sendable, Equatable {
        package let status: Int32
        package let output: String
        /// What it said on standard error, where that was asked for.
        package let errors: String
    }

    /// Answers are lines; more is a shell that prints without end.
    private static let mostOutput = 64 << 10

    /// Somebody may have to look for a password.
    private static let patience = HostTime.seconds(3600)

    package let lines: SSHLines

    package init(_ lines: SSHLines) { self.lines = lines }

    /// - Parameters:
    ///   - words: of ``lines``.
    ///   - input: what it reads.
    ///   - keepsErrors: what it says goes into the outcome in place of the terminal.
    package func run(
        _ words: [String], input: ProgramLaunch.Stream = .null, keepsErrors: Bool = false
    ) throws(ProgramError) -> Outcome {
        let output = try OutputPipe(for: words[0])
        let errors = try OutputPipe(for: words[0])
        var launch = ProgramLaunch(words)
        launch.input = input
        launch.output = .descriptor(output.writing)
        // Questions for passwords go to the terminal itself; it must be in the foreground for that.
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
