/// Random or sequential bytes of one item: a file, standard input, later an address.
///
/// One thread at a time reads (the `demux` thread). `read` may block; cancelling the source's ``CancelToken`` from
/// any thread ends the wait.
package protocol ByteSource: AnyObject, Sendable {
    /// Bytes in all; nil when it is not known (a pipe, a live stream).
    var size: Int64? { get }

    /// Whether `read(at:)` may go backwards.
    var canSeek: Bool { get }

    /// Fills `buffer` from the front with bytes that start at `offset`, counted from the start of the source.
    ///
    /// - Returns: how many bytes were put there, at least 1; 0 only at the end of the source.
    /// - Throws: ``ByteSourceError``. A source that cannot seek throws `.cannotSeek` for any offset but the next.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
}

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
    }

    package let code: Code
    /// What was being done, in English, for the log: "open", "read".
    package let operation: String
    /// `errno`, or 0.
    package let systemError: Int32
    /// Where: a path or an address without secrets.
    package let context: String

    package init(_ code: Code, operation: String, systemError: Int32 = 0, context: String) {
        self.code = code
        self.operation = operation
        self.systemError = systemError
        self.context = context
    }
}
