/// Why a peer failed. A value.
package struct WebRTCError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// OpenSSL or libsrtp2 is not installed, or lacks a function. Trying again cannot help.
        case unavailable
        /// The two descriptions have nothing in common, or one of them is none. Trying again cannot help.
        case disagreement
        /// No datagram comes through, or none comes through any more. The TCP link may still work.
        case unreachable
        /// Whoever is at the other end is not who the description says.
        case wrongCertificate
        /// The handshake or the keys failed.
        case secrecy
        /// The other end has said that it goes.
        case closed
        /// The system refused a socket.
        case system
    }

    package let code: Code
    /// What was done, and why it failed, in the library's or system's words; in English, for the log.
    package let operation: String
    package let reason: String

    package init(_ code: Code, operation: String, reason: String) {
        self.code = code
        self.operation = operation
        self.reason = reason
    }
}
