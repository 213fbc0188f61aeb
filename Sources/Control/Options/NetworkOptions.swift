package import PlayCore

/// What the command line says about requests.
package struct NetworkOptions: Sendable, Equatable {
    /// With which definition the streams of a list begin.
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
    package var timeout = MediaTime.seconds(5)
    package var retries = 2
    /// Tries to go on after the network was lost.
    package var reconnects = 3
    package var retryAnswer = RetryAnswer.ask
    package var usesHTTP2 = true
    package var verifiesTLS = true
    package var allowsUnencryptedRedirects = true
    package var tlsCAFile: String?
    /// Address of the service.
    package var dnsOverHTTPS: String?
    /// Empty: all.
    package var dnsOverHTTPSDomains: [String] = []
    /// `host:port:address`.
    package var resolve: [String] = []
    /// `host[:port]` with `;` between.
    package var preconnect = ""
    /// Likewise.
    package var preresolve = ""

    /// Bits per second that are expected before anything was measured; nil: the usual.
    package var defaultBandwidth: Double?
    /// Whether a stream's definitions are chosen without a look at what the terminal shows.
    package var fetchesFullSize = false

    /// Played where an address with low latency fails.
    package var fallbackURL: String?
    /// Without that address, the HLS address that belongs to it by custom.
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
