import PlayCore

extension OptionTable {
    static let network = [
        OptionSpec(
            "user-agent", .text, in: .network, .wholeRun,
            summary: trMark("User agent to send (default: tvplay and its version).")
        ) { $0.network.userAgent = $1 },
        OptionSpec(
            "referrer", .address, in: .network, .wholeRun,
            summary: trMark("Referrer to send.")
        ) { $0.network.referrer = $1 },
        OptionSpec(
            "http-header-fields", headerFields, in: .network, .wholeRun,
            summary: trMark("Send these header fields with each request: NAME: VALUE, separated by commas.")
        ) { $0.network.headerFields = $1 },
        OptionSpec(
            "http-header-fields-append", aliases: ["header"], headerField, in: .network, .wholeRun,
            summary: trMark(
                "Send this header field as well: NAME: VALUE. The value may contain commas. Can be "
                    + "repeated.")
        ) { $0.network.headerFields.append($1) },
        OptionSpec(
            "cookies", .flag, default: "no", in: .network, .wholeRun,
            summary: trMark("Accept cookies, and keep them until tvplay exits.")
        ) { $0.network.usesCookies = $1 },
        OptionSpec(
            "cookies-file", .path, in: .network, .wholeRun,
            summary: trMark("Read cookies from this file in Netscape format. Implies --cookies.")
        ) {
            $0.network.cookiesFile = $1
            $0.network.usesCookies = true
        },
        OptionSpec(
            "http-proxy", ValueParser.text.or("no", "", isListed: false), in: .network, .wholeRun,
            summary: trMark(
                "Use this proxy, http://HOST:PORT (default: the variable http_proxy).")
        ) { $0.network.proxy = $1 },
        OptionSpec(
            "netrc-file", .path, in: .network, .wholeRun,
            summary: trMark("Read user names and passwords from this .netrc file.")
        ) { $0.network.netrcFile = $1 },
        OptionSpec(
            "network-timeout", ValueParser.time(.milliseconds(100)...longest), default: "5", in: .network, .wholeRun,
            summary: trMark("Abort a request after this many seconds without data.")
        ) { $0.network.timeout = $1 },
        OptionSpec(
            "network-retries", .integer(0...1000), default: "2", in: .network, .wholeRun,
            summary: trMark(
                "Retry N times, waiting one time-out between tries. 0: ask what to do.")
        ) { $0.network.retries = $1 },
        OptionSpec(
            "network-reconnects", .integer(0...1000), default: "3", in: .network, .wholeRun,
            summary: trMark(
                "Reconnect N times when the connection is lost during playback, and once more when "
                    + "the network is back.")
        ) { $0.network.reconnects = $1 },
        OptionSpec(
            "auto-reload", .flag, default: "no", in: .network, .wholeRun,
            summary: trMark("With --network-retries=0, reload without asking.")
        ) { $0.network.retryAnswer = $1 ? .reload : .ask },
        OptionSpec(
            "http2", .flag, default: "yes", in: .network, .wholeRun,
            summary: trMark("Do not use HTTP/2.")
        ) { $0.network.usesHTTP2 = $1 },
        OptionSpec(
            "tls-verify", .flag, default: "yes", in: .network, .wholeRun,
            summary: trMark(
                "Do not verify certificates. Insecure: anyone on the path can read and change the "
                    + "data.")
        ) { $0.network.verifiesTLS = $1 },
        OptionSpec(
            "unencrypted-redirects", .flag, default: "yes", in: .network, .wholeRun,
            summary: trMark("Refuse redirects from https to http; else they cause a warning.")
        ) { $0.network.allowsUnencryptedRedirects = $1 },
        OptionSpec(
            "tls-ca-file", .path, in: .network, .wholeRun,
            summary: trMark("Trust the certificates in this file (PEM) instead of the system's.")
        ) { $0.network.tlsCAFile = $1 },
        OptionSpec(
            "dns-over-https", secureAddress, in: .network, .wholeRun,
            summary: trMark("Resolve host names by DNS over HTTPS at this URL.")
        ) { $0.network.dnsOverHTTPS = $1 },
        OptionSpec(
            "dns-over-https-domains", .list(","), in: .network, .wholeRun,
            summary: trMark("Use --dns-over-https for these domains only, separated by commas.")
        ) { $0.network.dnsOverHTTPSDomains = $1 },
        OptionSpec(
            "resolve", override, in: .network, .wholeRun,
            summary: trMark(
                "Connect to this address instead of resolving the host: HOST:PORT:ADDRESS. Can be "
                    + "repeated.")
        ) { $0.network.resolve.append($1) },
        OptionSpec(
            "preconnect", ValueParser.text.or("no", "", isListed: false), in: .network, .wholeRun,
            summary: trMark(
                "Connect to these servers in advance: HOST or HOST:PORT, separated by semicolons.")
        ) { $0.network.preconnect = $1 },
        OptionSpec(
            "preresolve", ValueParser.text.or("no", "", isListed: false), in: .network, .wholeRun,
            summary: trMark("Resolve these host names in advance, separated by semicolons.")
        ) { $0.network.preresolve = $1 },
        OptionSpec(
            "default-bandwidth", ValueParser.bitRate.optional.or("auto", nil), default: "auto", in: .network, .wholeRun,
            summary: trMark("Bandwidth to assume before it has been measured, in bits per second, such as 5M.")
        ) { $0.network.defaultBandwidth = $1 },
        OptionSpec(
            "fetch-full-size", .flag, default: "no", in: .network, .wholeRun,
            summary: trMark("Also choose definitions higher than the terminal can show.")
        ) { $0.network.fetchesFullSize = $1 },
        OptionSpec(
            "fallback-url", .address, in: .network, .wholeRun,
            summary: trMark("Play this URL when a low-latency one (rtmp, srt, rtsp, whep) fails.")
        ) { $0.network.fallbackURL = $1 },
        OptionSpec(
            "rts-fallback", .flag, default: "yes", in: .network, .wholeRun,
            summary: trMark("When a low-latency URL fails, do not try its HLS URL (http:// and .m3u8).")
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

    private static let secureAddress = ValueParser<String>(.address) { $0.hasPrefix("https://") ? $0 : nil }

    /// At least two colons: an IPv6 address has more.
    private static let override = ValueParser<String>(.text) { text in
        let parts = text.split(separator: ":", maxSplits: 2)
        return parts.count == 3 && Int(parts[1]).map { (1...65535).contains($0) } == true ? text : nil
    }
}
