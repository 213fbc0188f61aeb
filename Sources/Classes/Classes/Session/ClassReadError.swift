package import PlayCore

package struct ClassReadError: Error, Sendable, Equatable {
    package let code: PlayErrorCode
    /// In English, as a sentence without its full stop.
    package let reason: String
    /// A path, or an address without secrets.
    package let context: String

    package init(_ code: PlayErrorCode, _ reason: String, in context: String) {
        self.code = code
        self.reason = reason
        self.context = context
    }

    package static func malformed(_ problem: String, in context: String) -> ClassReadError {
        ClassReadError(.invalidPlayInfo, problem, in: context)
    }

    package static func expired(in context: String) -> ClassReadError {
        ClassReadError(.invalidTime, "no longer available: the viewing period has ended", in: context)
    }

    /// Whether the viewer may no longer attend. After other errors of a reload, the loaded class stays.
    package var endsAttendance: Bool { code == .invalidTime || code == .invalidAccessKey }

    package var playError: PlayError { PlayError(code, reason: reason, item: context) }
}
