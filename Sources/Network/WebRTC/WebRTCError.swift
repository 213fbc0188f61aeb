package struct WebRTCError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// OpenSSL or libsrtp2 is not installed, or lacks a function. A retry cannot help.
        case unavailable
        /// The two descriptions have nothing in common, or one is invalid. A retry cannot help.
        case disagreement
        /// Datagrams do not arrive, or no longer do. TCP may still work.
        case unreachable
        case wrongCertificate
        case secrecy
        case closed
        case system
    }

    package let code: Code
    /// The failed operation and its cause, in the library's or system's words. English, for the log.
    package let operation: String
    package let reason: String

    package init(_ code: Code, operation: String, reason: String) {
        self.code = code
        self.operation = operation
        self.reason = reason
    }
}
