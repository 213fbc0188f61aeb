internal import CFFmpeg
package import PlayCore

package struct MediaError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        case source(ByteSourceError)
        /// The container is unknown or damaged. A retry does not help.
        case unreadable
        /// Its tracks have no decoder. A retry does not help.
        case noDecoder
        case decode
        case refused(PlayError)
        case cancelled
    }

    package let code: Code
    /// The attempted operation, in English, for the log.
    package let operation: String
    /// FFmpeg's number, or 0.
    package let libraryCode: Int32
    package let libraryText: String

    /// - Parameter libraryText: the library's words without a number; by default FFmpeg's text for the number.
    package init(_ code: Code, operation: String, libraryCode: Int32 = 0, libraryText: String? = nil) {
        self.code = code
        self.operation = operation
        self.libraryCode = libraryCode
        self.libraryText = libraryText ?? (libraryCode == 0 ? "" : describe(libraryCode))
    }
}

func describe(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
        tv_strerror(code, text.baseAddress, text.count)
        return text.baseAddress.map { String(cString: $0) } ?? ""
    }
}

@discardableResult
func check(
    _ result: Int32, _ operation: @autoclosure () -> String, as code: MediaError.Code = .decode
) throws(MediaError) -> Int32 {
    if result >= 0 { return result }
    throw MediaError(result == tv_averror_exit ? .cancelled : code, operation: operation(), libraryCode: result)
}

/// Returns an allocation of FFmpeg, or stops the program if memory runs out.
func allocated<T>(_ pointer: T?, _ what: StaticString) -> T {
    guard let pointer else { preconditionFailure("out of memory: \(what)") }
    return pointer
}
