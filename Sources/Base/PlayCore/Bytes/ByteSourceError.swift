import Glibc

package struct ByteSourceError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        case notFound
        case notPermitted
        /// A folder or a socket, which has no bytes of its own.
        case notAFile
        case cannotSeek
        /// The device or system call failed; `systemError` has its number.
        case io
        case cancelled

        /// The server answered with this status (400 … 599, or a 3xx that leads nowhere).
        case httpStatus(Int)
        /// The host does not exist, or no name server answers.
        case unresolved
        /// No connection, or it broke before a response arrived.
        case unreachable
        /// No trusted, encrypted connection: the certificate or the encryption itself failed. A retry does not help.
        case tls
        /// The server has another key than the one in the address.
        case otherKey
        /// The server's SSH key is not among those that the user's ssh knows.
        case unknownServerKey
        case signInRefused
        /// A redirect from https to http, where that is refused.
        case unencrypted
        case timedOut
        /// The connection broke within the response, or the response is shorter than announced.
        case truncated
        /// The resource has changed since it was read before: bytes of both versions must not be mixed.
        case changed
        case tooManyRedirects
        /// The scheme is not among those that the caller may open, perhaps only after a redirect.
        case forbiddenScheme
        /// Not among the servers of ``ServerBounds``, perhaps only after a redirect or because of its IP address.
        case forbiddenServer
        case tooLarge
        /// The peer does not speak HTTP, or its response contradicts itself.
        case invalidReply
        /// An encrypted download that cannot be read; `detail` says why.
        case encrypted
        case noLibrary
    }

    /// A component of an item, named by its path or its address without secrets.
    package enum Part: Sendable, Equatable {
        case segment(String)
        case playlist(String)
        case key(String)
    }

    package let code: Code
    /// The operation that failed, in English, for the log: "open", "read".
    package let operation: String
    /// `errno`, or 0.
    package let systemError: Int32
    /// The path or address, without secrets.
    package let context: String
    /// The library's error text, for the log; without secrets.
    package var detail = ""
    /// The part of the item concerned, or `nil` for the item itself.
    package var part: Part?
    /// How long the server asks to wait.
    package var retryAfter: HostTime?

    package init(_ code: Code, operation: String, systemError: Int32 = 0, context: String) {
        self.code = code
        self.operation = operation
        self.systemError = systemError
        self.context = context
    }

    package func about(_ part: (String) -> Part) -> ByteSourceError {
        var copy = self
        copy.part = copy.part ?? (context.isEmpty ? nil : part(context))
        return copy
    }

    /// Whether a server refused the connection, so that waiting for a response is useless.
    package var isConnectionRefused: Bool { code == .unreachable && systemError == ECONNREFUSED }

    package var isWorthRetrying: Bool {
        switch code {
        case .unresolved, .unreachable, .timedOut, .truncated: true
        case .httpStatus(let status): [408, 425, 429].contains(status) || (500...599).contains(status)
        default: false
        }
    }

    /// Whether the address was refused, perhaps because it has expired: a new address may work.
    package var isExpired: Bool {
        switch code {
        case .httpStatus(let status): [401, 403, 410].contains(status)
        default: false
        }
    }

    package var isNetworkError: Bool {
        switch code {
        case .notFound, .notPermitted, .notAFile, .cannotSeek, .io, .cancelled: false
        default: true
        }
    }
}
