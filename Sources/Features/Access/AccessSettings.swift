package import ByteCaches
package import Downloads
package import PlayCore
package import PlaybackModel
package import Transport

package struct AccessSettings: Sendable {
    package enum Fallback: Sendable, Equatable {
        case none
        case usual
        case address(String)
    }

    package var http: HTTPSettings
    /// Hosts to connect to in advance, `host[:port]` separated by `;`.
    package var preconnect = ""
    /// Hosts to resolve in advance, in the same form.
    package var preresolve = ""
    /// The limit of a single wait.
    package var lowLatencyTimeout = MediaTime.seconds(5)
    package var lowLatencyFallback = Fallback.usual

    /// The wanted definitions of streams, the best first.
    package var definitions: [DefinitionInfo.Key] = []
    package var wantsPicture = true
    package var fetchesFullSize = false
    /// In bits per second, or `nil` for the default.
    package var startBandwidth: Int?
    package var startMode = MultiRateMode.standard

    package var cache = CacheSettings()
    /// Absolute, or `nil` for a folder below `$XDG_CACHE_HOME`.
    package var cacheFolder: String?
    package var maximumBuffer = MediaTime.seconds(50)

    /// Whether addresses and standard input may be opened. Otherwise only paths may be.
    package var opensAddresses = true

    /// Whether a viewer waits for the opened media, so that downloads yield.
    package var isWatched = true

    package var downloadKey = SecureKeySource.Place.nowhere

    package init(http: HTTPSettings) { self.http = http }
}
