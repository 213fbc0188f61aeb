package import PlayCore
package import WebRTC

/// Why a room cannot be used. A value.
package struct JanusError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// The server cannot be reached, or its answer is none of Janus.
        case noServer(ByteSourceError.Code?)
        /// It refuses: its number and words; unverified text.
        case refused(Int, String)
        /// It has forgotten the session: it was started anew, or nothing was heard for too long.
        case sessionLost
        /// It did not answer in time.
        case noAnswer
        /// The media plane failed.
        case media(WebRTCError)
        case cancelled
    }

    package let code: Code
    /// What was asked for; in English, for the log.
    package let operation: String

    package init(_ code: Code, operation: String) {
        self.code = code
        self.operation = operation
    }

    /// The server said nothing: what was asked for may have been done, or not.
    var isSilence: Bool {
        switch code {
        case .noServer, .noAnswer: true
        case .refused, .sessionLost, .media, .cancelled: false
        }
    }

    /// The room is not there (426), or nobody of that name sends there yet (428).
    package var isAbsence: Bool {
        if case .refused(let number, _) = code { [426, 428].contains(number) } else { false }
    }

    /// Nobody may send more in this room (432, and the keeper's tokens: 433).
    package var isForbidden: Bool {
        if case .refused(let number, _) = code { [432, 433].contains(number) } else { false }
    }
}
