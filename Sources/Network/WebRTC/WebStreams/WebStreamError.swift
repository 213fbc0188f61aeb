package import PlayCore

package struct WebStreamError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        case absent
        case refused
        /// The server is unreachable, or is not a WHIP or WHEP server.
        case noServer(ByteSourceError.Code?)
        case status(Int)
        case media(WebRTCError)
        case unreachable
        case cancelled
    }

    package let code: Code
    /// In English, for the log.
    package let operation: String

    package init(_ code: Code, operation: String) {
        self.code = code
        self.operation = operation
    }

    static func of(_ error: WebRTCError, _ operation: String) -> WebStreamError {
        WebStreamError(.media(error), operation: operation)
    }

    static func of(status: Int, _ operation: String) -> WebStreamError {
        switch status {
        case 404, 410: WebStreamError(.absent, operation: operation)
        case 401, 403: WebStreamError(.refused, operation: operation)
        default: WebStreamError(.status(status), operation: operation)
        }
    }
}
