import CPlatform

package enum ProcessEnd: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)

    /// `status` is `waitpid`'s. Returns `nil` for a process that was only stopped or continued.
    package init?(status: Int32) {
        if tv_exited(status) != 0 {
            self = .code(tv_exit_status(status))
        } else if tv_signalled(status) != 0 {
            self = .signal(tv_term_signal(status))
        } else {
            return nil
        }
    }

    /// As in shells: 128 plus the signal's number after a signal.
    package var status: Int32 {
        switch self {
        case .code(let code): code
        case .signal(let number): 128 + number
        }
    }
}
