package import PlayCore

package struct CatalogueError: Error, Sendable, Equatable {
    package enum Cause: Sendable, Equatable {
        /// No failure: the caller no longer wants the result.
        case cancelled
        case network(ByteSourceError.Code)
        /// 400 … 599.
        case status(Int)
        /// The service refuses the item's token, or requires one.
        case tokenRefused
        /// No token from the command or endpoint. The message is ours and contains none of its output.
        case noToken(String)
        case accessKeyRefused
        /// The place of the problem in the document (`$.videos[2].title`).
        case malformed(path: String, problem: String)
        case missing
        case fileLost
        case emptyAlbum
        case expired
        case protected
        case noSource
        case commentsOff
        case noCommentToken
        /// The account or the service lacks a feature. The message is a sentence without final punctuation.
        case unsupported(String)
        case noProgram(String)
        /// The message is unverified text.
        case program(String)
        case beyondLimits(String)
    }

    package let cause: Cause
    /// A path, or an address without secrets. Unverified text.
    package let context: String

    package init(_ cause: Cause, context: String = "") {
        self.cause = cause
        self.context = context
    }

    package init(_ error: ByteSourceError) {
        switch error.code {
        case .cancelled: self.init(.cancelled, context: error.context)
        case .notFound: self.init(.fileLost, context: error.context)
        case .httpStatus(let status): self.init(status: status, context: error.context)
        default: self.init(.network(error.code), context: error.context)
        }
    }

    /// - Parameter status: 400 … 599, of a request that carried the item's token or requires one.
    package init(status: Int, context: String) {
        switch status {
        case 401, 403: self.init(.tokenRefused, context: context)
        case 404, 410: self.init(.missing, context: context)
        default: self.init(.status(status), context: context)
        }
    }

    package var code: PlayErrorCode {
        switch cause {
        case .cancelled: .unknown
        case .network(let code): ByteSourceError(code, operation: "request", context: context).playErrorCode
        case .status: .requestFailed
        case .tokenRefused, .noToken, .noCommentToken: .invalidToken
        case .accessKeyRefused: .invalidAccessKey
        case .malformed: .invalidPlayInfo
        case .missing, .noSource: .invalidVideoURL
        case .fileLost: .fileLost
        case .emptyAlbum: .invalidAlbum
        case .expired: .invalidTime
        case .protected, .unsupported, .noProgram, .commentsOff: .playFailed
        case .program, .beyondLimits: .requestFailed
        }
    }

    package var reason: String {
        switch cause {
        case .cancelled: tr("cancelled")
        case .network(let code): ByteSourceError(code, operation: "request", context: context).reason
        case .status(let status):
            ByteSourceError(.httpStatus(status), operation: "request", context: context).reason
        case .tokenRefused: tr("the token is invalid or has expired; enter another one, or set a token command")
        case .noToken(let words): words
        case .accessKeyRefused: tr("not authorised to view this item; check the access key")
        case .malformed(let path, let problem): tr("the service sent an invalid response: %1", "\(path): \(problem)")
        case .missing: tr("not found; check the address")
        case .fileLost: tr("no such file")
        case .emptyAlbum: tr("the album is empty")
        case .expired: tr("no longer available: the viewing period has ended")
        case .protected: tr("protected by DRM; cannot be played")
        case .noSource: tr("no playable address")
        case .commentsOff: tr("comments are disabled for this item")
        case .noCommentToken: tr("writing comments requires a token; set a comment token or a token command")
        case .unsupported(let words): words
        case .noProgram(let names): tr("none of the programs %1 is installed", names)
        case .program(let words): words
        case .beyondLimits(let words): words
        }
    }

    package func playError(item: String) -> PlayError { PlayError(code, reason: reason, item: item) }

    package var wantsNewToken: Bool { cause == .tokenRefused }
}
