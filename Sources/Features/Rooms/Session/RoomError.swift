package import PlayCore

/// Why a room, or a part of it, could not be had. Its texts are unverified.
package struct RoomError: Error, Sendable, Equatable {
    package let code: PlayErrorCode
    /// What is wrong, in English; a sentence without its end.
    package let reason: String
    /// The room or the file within it: a path, or an address without secrets.
    package let context: String

    package init(_ code: PlayErrorCode, _ reason: String, in context: String) {
        self.code = code
        self.reason = reason
        self.context = context
    }

    /// A document that is not what docs/room-package.md says.
    package static func malformed(_ problem: String, in context: String) -> RoomError {
        RoomError(.invalidPlayInfo, problem, in: context)
    }

    package static func expired(in context: String) -> RoomError {
        RoomError(.invalidTime, "no longer available: the viewing period has ended", in: context)
    }

    /// Whoever attends may do so no longer, whatever is there already. Other errors of a reload are of the
    /// line, and what was there stays.
    package var endsAttendance: Bool { code == .invalidTime || code == .invalidAccessKey }

    package var playError: PlayError { PlayError(code, reason: reason, item: context) }
}
