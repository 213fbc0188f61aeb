package import PlayCore
package import WebRTC

/// Why a stream cannot be sent or received. A value.
package struct WebStreamError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// Nobody sends it.
        case absent
        /// It may not be sent, or not be received.
        case refused
        /// The server is not reached, or is no such server.
        case noServer(ByteSourceError.Code?)
        /// The server answers with another status.
        case status(Int)
        case media(WebRTCError)
        /// No media came through in time.
        case unreachable
        case cancelled
    }

    package let code: Code
    /// What was done; in English, for the log.
    package let operation: String

    package init(_ code: Code, operation: String) {
        self.code = code
        self.operation = operation
    }

    static func of(_ error: WebRTCError, _ operation: String) -> WebStreamError {
        WebStreamError(.media(error), operation: operation)
    }

    /// Of an answer that is no success.
    static func of(status: Int, _ operation: String) -> WebStreamError {
        switch status {
        case 404, 410: WebStreamError(.absent, operation: operation)
        case 401, 403: WebStreamError(.refused, operation: operation)
        default: WebStreamError(.status(status), operation: operation)
        }
    }
}
