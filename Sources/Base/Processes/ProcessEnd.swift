import CPlatform

/// How a process ended.
package enum ProcessEnd: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)

    /// - Parameter status: what `waitpid` tells; nil for a process that was only stopped or continued.
    package init?(status: Int32) {
        if tv_exited(status) != 0 {
            self = .code(tv_exit_status(status))
        } else if tv_signalled(status) != 0 {
            self = .signal(tv_term_signal(status))
        } else {
            return nil
        }
    }

    /// As shells have it: of a process that a signal ended 128 and its number.
    package var status: Int32 {
        switch self {
        case .code(let code): code
        case .signal(let number): 128 + number
        }
    }
}
