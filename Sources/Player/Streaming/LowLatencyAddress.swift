package import Addresses
package import Media
package import MediaSources
package import PlayCore
package import WebStreams

/// An address of a protocol with low latency, which FFmpeg speaks. Pure.
package struct LowLatencyAddress: Sendable, Equatable {
    package let text: String
    /// All that FFmpeg may use for it; empty: nothing here speaks it.
    package let protocols: [String]

    private static let schemes = [
        "rtmp": ["rtmp", "tcp"], "rtmps": ["rtmps", "tls", "tcp"], "srt": ["srt"],
        // With the media in the same connection; UDP of its own is refused.
        "rtsp": ["tcp"], "rtsps": ["tls", "tcp"],
        // Services' own protocols over UDP: they are named so that the address to fall back to is used.
        "artc": [], "webrtc": [],
        // Signalling over HTTP, media over WebRTC: not FFmpeg's.
        "whep+http": [], "whep+https": [],
    ]

    /// Where a server speaks WHEP; nil: another protocol.
    package var webStream: Address? {
        guard text.lowercased().hasPrefix("whep+") else { return nil }
        return Address(String(text.dropFirst("whep+".count)))
    }

    /// Whether it is a format of FFmpeg's and not bytes.
    var isRTSP: Bool { ["rtsp:", "rtsps:"].contains { text.lowercased().hasPrefix($0) } }

    /// Nil: another kind of address.
    package init?(_ text: String) {
        guard let end = text.firstIndex(of: ":"), text[end...].hasPrefix("://"),
            let protocols = Self.schemes[text[..<end].lowercased()],
            // Control characters and blanks are how such addresses carry options.
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F })
        else { return nil }
        self.text = text
        self.protocols = Self.listens(text) || Self.leavesItsConnection(text) ? [] : protocols
    }

    /// FFmpeg reads the transport of the media from the query of an RTSP address.
    private static func leavesItsConnection(_ text: String) -> Bool {
        guard text.lowercased().hasPrefix("rtsp") else { return false }
        let words = text.split(separator: "?").dropFirst().joined(separator: "&").lowercased().split(separator: "&")
        return words.contains { ["udp", "multicast", "http", "https"].contains($0) }
    }

    /// An address never makes this machine a server.
    private static func listens(_ text: String) -> Bool {
        let query = text.lowercased().drop { $0 != "?" }
        return query.contains("listen") || query.contains("rendezvous") || query.contains("%")
    }

    /// The HLS address that belongs to it by custom: the same place, `.m3u8`. Nil: there is none.
    package var usualFallback: String? {
        guard !["srt:", "whep+"].contains(where: text.lowercased().hasPrefix), let colon = text.firstIndex(of: ":")
        else { return nil }
        let end = text.index(colon, offsetBy: 3)
        let isSecure = ["rtmps", "rtsps"].contains { text.lowercased().hasPrefix($0 + ":") }
        let query = text[end...].firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        let authority = text[end...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // A port is that protocol's.
        let host = authority.last == "]" ? authority : authority.prefix { $0 != ":" || authority.contains("[") }
        let path = text[authority.endIndex..<query]
        guard !host.isEmpty, path.count > 1 else { return nil }
        return (isSecure ? "https://" : "http://") + host + path + ".m3u8" + text[query...]
    }
}

/// Opens such an address, or what it falls back to. On the `demux` thread.
package struct LowLatencyOpener: Sendable {
    /// A stream of a server that speaks WHEP.
    package typealias StreamMaker = @Sendable (Address) throws(ByteSourceError) -> WebStream

    private let timeout: MediaTime
    private let webStreams: StreamMaker
    private let fallback: @Sendable (LowLatencyAddress) -> String?

    /// - Parameters:
    ///   - timeout: of one wait.
    ///   - webStreams: makes a stream over WebRTC of its address.
    ///   - fallback: the address to play when it fails; nil: none.
    package init(
        timeout: MediaTime, webStreams: @escaping StreamMaker,
        fallback: @escaping @Sendable (LowLatencyAddress) -> String?
    ) {
        self.timeout = timeout
        self.webStreams = webStreams
        self.fallback = fallback
    }

    /// - Parameters:
    ///   - name: without secrets.
    ///   - openOther: opens the address to fall back to; told why.
    package func open(
        _ address: LowLatencyAddress, name: String, cancel: CancelToken,
        openOther: (String, ByteSourceError) throws(MediaError) -> OpenedMedia
    ) throws(MediaError) -> OpenedMedia {
        do throws(ByteSourceError) {
            if let place = address.webStream {
                let patience = HostTime(nanoseconds: timeout.nanoseconds)
                let stream = try webStreams(place)
                let begun = try WebStreamBeginning(stream, patience: patience, name: name, cancel: cancel)
                return .packets(WebStreamSource(begun, patience: patience, name: name, cancel: cancel))
            }
            guard !address.protocols.isEmpty else {
                throw ByteSourceError(.forbiddenScheme, operation: "open", context: name)
            }
            return try media(address, name, cancel)
        } catch {
            guard error.code != .cancelled, let other = fallback(address) else {
                throw MediaError(.source(error), operation: error.operation)
            }
            Log.shared.write(.warning, "net", "\(name): \(error.code) \(error.detail); its other address is played")
            return try openOther(other, error)
        }
    }

    private func media(
        _ address: LowLatencyAddress, _ name: String, _ cancel: CancelToken
    ) throws(ByteSourceError) -> OpenedMedia {
        guard address.isRTSP else {
            return .bytes(
                try ProtocolByteSource(
                    address: address.text, protocols: address.protocols, timeout: timeout, name: name, cancel: cancel))
        }
        do throws(MediaError) {
            let place = FormatAddress.rtsp(address.text, protocols: address.protocols, timeout: timeout, name: name)
            return .packets(ContainerSource(try Demuxer(place, cancel: cancel), name: name))
        } catch {
            guard case .source(let cause) = error.code else {
                throw ByteSourceError(
                    error.code == .cancelled ? .cancelled : .unreachable, operation: "open", context: name)
            }
            throw cause
        }
    }
}
