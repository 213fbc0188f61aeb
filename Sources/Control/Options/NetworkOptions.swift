package import PlayCore

package struct NetworkOptions: Sendable, Equatable {
    /// The definition with which the streams of a list start.
    package enum StartMode: String, Sendable, CaseIterable {
        case `default`
        case firstFrame = "first-frame"
        case both, smooth
    }

    package var startMode = StartMode.default

    /// The value, or `nil` for `tvplay/VERSION`.
    package var userAgent: String?
    package var referrer: String?
    /// Fields as `Name: value`.
    package var headerFields: [String] = []
    package var usesCookies = false
    package var cookiesFile: String?
    /// The proxy, or `nil` to use the environment's; empty for none.
    package var proxy: String?
    package var netrcFile: String?
    package var timeout = MediaTime.seconds(5)
    package var retries = 2
    /// The attempts to reconnect after the network was lost.
    package var reconnects = 3
    package var retryAnswer = RetryAnswer.ask
    package var usesHTTP2 = true
    package var verifiesTLS = true
    package var allowsUnencryptedRedirects = true
    package var tlsCAFile: String?
    package var dnsOverHTTPS: String?
    /// The domains; empty for all.
    package var dnsOverHTTPSDomains: [String] = []
    /// Entries as `host:port:address`.
    package var resolve: [String] = []
    /// Entries `host[:port]`, separated by `;`.
    package var preconnect = ""
    /// Entries as in ``preconnect``.
    package var preresolve = ""

    /// The expected bits per second before the first measurement, or `nil` for the default.
    package var defaultBandwidth: Double?
    /// Whether a stream's definitions are chosen regardless of the terminal's size.
    package var fetchesFullSize = false

    /// The address that plays if one with low latency fails.
    package var fallbackURL: String?
    /// Whether the usual HLS address of the stream is used without that address.
    package var fallsBack = true

    package init() {}

    /// Decides after a failed request when no retries are left.
    package enum RetryAnswer: Sendable, Equatable {
        case ask
        /// `--auto-reload`.
        case reload
        case stop
    }
}
