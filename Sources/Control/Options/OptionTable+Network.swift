import Localization
import PlayCore

extension OptionTable {
    static let network = [
        OptionSpec(
            "user-agent", .text, in: .network, .wholeRun,
            summary: trMark("Tell servers this name instead of tvplay and its version.")
        ) { $0.network.userAgent = $1 },
        OptionSpec(
            "referrer", .text, in: .network, .wholeRun,
            summary: trMark("Tell servers that the address was found on this page.")
        ) { $0.network.referrer = $1 },
        OptionSpec(
            "http-header-fields", headerFields, in: .network, .wholeRun,
            summary: trMark("Send these header fields with each request: Name: value, with commas between them.")
        ) { $0.network.headerFields = $1 },
        OptionSpec(
            "http-header-fields-append", aliases: ["header"], headerField, in: .network, .wholeRun,
            summary: trMark("Send this header field, too: Name: value. It may have commas, and may be given again.")
        ) { $0.network.headerFields.append($1) },
        OptionSpec(
            "cookies", .flag, default: "no", in: .network, .wholeRun,
            summary: trMark("Keep the cookies that servers set, until tvplay ends.")
        ) { $0.network.usesCookies = $1 },
        OptionSpec(
            "cookies-file", .path, in: .network, .wholeRun,
            summary: trMark("Read cookies from this file, in Netscape's format. Implies --cookies.")
        ) {
            $0.network.cookiesFile = $1
            $0.network.usesCookies = true
        },
        OptionSpec(
            "http-proxy", ValueParser.text.or("no", "", isListed: false), in: .network, .wholeRun,
            summary: trMark(
                "Ask for everything through this proxy: http://host:port. Without the option, as http_proxy says.")
        ) { $0.network.proxy = $1 },
        OptionSpec(
            "netrc-file", .path, in: .network, .wholeRun,
            summary: trMark("Tell servers the names and passwords that this file (.netrc) has for them.")
        ) { $0.network.netrcFile = $1 },
        OptionSpec(
            "network-timeout", ValueParser.time(.milliseconds(100)...longest), default: "5", in: .network, .wholeRun,
            summary: trMark("Give a request up when nothing has come for this long, in seconds.")
        ) { $0.network.timeout = $1 },
        OptionSpec(
            "network-retries", .integer(0...1000), default: "2", in: .network, .wholeRun,
            summary: trMark(
                "Try again this often, once a time-out, before playing fails. With 0 tvplay asks what to do.")
        ) { $0.network.retries = $1 },
        OptionSpec(
            "network-reconnects", .integer(0...1000), default: "3", in: .network, .wholeRun,
            summary: trMark(
                "When the network was lost while playing, try this often to go on where it was, and once it is back.")
        ) { $0.network.reconnects = $1 },
        OptionSpec(
            "auto-reload", .flag, default: "no", in: .network, .wholeRun,
            summary: trMark("With --network-retries=0, load again without asking.")
        ) { $0.network.retryAnswer = $1 ? .reload : .ask },
        OptionSpec(
            "http2", .flag, default: "yes", in: .network, .wholeRun,
            summary: trMark("Do not use HTTP/2.")
        ) { $0.network.usesHTTP2 = $1 },
        OptionSpec(
            "tls-verify", .flag, default: "yes", in: .network, .wholeRun,
            summary: trMark("Do not look at certificates. Anybody on the way can then read and change what is played.")
        ) { $0.network.verifiesTLS = $1 },
        OptionSpec(
            "tls-ca-file", .path, in: .network, .wholeRun,
            summary: trMark("Trust the certificates in this file (PEM) instead of the system's.")
        ) { $0.network.tlsCAFile = $1 },
        OptionSpec(
            "dns-over-https", secureAddress, in: .network, .wholeRun,
            summary: trMark("Ask this service for the addresses of servers. Its own begins with https://.")
        ) { $0.network.dnsOverHTTPS = $1 },
        OptionSpec(
            "dns-over-https-domains", .list(","), in: .network, .wholeRun,
            summary: trMark("Ask it for these domains only, with commas between them.")
        ) { $0.network.dnsOverHTTPSDomains = $1 },
        OptionSpec(
            "resolve", override, in: .network, .wholeRun,
            summary: trMark("Connect to this address for that host: HOST:PORT:ADDRESS. May be given again.")
        ) { $0.network.resolve.append($1) },
        OptionSpec(
            "preconnect", ValueParser.text.or("no", "", isListed: false), in: .network, .wholeRun,
            summary: trMark(
                "Connect to these servers before they are needed: HOST or HOST:PORT, with semicolons between.")
        ) { $0.network.preconnect = $1 },
        OptionSpec(
            "preresolve", ValueParser.text.or("no", "", isListed: false), in: .network, .wholeRun,
            summary: trMark("Look up these servers before they are needed, likewise.")
        ) { $0.network.preresolve = $1 },
        OptionSpec(
            "default-bandwidth", ValueParser.bitRate.optional.or("auto", nil), default: "auto", in: .network, .wholeRun,
            summary: trMark("The bandwidth that streams expect before anything was measured: 5M, in bits per second.")
        ) { $0.network.defaultBandwidth = $1 },
        OptionSpec(
            "fetch-full-size", .flag, default: "no", in: .network, .wholeRun,
            summary: trMark("Fetch streams in definitions that are finer than the terminal shows, too.")
        ) { $0.network.fetchesFullSize = $1 },
        OptionSpec(
            "fallback-url", .text, in: .network, .wholeRun,
            summary: trMark("Play this address where one with low latency (rtmp, srt, rtsp) cannot be played.")
        ) { $0.network.fallbackURL = $1 },
        OptionSpec(
            "rts-fallback", .flag, default: "yes", in: .network, .wholeRun,
            summary: trMark("Without --fallback-url, play the same address as HLS: http:// and .m3u8.")
        ) { $0.network.fallsBack = $1 },
    ]

    private static func isField(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
        return !text[..<colon].contains(" ") && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    private static let headerField = ValueParser<String>(.text) { isField($0) ? $0 : nil }

    private static let headerFields = ValueParser<[String]>(.text) { text in
        let fields = text.split(separator: ",").map { String($0.drop { $0 == " " }) }
        return fields.allSatisfy(isField) ? fields : nil
    }

    private static let secureAddress = ValueParser<String>(.text) { $0.hasPrefix("https://") ? $0 : nil }

    /// Two colons at least: an IPv6 address has more.
    private static let override = ValueParser<String>(.text) { text in
        let parts = text.split(separator: ":", maxSplits: 2)
        return parts.count == 3 && Int(parts[1]).map { (1...65535).contains($0) } == true ? text : nil
    }
}
