import Glibc

/// Why bytes could not be had.
package struct ByteSourceError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// There is no such file. Trying again does not help.
        case notFound
        /// The system refused (rights). Trying again does not help.
        case notPermitted
        /// A folder, a socket: something without bytes of its own.
        case notAFile
        /// A jump in a source that can only go forward.
        case cannotSeek
        /// The device or system call failed; `systemError` has its number.
        case io
        /// The token was cancelled.
        case cancelled

        /// The server answered with this status (400 … 599, or a 3xx that leads nowhere).
        case httpStatus(Int)
        /// There is no such host, or no name service answers.
        case unresolved
        /// No connection, or it broke before there was an answer.
        case unreachable
        /// No trusted, encrypted connection: the certificate, or the encryption itself. Trying again does not help.
        case tls
        /// The server has another key than the address names.
        case otherKey
        /// The server's SSH key is not among those that the user's ssh knows.
        case unknownServerKey
        /// The file server refuses the user's name, password or key.
        case signInRefused
        /// A redirect from https to http, where that is refused.
        case unencrypted
        /// Nothing came for as long as one waits.
        case timedOut
        /// The connection broke within the answer, or the answer is shorter than it said.
        case truncated
        /// What the address leads to is no longer what was read before: bytes of both must not be mixed.
        case changed
        case tooManyRedirects
        /// Not one of the schemes that can be opened there, perhaps only after a redirect.
        case forbiddenScheme
        /// Not one of the servers that may be asked (``ServerBounds``), perhaps only after a redirect or by its address.
        case forbiddenServer
        /// More bytes than the caller takes.
        case tooLarge
        /// What answered does not speak HTTP, or contradicts itself.
        case invalidReply
        /// A download that is encrypted, and cannot be read; `detail` says why.
        case encrypted
        /// The library that speaks the protocol is not installed.
        case noLibrary
    }

    /// Something that an item is made of, by its path or its address without secrets.
    package enum Part: Sendable, Equatable {
        case segment(String)
        case playlist(String)
        case key(String)
    }

    package let code: Code
    /// What was being done, in English, for the log: "open", "read".
    package let operation: String
    /// `errno`, or 0.
    package let systemError: Int32
    /// Where: a path or an address without secrets.
    package let context: String
    /// The library's words, for the log; without secrets.
    package var detail = ""
    /// What of the item it is about; nil: the item itself.
    package var part: Part?
    /// How long the server asks to wait before the next try.
    package var retryAfter: HostTime?

    package init(_ code: Code, operation: String, systemError: Int32 = 0, context: String) {
        self.code = code
        self.operation = operation
        self.systemError = systemError
        self.context = context
    }

    /// The same, of a part of the item.
    package func about(_ part: (String) -> Part) -> ByteSourceError {
        var copy = self
        copy.part = copy.part ?? (context.isEmpty ? nil : part(context))
        return copy
    }

    /// Whether a server turned the connection away: waiting for an answer is of no use.
    package var isConnectionRefused: Bool { code == .unreachable && systemError == ECONNREFUSED }

    /// Whether the same request may succeed later, without anybody doing anything.
    package var isWorthRetrying: Bool {
        switch code {
        case .unresolved, .unreachable, .timedOut, .truncated: true
        case .httpStatus(let status): [408, 425, 429].contains(status) || (500...599).contains(status)
        default: false
        }
    }

    /// The address is refused, perhaps because its time is over: a new one may do.
    package var isExpired: Bool {
        switch code {
        case .httpStatus(let status): [401, 403, 410].contains(status)
        default: false
        }
    }

    /// Whether it happened on the way to a server or there, not on this machine.
    package var isOfNetwork: Bool {
        switch code {
        case .notFound, .notPermitted, .notAFile, .cannotSeek, .io, .cancelled: false
        default: true
        }
    }
}
