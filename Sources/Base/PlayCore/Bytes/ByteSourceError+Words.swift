extension ByteSourceError {
    /// For the viewer: what is wrong, and what can be done about it where that is not plain.
    package var reason: String {
        switch code {
        case .notFound: "no such file"
        case .notPermitted: "permission denied"
        case .notAFile: "not a file"
        case .cannotSeek: "the source cannot seek"
        case .io: "input/output error \(systemError)"
        case .cancelled: "cancelled"
        case .httpStatus(let status): Self.reason(ofStatus: status)
        case .unresolved: "no such server; check the address and the network"
        case .unreachable: "the server does not answer; check the network, or try again later"
        case .tls: "the server's certificate is not to be trusted (\(detail)); see --tls-ca-file and --tls-verify"
        case .timedOut: "time-out: nothing came for too long; check the network, or try again"
        case .truncated: "the connection broke; try again"
        case .changed: "it has changed on the server; open it again"
        case .tooManyRedirects: "the server sends from one address to the next without end"
        case .forbiddenScheme: "only http and https addresses are played"
        case .tooLarge: "too large"
        case .invalidReply: "what answers is no web server, or a broken one"
        case .encrypted: "it is encrypted (\(detail)); see --secure-key-file"
        case .noLibrary: "libcurl is not installed (Debian: libcurl4)"
        }
    }

    private static func reason(ofStatus status: Int) -> String {
        switch status {
        case 401: "the server wants to know who asks (401); see --http-header-fields"
        case 403: "the server refuses it (403); the address may have expired"
        case 404: "it is not on the server (404)"
        case 410: "it is no longer on the server, or the address has expired (410)"
        case 429: "the server has been asked too often (429); try again later"
        case 500...599: "the server has a problem (\(status)); try again later"
        default: "the server answered \(status)"
        }
    }

    package var playErrorCode: PlayErrorCode {
        switch code {
        case .notFound: .fileLost
        case .httpStatus(401), .httpStatus(403): .invalidToken
        case .httpStatus(404), .httpStatus(410), .forbiddenScheme: .invalidVideoURL
        case _ where isOfNetwork: .requestFailed
        default: .playFailed
        }
    }
}
