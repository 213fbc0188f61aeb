package import Access
package import Options
package import PlayCore
import Transport

extension SourceAccess {
    /// Opens everything for this program. Downloads yield if a viewer waits (`isWatched`). Without `opensAddresses`, it
    /// opens only paths. `servers` limits the servers of requests; `nil` allows all. `openers` open further kinds of
    /// locations.
    package convenience init(
        _ options: PlayerOptions, cache: CacheOptions = CacheOptions(), isWatched: Bool = true,
        opensAddresses: Bool = true, servers: ServerBounds? = nil, openers: [any Opener] = []
    ) {
        var settings = AccessSettings(options, cache: cache)
        settings.isWatched = isWatched
        settings.opensAddresses = opensAddresses
        settings.http.servers = servers
        self.init(settings, openers: openers)
    }
}
