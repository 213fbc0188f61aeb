internal import CFFmpeg
package import PlayCore

/// Why an item could not be opened or decoded.
package struct MediaError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// The bytes could not be had; `source` says why.
        case source(ByteSourceError)
        /// No known container, or a damaged one. Trying again does not help.
        case unreadable
        /// Nothing in it can be decoded: no decoder for its tracks. Trying again does not help.
        case noDecoder
        /// The decoder or converter refused its input.
        case decode
        /// Whoever knows where it comes from says why not.
        case refused(PlayError)
        /// Stopped by the cancel token.
        case cancelled
    }

    package let code: Code
    /// What was being done, in English, for the log.
    package let operation: String
    /// FFmpeg's number, or 0.
    package let libraryCode: Int32
    /// FFmpeg's text for it.
    package let libraryText: String

    /// - Parameter libraryText: where the library has words without a number; else FFmpeg's text for the number.
    package init(_ code: Code, operation: String, libraryCode: Int32 = 0, libraryText: String? = nil) {
        self.code = code
        self.operation = operation
        self.libraryCode = libraryCode
        self.libraryText = libraryText ?? (libraryCode == 0 ? "" : describe(libraryCode))
    }
}

/// FFmpeg's text for an error number.
func describe(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
        tv_strerror(code, text.baseAddress, text.count)
        return text.baseAddress.map { String(cString: $0) } ?? ""
    }
}

/// The one checker of FFmpeg's return codes: negative is an error.
@discardableResult
func check(
    _ result: Int32, _ operation: @autoclosure () -> String, as code: MediaError.Code = .decode
) throws(MediaError) -> Int32 {
    if result >= 0 { return result }
    throw MediaError(result == tv_averror_exit ? .cancelled : code, operation: operation(), libraryCode: result)
}

/// Stops the program when memory is out, as every allocation of FFmpeg does here.
func allocated<T>(_ pointer: T?, _ what: StaticString) -> T {
    guard let pointer else { preconditionFailure("out of memory: \(what)") }
    return pointer
}
