package import PlayCore

package struct NetworkOptions: Sendable, Equatable {
    /// The definition in which the streams of a list start.
    package enum StartMode: String, Sendable, CaseIterable {
        case `default`
        case firstFrame = "first-frame"
        case both, smooth
    }

    package var startMode = StartMode.default

    /// `nil` for `tvplay/VERSION`.
    package var userAgent: String?
    package var referrer: String?
    /// Fields as `Name: value`.
    package var headerFields: [String] = []
    package var usesCookies = false
    package var cookiesFile: String?
    /// Empty for none, or `nil` for the environment's.
    package var proxy: String?
    package var netrcFile: String?
    package var timeout = MediaTime.seconds(5)
    package var retries = 2
    /// Attempts to reconnect after the network was lost.
    package var reconnects = 3
    package var retryAnswer = RetryAnswer.ask
    package var usesHTTP2 = true
    package var verifiesTLS = true
    package var allowsUnencryptedRedirects = true
    package var tlsCAFile: String?
    package var dnsOverHTTPS: String?
    /// The domains to resolve over HTTPS; empty for all.
    package var dnsOverHTTPSDomains: [String] = []
    package var resolve: [String] = []
    package var preconnect = ""
    package var preresolve = ""

    /// Bits per second before the first measurement, or `nil` for the default.
    package var defaultBandwidth: Double?
    /// Whether to choose a stream's definition regardless of the terminal's size.
    package var fetchesFullSize = false

    /// The address to use if one with low latency fails.
    package var fallbackURL: String?
    /// Whether the stream's usual HLS address is the default.
    package var fallsBack = true

    package init() {}

    /// The reaction to a failed request without retries left.
    package enum RetryAnswer: Sendable, Equatable {
        case ask
        /// `--auto-reload`.
        case reload
        case stop
    }
}
