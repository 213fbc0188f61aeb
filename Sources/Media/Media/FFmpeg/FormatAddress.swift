internal import CFFmpeg
package import PlayCore

/// An address that one of FFmpeg's formats opens by itself, with all that it may use for that. A value.
package struct FormatAddress: Sendable {
    /// Goes to FFmpeg as it is.
    let text: String
    /// FFmpeg's name.
    let format: String
    let options: [String: String]
    /// Without secrets, for errors.
    let name: String
    /// What ``text`` leads to, kept as long as what is opened; nothing else may be opened then.
    var connection: (any AnyObject & Sendable)?

    /// RTSP (RFC 2326) with the media in the same connection: nothing else is opened, wherever the server leads. Or RTP of
    /// which nothing but its packets is known.
    ///
    /// - Parameters:
    ///   - format: `rtsp` or `rtp`.
    ///   - protocols: all that the connection may use.
    ///   - timeout: of one wait.
    ///   - connection: what the address leads to: kept, and a server that leads elsewhere is refused.
    package static func transmission(
        _ text: String, format: String, protocols: [String], timeout: MediaTime,
        connection: (any AnyObject & Sendable)? = nil, name: String
    ) -> FormatAddress {
        var options = ["protocol_whitelist": protocols.joined(separator: ",")]
        if format == "rtsp" {
            options["rtsp_transport"] = "tcp"
            options["timeout"] = String(timeout.nanoseconds / 1000)
            options["allowed_media_types"] = "video+audio"
        }
        return FormatAddress(text: text, format: format, options: options, name: name, connection: connection)
    }

    /// A stream of a media server (RTMP), as it comes: `rtmp://HOST:PORT/APPLICATION` and the stream's name. Nothing else
    /// is opened. FFmpeg would cut a name with a token at 511 bytes if it were part of the address.
    ///
    /// - Parameter token: goes to the server as the argument `token`; a secret.
    /// - Returns: nil: the address is none.
    package static func rtmp(_ server: String, stream: String, token: String?) -> FormatAddress? {
        guard server.hasPrefix("rtmp://") else { return nil }
        let place = server.dropFirst("rtmp://".count)
        guard let slash = place.firstIndex(of: "/") else { return nil }
        let application = place[place.index(after: slash)...]
        guard slash != place.startIndex, !application.isEmpty else { return nil }
        return FormatAddress(
            text: server, format: "flv",
            options: [
                "protocol_whitelist": "rtmp,tcp", "rtmp_live": "live", "rtmp_buffer": "100",
                "rtmp_app": String(application), "rtmp_playpath": stream + (token.map { "?token=" + $0 } ?? ""),
            ], name: stream)
    }

    /// A stream that is sent there: as ``rtmp(_:stream:token:)``, and packets leave at once.
    package static func rtmpOutput(_ server: String, stream: String, token: String?) -> FormatAddress? {
        guard let address = rtmp(server, stream: stream, token: token) else { return nil }
        var options = address.options
        options["rtmp_buffer"] = nil
        options["tcp_nodelay"] = "1"
        return FormatAddress(text: address.text, format: address.format, options: options, name: address.name)
    }

    func failure(_ code: Int32, _ operation: String, _ cancel: CancelToken) -> MediaError {
        let reason: ByteSourceError.Code =
            cancel.isCancelled ? .cancelled : code == tv_averror(ETIMEDOUT) ? .timedOut : .unreachable
        return MediaError(.source(error(reason, code, operation)), operation: operation, libraryCode: code)
    }

    /// Of reading: what is no bytes of a file cannot be damaged, only gone.
    func failure(_ error: MediaError) -> MediaError {
        guard error.code != .cancelled else { return error }
        let reason: ByteSourceError.Code = error.libraryCode == tv_averror(ETIMEDOUT) ? .timedOut : .unreachable
        return MediaError(
            .source(self.error(reason, error.libraryCode, error.operation)), operation: error.operation,
            libraryCode: error.libraryCode)
    }

    private func error(_ reason: ByteSourceError.Code, _ code: Int32, _ operation: String) -> ByteSourceError {
        let refusal = code == tv_averror(ECONNREFUSED) ? ECONNREFUSED : 0
        var error = ByteSourceError(reason, operation: operation, systemError: refusal, context: name)
        error.detail = describe(code)
        return error
    }
}
