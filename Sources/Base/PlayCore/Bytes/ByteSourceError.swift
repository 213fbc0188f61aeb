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

        /// 400 … 599, or a 3xx that leads nowhere.
        case httpStatus(Int)
        /// The host does not exist, or no name server responded.
        case unresolved
        /// The connection failed, or broke before a response arrived.
        case unreachable
        /// The certificate was rejected, or encryption failed. A retry does not help.
        case tls
        /// The server's key differs from the key in the address.
        case otherKey
        /// The server's SSH key is not among those that the user's ssh knows.
        case unknownServerKey
        case signInRefused
        /// A refused redirect from https to http.
        case unencrypted
        case timedOut
        /// The connection broke within the response, or the response is shorter than announced.
        case truncated
        /// The resource has changed since an earlier read. Bytes of both versions must not be mixed.
        case changed
        case tooManyRedirects
        /// The caller may not open this scheme. A redirect may have led to it.
        case forbiddenScheme
        /// ``ServerBounds`` does not allow the server. A redirect may have led to it, or its IP address is refused.
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
    /// The failed operation in English, for the log: "open", "read".
    package let operation: String
    /// `errno`, or 0.
    package let systemError: Int32
    /// The path or address, without secrets.
    package let context: String
    /// For the log, without secrets.
    package var detail = ""
    /// The failed part of the item, or `nil` for the item itself.
    package var part: Part?
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

    package var isConnectionRefused: Bool { code == .unreachable && systemError == ECONNREFUSED }

    package var isWorthRetrying: Bool {
        switch code {
        case .unresolved, .unreachable, .timedOut, .truncated: true
        case .httpStatus(let status): [408, 425, 429].contains(status) || (500...599).contains(status)
        default: false
        }
    }

    /// Whether the address was refused, perhaps because it has expired. A new address may work.
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
