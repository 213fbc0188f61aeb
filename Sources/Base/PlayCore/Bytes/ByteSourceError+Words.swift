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
        case .unresolved: "server not found; check the address and the network"
        case .unreachable: "the server does not respond; check the network, or retry later"
        case .tls: "the server's certificate cannot be verified (\(detail)); see --tls-ca-file and --tls-verify"
        case .timedOut: "time-out: no data received; check the network, or retry"
        case .truncated: "the connection was lost; retry"
        case .changed: "the file has changed on the server; open it again"
        case .tooManyRedirects: "too many redirects"
        case .forbiddenScheme: "only http and https addresses are supported"
        case .tooLarge: "too large"
        case .invalidReply: "the server sent an invalid response"
        case .encrypted: "encrypted (\(detail)); see --secure-key-file"
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
