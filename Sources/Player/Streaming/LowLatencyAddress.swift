package import Addresses

/// An address of a protocol with low latency, which FFmpeg speaks. Pure.
package struct LowLatencyAddress: Sendable, Equatable {
    package let text: String
    /// All that FFmpeg may use for it; empty: nothing here speaks it.
    package let protocols: [String]

    private static let schemes = [
        "rtmp": ["rtmp", "tcp"], "rtmps": ["rtmp", "tcp"], "srt": ["srt"],
        // With the media in the same connection; UDP of its own is refused.
        "rtsp": ["tcp"], "rtsps": ["tcp"],
        // What is sent to a group of receivers, or to this machine.
        "udp": ["udp"], "rtp": ["rtp", "udp"],
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

    /// FFmpeg's name of what is no bytes to it.
    var format: String? { isRTSP ? "rtsp" : text.lowercased().hasPrefix("rtp:") ? "rtp" : nil }

    private var isRTSP: Bool { ["rtsp:", "rtsps:"].contains { text.lowercased().hasPrefix($0) } }

    /// Nobody is asked for it: it is received from whoever sends. Only for addresses that the viewer names.
    package var isReceived: Bool { ["udp:", "rtp:"].contains { text.lowercased().hasPrefix($0) } }

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
        guard !isReceived, !["srt:", "whep+"].contains(where: text.lowercased().hasPrefix) else { return nil }
        let parts = AddressPieces(text)
        let path = parts.place.prefix { $0 != "?" && $0 != "#" }
        guard !parts.host.isEmpty, path.count > 1 else { return nil }
        // A port is that protocol's.
        return (isSecure ? "https://" : "http://") + parts.host + path + ".m3u8" + parts.place[path.endIndex...]
    }

    // MARK: Over TLS

    /// FFmpeg verifies no server of RTSP (5.1), and of RTMP only as its TLS library can. So the connection is made here, and
    /// FFmpeg is given ``inPlain(port:)``, which leads there.
    var isSecure: Bool { ["rtmps:", "rtsps:"].contains { text.lowercased().hasPrefix($0) } }

    /// Of one over TLS.
    var server: (host: String, port: Int) {
        let parts = AddressPieces(text)
        return (String(parts.host), parts.port ?? (isRTSP ? 322 : 443))
    }

    /// The same place at a port of this machine, without TLS.
    func inPlain(port: Int) -> String {
        let parts = AddressPieces(text)
        return (isRTSP ? "rtsp://" : "rtmp://") + parts.user + "127.0.0.1:\(port)" + parts.place
    }

    /// What FFmpeg has to be told beside the address. Of RTMP over TLS: the address that the server knows, with its
    /// application's name.
    var settings: [String: String] {
        // What comes while nobody reads is lost; that is no reason to end.
        if isReceived { return ["overrun_nonfatal": "1"] }
        guard isSecure, !isRTSP else { return [:] }
        let path = AddressPieces(text).place.dropFirst().prefix { $0 != "?" && $0 != "#" }
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        // The last word is the stream's; a colon begins its name, too.
        let application = words.prefix(words.count > 2 && !words[1].contains(":") ? 2 : 1).joined(separator: "/")
        return ["rtmp_tcurl": "rtmps://\(server.host):\(server.port)/\(application)"]
    }
}

/// The parts of an address as FFmpeg takes it apart. Pure.
private struct AddressPieces {
    /// With its `@`.
    let user: Substring
    /// An IPv6 address in brackets.
    let host: Substring
    let port: Int?
    /// What follows the authority.
    let place: Substring

    /// - Parameter text: with `://`.
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
