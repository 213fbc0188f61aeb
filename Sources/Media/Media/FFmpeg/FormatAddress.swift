internal import CFFmpeg
package import PlayCore

/// An address that one of FFmpeg's formats opens itself, with its allowed protocols and options.
package struct FormatAddress: Sendable {
    /// Passed to FFmpeg unchanged.
    let text: String
    let format: String
    let options: [String: String]
    /// The name for errors, without secrets.
    let name: String
    /// The connection behind ``text``, kept while the stream is open. While it is set, FFmpeg may open nothing else.
    var connection: (any AnyObject & Sendable)?

    /// Returns the address of RTSP (RFC 2326) with the media in the same connection, or of RTP alone. Opens nothing
    /// else, even if the server redirects.
    ///
    /// - Parameters:
    ///   - format: `rtsp` or `rtp`.
    ///   - protocols: those that the connection may use.
    ///   - timeout: of one wait.
    ///   - connection: kept. A redirect is refused.
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

    /// Returns the address of a stream at `rtmp://HOST:PORT/APPLICATION`, or `nil` if `server` is invalid. Opens
    /// nothing else. The stream's name is not part of the address, where FFmpeg would cut it at 511 bytes with its
    /// token.
    ///
    /// An address with `rtmps` cannot be opened itself, but ``within(port:connection:)``.
    /// - Parameter token: sent to the server as the argument `token`; a secret.
    package static func rtmp(_ server: String, stream: String, token: String?) -> FormatAddress? {
        guard let scheme = ["rtmp://", "rtmps://"].first(where: server.hasPrefix) else { return nil }
        let place = server.dropFirst(scheme.count)
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

    /// Returns the address for sending a stream, as ``rtmp(_:stream:token:)``. Packets are sent at once.
    package static func rtmpOutput(_ server: String, stream: String, token: String?) -> FormatAddress? {
        guard let address = rtmp(server, stream: stream, token: token) else { return nil }
        var options = address.options
        options["rtmp_buffer"] = nil
        options["tcp_nodelay"] = "1"
        return FormatAddress(text: address.text, format: address.format, options: options, name: address.name)
    }

    package var isSecure: Bool { text.hasPrefix("rtmps://") }

    /// Returns the address for a connection that leads to the same server from a port of this machine.
    package func within(port: Int, connection: any AnyObject & Sendable) -> FormatAddress {
        FormatAddress(
            text: "rtmp://127.0.0.1:\(port)/" + (options["rtmp_app"] ?? ""), format: format, options: options,
            name: name, connection: connection)
    }

    func failure(_ code: Int32, _ operation: String, _ cancel: CancelToken) -> MediaError {
        let reason: ByteSourceError.Code =
            cancel.isCancelled ? .cancelled : code == tv_averror(ETIMEDOUT) ? .timedOut : .unreachable
        return MediaError(.source(error(reason, code, operation)), operation: operation, libraryCode: code)
    }

    /// Converts an error of reading: a connection cannot be damaged like a file, only lost.
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
