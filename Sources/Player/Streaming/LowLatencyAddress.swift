package import Addresses

/// An address of a low-latency protocol, which FFmpeg usually supports.
package struct LowLatencyAddress: Sendable, Equatable {
    package let text: String
    /// The protocols that FFmpeg may use; empty if it does not support the address.
    package let protocols: [String]

    private static let schemes = [
        "rtmp": ["rtmp", "tcp"], "rtmps": ["rtmp", "tcp"], "srt": ["srt"],
        // Media must use the same connection: separate UDP is refused.
        "rtsp": ["tcp"], "rtsps": ["tcp"],
        // Media comes to a multicast group, or to this machine.
        "udp": ["udp"], "rtp": ["rtp", "udp"],
        // Proprietary protocols over UDP, listed so that the fallback address is used.
        "artc": [], "webrtc": [],
        // Signalling over HTTP, media over WebRTC. FFmpeg does not support it.
        "whep+http": [], "whep+https": [],
    ]

    package var webStream: Address? {
        guard text.lowercased().hasPrefix("whep+") else { return nil }
        return Address(String(text.dropFirst("whep+".count)))
    }

    /// FFmpeg's format, for protocols that it does not read as bytes.
    var format: String? { isRTSP ? "rtsp" : text.lowercased().hasPrefix("rtp:") ? "rtp" : nil }

    private var isRTSP: Bool { ["rtsp:", "rtsps:"].contains { text.lowercased().hasPrefix($0) } }

    /// Whether media is accepted unrequested, from any sender. Only for addresses that the viewer enters.
    package var isReceived: Bool { ["udp:", "rtp:"].contains { text.lowercased().hasPrefix($0) } }

    package init?(_ text: String) {
        guard let end = text.firstIndex(of: ":"), text[end...].hasPrefix("://"),
            let protocols = Self.schemes[text[..<end].lowercased()],
            // Control characters and blanks would pass options to the protocols.
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F })
        else { return nil }
        self.text = text
        self.protocols = Self.listens(text) || Self.leavesItsConnection(text) ? [] : protocols
    }

    /// Returns whether an RTSP address's query, which FFmpeg reads, moves the media to another connection.
    private static func leavesItsConnection(_ text: String) -> Bool {
        guard text.lowercased().hasPrefix("rtsp") else { return false }
        let words = text.split(separator: "?").dropFirst().joined(separator: "&").lowercased().split(separator: "&")
        return words.contains { ["udp", "multicast", "http", "https"].contains($0) }
    }

    private static func listens(_ text: String) -> Bool {
        let query = text.lowercased().drop { $0 != "?" }
        return query.contains("listen") || query.contains("rendezvous") || query.contains("%")
    }

    /// The HLS address at the usual place, with `.m3u8`, or `nil`.
    package var usualFallback: String? {
        guard !isReceived, !["srt:", "whep+"].contains(where: text.lowercased().hasPrefix) else { return nil }
        let parts = AddressPieces(text)
        let path = parts.place.prefix { $0 != "?" && $0 != "#" }
        guard !parts.host.isEmpty, path.count > 1 else { return nil }
        return (isSecure ? "https://" : "http://") + parts.host + path + ".m3u8" + parts.place[path.endIndex...]
    }

    // MARK: TLS

    /// FFmpeg does not verify RTSP servers (5.1), nor always RTMP servers. With TLS the player connects itself, and
    /// FFmpeg uses ``inPlain(port:)``, which leads to that connection.
    var isSecure: Bool { ["rtmps:", "rtsps:"].contains { text.lowercased().hasPrefix($0) } }

    var server: (host: String, port: Int) {
        let parts = AddressPieces(text)
        return (String(parts.host), parts.port ?? usualPort)
    }

    private var usualPort: Int { isSecure ? isRTSP ? 322 : 443 : isRTSP ? 554 : 1935 }

    /// The server of a protocol over TCP, IPv6 without brackets, otherwise `nil`.
    package var serverOverTCP: (host: String, port: Int)? {
        guard protocols.contains("tcp"), !server.host.isEmpty else { return nil }
        return (server.host.filter { $0 != "[" && $0 != "]" }, server.port)
    }

    func inPlain(port: Int) -> String {
        let parts = AddressPieces(text)
        return (isRTSP ? "rtsp://" : "rtmp://") + parts.user + "127.0.0.1:\(port)" + parts.place
    }

    /// FFmpeg's options; for RTMP over TLS the address as the server knows it.
    var settings: [String: String] {
        // Bytes lost while the reader is busy must not end the stream.
        if isReceived { return ["overrun_nonfatal": "1"] }
        guard isSecure, !isRTSP else { return [:] }
        let path = AddressPieces(text).place.dropFirst().prefix { $0 != "?" && $0 != "#" }
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        // The last component is the stream's name. A component with a colon (`mp4:film`) also begins that name.
        let application = words.prefix(words.count > 2 && !words[1].contains(":") ? 2 : 1).joined(separator: "/")
        return ["rtmp_tcurl": "rtmps://\(server.host):\(server.port)/\(application)"]
    }
}

/// An address, split as FFmpeg does.
private struct AddressPieces {
    /// Includes the `@`.
    let user: Substring
    /// IPv6 in brackets.
    let host: Substring
    let port: Int?
    /// The rest after the authority.
    let place: Substring

    init(_ text: String) {
        let rest = text.drop { $0 != ":" }.dropFirst(3)
        let authority = rest.prefix { !"/?#".contains($0) }
        place = rest[authority.endIndex...]
        user = authority.lastIndex(of: "@").map { authority[...$0] } ?? authority.prefix(0)
        let server = authority[user.endIndex...]
        let bracket = server.hasPrefix("[") ? server.firstIndex(of: "]").map(server.index(after:)) : nil
        host = bracket.map { server[..<$0] } ?? server.prefix { $0 != ":" }
        port = Int(server[host.endIndex...].dropFirst())
    }
}
