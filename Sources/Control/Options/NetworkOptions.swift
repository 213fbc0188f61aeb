package import PlayCore

/// ADV-32: what the command line says about requests.
package struct NetworkOptions: Sendable, Equatable {
    /// ADV-67: with which definition the streams of a list begin.
    package enum StartMode: String, Sendable, CaseIterable {
        case `default`
        case firstFrame = "first-frame"
        case both, smooth
    }

    package var startMode = StartMode.default

    /// Nil: `tvplay/VERSION`.
    package var userAgent: String?
    package var referrer: String?
    /// `Name: value`.
    package var headerFields: [String] = []
    package var usesCookies = false
    package var cookiesFile: String?
    /// Nil: as the environment says; empty: none.
    package var proxy: String?
    package var netrcFile: String?
    /// ADV-35.
    package var timeout = MediaTime.seconds(5)
    package var retries = 2
    /// ARCH-22: tries to go on after the network was lost.
    package var reconnects = 3
    /// ADV-37.
    package var retryAnswer = RetryAnswer.ask
    package var usesHTTP2 = true
    package var verifiesTLS = true
    package var tlsCAFile: String?
    /// ADV-70: address of the service.
    package var dnsOverHTTPS: String?
    /// Empty: all.
    package var dnsOverHTTPSDomains: [String] = []
    /// `host:port:address`.
    package var resolve: [String] = []
    /// ADV-72: `host[:port]` with `;` between.
    package var preconnect = ""
    /// ADV-70: likewise.
    package var preresolve = ""

    /// ADV-68: bits per second that are expected before anything was measured; nil: the usual.
    package var defaultBandwidth: Double?
    /// Whether a stream's definitions are chosen without a look at what the terminal shows.
    package var fetchesFullSize = false

    /// ADV-46: played where an address with low latency fails.
    package var fallbackURL: String?
    /// ADV-47: without that address, the HLS address that belongs to it by custom.
    package var fallsBack = true

    package init() {}

    /// Who answers where a request failed and there are no retries.
    package enum RetryAnswer: Sendable, Equatable {
        /// The viewer.
        case ask
        /// `--auto-reload`.
        case reload
        /// Nobody is there.
        case stop
    }
}
