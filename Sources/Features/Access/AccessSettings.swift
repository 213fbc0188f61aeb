package import Adaptation
package import ByteCaches
package import Downloads
package import PlayCore
package import Transport

/// What the viewer wants of files and servers. A value.
package struct AccessSettings: Sendable {
    /// What is played where an address with low latency fails.
    package enum Fallback: Sendable, Equatable {
        case none
        /// The HLS address that belongs to it by custom.
        case usual
        case address(String)
    }

    package var http: HTTPSettings
    /// `host[:port]` with `;` between.
    package var preconnect = ""
    /// Likewise.
    package var preresolve = ""
    /// Of one wait for an address with low latency.
    package var lowLatencyTimeout = MediaTime.seconds(5)
    package var lowLatencyFallback = Fallback.usual

    /// Of streams, the most wanted first.
    package var definitions: [DefinitionInfo.Key] = []
    package var wantsPicture = true
    /// Whether more pixels are fetched than the terminal shows.
    package var fetchesFullSize = false
    /// Bits per second; nil: the usual.
    package var startBandwidth: Int?
    package var startMode = MultiRateMode.standard

    /// Nothing is kept on the disk unless it is on.
    package var cache = CacheSettings()
    /// Absolute; nil: below `$XDG_CACHE_HOME`.
    package var cacheFolder: String?
    /// How far is read ahead at most.
    package var maximumBuffer = MediaTime.seconds(50)

    /// False: paths only, neither addresses nor standard input.
    package var opensAddresses = true

    /// Somebody waits for what is opened: downloads give way.
    package var isWatched = true

    /// Where the key of encrypted downloads comes from.
    package var downloadKey = SecureKeySource.Place.nowhere

    package init(http: HTTPSettings) { self.http = http }
}
