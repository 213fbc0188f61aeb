package import PlayCore
package import WebRTC

package struct JanusError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        case noServer(ByteSourceError.Code?)
        case refused(Int, String)
        /// The server has dropped the session, because it restarted or received nothing for too long.
        case sessionLost
        case noAnswer
        case media(WebRTCError)
        case cancelled
    }

    package let code: Code
    /// In English, for the log.
    package let operation: String

    package init(_ code: Code, operation: String) {
        self.code = code
        self.operation = operation
    }

    /// Whether the server did not answer. It may or may not have carried out the operation.
    var isSilence: Bool {
        switch code {
        case .noServer, .noAnswer: true
        case .refused, .sessionLost, .media, .cancelled: false
        }
    }

    /// Whether the room does not exist (426), or the user does not send there yet (428).
    package var isAbsence: Bool {
        if case .refused(let number, _) = code { [426, 428].contains(number) } else { false }
    }

    /// Whether the room admits no more senders (432), or refuses the token (433).
    package var isForbidden: Bool {
        if case .refused(let number, _) = code { [432, 433].contains(number) } else { false }
    }
}
