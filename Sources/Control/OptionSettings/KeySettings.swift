package import DownloadModel
package import Downloads
package import Options
package import PlayCore
import Processes

extension DownloadOptions {
    /// - Parameter standard: the file unless an option names one, or `nil` without a home folder.
    package func keyPlace(standard: String?) -> SecureKeySource.Place {
        switch key {
        case .file(let path)?: return .file(path)
        case .command(let text)?:
            let words = text.split(separator: " ").map(String.init)
            guard let name = words.first else { return .nowhere }
            return .program(name: name) { cancel throws(DownloadProblem) in try KeyCommand.run(words, cancel: cancel) }
        case nil: return standard.map { .file($0) } ?? .nowhere
        }
    }

    /// Returns `nil` if a program provides keys.
    package func keyFile(standard: String) -> String? {
        switch key {
        case .file(let path)?: path
        case .command?: nil
        case nil: standard
        }
    }
}

/// `--secure-key-command`: a program that prints the key.
package enum KeyCommand {
    /// Long enough to type a passphrase into an agent's window.
    package static let timeLimit = HostTime.seconds(60)
    private static let outputLimit = 64 << 10
    /// The characters kept of its standard error.
    private static let wordsLimit = 200

    /// Runs the program without a shell. Blocks.
    ///
    /// - Throws: `.noKey` with the reason; `.notPossible` if it was cancelled.
    package static func run(
        _ words: [String], timeLimit: HostTime = timeLimit, cancel: CancelToken
    ) throws(DownloadProblem) -> [UInt8] {
        let name = words[0]
        let result: ProgramRun.Result
        do throws(ProgramError) {
            let limits = ProgramRun.Limits(time: timeLimit, outputBytes: outputLimit)
            result = try ProgramRun.run(words, limits: limits, cancel: cancel)
        } catch {
            switch error.cause {
            case .cancelled: throw DownloadProblem(.notPossible, detail: "cancelled")
            case .notStarted, .tookTooLong, .printedTooMuch:
                throw DownloadProblem(.noKey, detail: "the key command \(error)")
            }
        }
        guard result.status == 0 else {
            let said = lastLine(result.messages)
            let detail = "the key command \(name) failed (\(result.status))" + (said.isEmpty ? "" : ": " + said)
            throw DownloadProblem(.noKey, detail: detail)
        }
        return result.output
    }

    private static func lastLine(_ messages: [UInt8]) -> String {
        let lines = String(decoding: messages, as: UTF8.self).split(whereSeparator: \.isNewline)
        let line = lines.last { line in line.contains { !$0.isWhitespace } }
        return String((line ?? "").prefix(wordsLimit))
    }
}
