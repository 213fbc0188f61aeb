extension ByteSourceError {
    /// For the viewer, with a remedy if it is not obvious.
    package var reason: String {
        switch part {
        case .segment(let name): tr("segment %1: %2", name, plainReason)
        case .playlist(let name): tr("playlist %1: %2", name, plainReason)
        case .key(let name): tr("key %1: %2", name, plainReason)
        case nil: plainReason
        }
    }

    private var plainReason: String {
        switch code {
        case .notFound: tr("no such file")
        case .notPermitted: tr("permission denied")
        case .notAFile: tr("not a file")
        case .cannotSeek: tr("the source cannot seek")
        case .io where systemError == 0: tr("input/output error")
        case .io: tr("input/output error %1", "\(systemError)")
        case .cancelled: tr("cancelled")
        case .httpStatus(let status): Self.reason(ofStatus: status)
        case .unresolved: tr("server not found; check the address and the network")
        case .unreachable where isConnectionRefused: tr("connection refused; check the address, or retry later")
        case .unreachable: tr("the server does not respond; check the network, or retry later")
        case .tls: tr("the server's certificate cannot be verified (%1); see --tls-ca-file and --tls-verify", detail)
        case .otherKey: tr("the server's key does not match the link; ask for a new link")
        case .unknownServerKey: tr("the server's SSH key is unknown or has changed; connect to it with ssh first")
        case .signInRefused: tr("the server refuses the user name, the password or the key")
        case .unencrypted: tr("the server redirects from https to http, which is not encrypted")
        case .timedOut: tr("time-out: no data received; check the network, or retry")
        case .truncated: tr("the connection was lost; retry")
        case .changed: tr("the file has changed on the server; open it again")
        case .tooManyRedirects: tr("too many redirects")
        case .forbiddenScheme where detail == "magnet": tr("tvplay loads no torrents; use a torrent client")
        case .forbiddenScheme where Self.foreignSchemes.contains(detail):
            tr("%1 addresses are not supported; use http or https", detail)
        case .forbiddenScheme where !detail.isEmpty:
            tr("tvplay does not know %1; check how the address begins (https://…)", detail + "://")
        case .forbiddenScheme: tr("only http and https addresses are supported")
        case .forbiddenServer: tr("the operator of this kiosk does not allow this server")
        case .tooLarge: tr("too large")
        case .invalidReply: tr("the server sent an invalid response")
        case .encrypted: tr("encrypted (%1); see --secure-key-file", detail)
        case .noLibrary where !detail.isEmpty: tr("library %1 is not installed", detail)
        case .noLibrary: tr("libcurl is not installed (Debian: libcurl4)")
        }
    }

    /// Schemes that other programs support; an unknown scheme may be mistyped.
    private static let foreignSchemes: Set<String> = [
        "data", "file", "ftp", "ftps", "http", "https", "mms", "rtmp", "rtmps", "rtp", "rtsp", "rtsps", "sftp", "smb",
        "srt", "udp",
    ]

    private static func reason(ofStatus status: Int) -> String {
        switch status {
        case 401: tr("sign-in required (401); see --http-header-fields")
        case 403: tr("access denied (403); the address may have expired")
        case 404: tr("not found on the server (404)")
        case 410: tr("no longer on the server, or the address has expired (410)")
        case 429: tr("too many requests (429); retry later")
        case 500...599: tr("server error (%1); retry later", "\(status)")
        default: tr("the server responded with %1", "\(status)")
        }
    }

    package var playErrorCode: PlayErrorCode {
        switch code {
        case .notFound: .fileLost
        case .httpStatus(401), .httpStatus(403), .signInRefused: .invalidToken
        // Only a part failed: the item's own address is still valid.
        case .httpStatus(404) where part != nil: .requestFailed
        case .httpStatus(404), .httpStatus(410), .forbiddenScheme, .forbiddenServer: .invalidVideoURL
        case _ where isNetworkError: .requestFailed
        default: .playFailed
        }
    }
}
