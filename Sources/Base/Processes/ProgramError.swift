import Glibc
import Localization

/// Why a program did not do what it was started for.
package struct ProgramError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Cause: Sendable, Equatable {
        /// `errno`: it is not there, may not be run, or there is no more memory or processes.
        case notStarted(Int32)
        case tookTooLong
        case printedTooMuch
        /// Nobody wants it any more.
        case cancelled
    }

    /// As it was called.
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

    /// Without the program's name.
    package var reason: String {
        switch cause {
        case .notStarted(let number): String(cString: strerror(number))
        case .tookTooLong: tr("took too long")
        case .printedTooMuch: tr("printed too much")
        case .cancelled: tr("was cancelled")
        }
    }
}
