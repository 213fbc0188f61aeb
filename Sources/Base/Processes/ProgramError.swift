import Glibc
import PlayCore

package struct ProgramError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Cause: Sendable, Equatable {
        /// `errno`: the program is missing or not executable, or memory or processes are exhausted.
        case notStarted(Int32)
        case tookTooLong
        case printedTooMuch
        case cancelled
    }

    package let program: String
    package let cause: Cause

    package init(program: String, cause: Cause) {
        self.program = program
        self.cause = cause
    }

    package var description: String {
        if case .notStarted = cause { return tr("%1 cannot be started: %2", program, reason) }
        return "\(program) \(reason)"
    }

    package var reason: String {
        switch cause {
        case .notStarted(let number): String(cString: strerror(number))
        case .tookTooLong: tr("took too long")
        case .printedTooMuch: tr("printed too much")
        case .cancelled: tr("was cancelled")
        }
    }
}
