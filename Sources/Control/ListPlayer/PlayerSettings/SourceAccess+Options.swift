package import Access
import ClassPlayback
package import Options
package import PlayCore
import Transport

extension SourceAccess {
    /// Creates the access for everything that this program opens.
    ///
    /// - Parameters:
    ///   - cache: the disk is used only if this is on.
    ///   - isWatched: whether a viewer waits for the opened items: downloads then yield.
    ///   - opensAddresses: whether addresses may be opened; otherwise only paths.
    ///   - servers: the servers that requests may reach, or `nil` for all.
    package convenience init(
        _ options: PlayerOptions, cache: CacheOptions = CacheOptions(), isWatched: Bool = true,
        opensAddresses: Bool = true, servers: ServerBounds? = nil
    ) {
        var settings = AccessSettings(options, cache: cache)
        settings.isWatched = isWatched
        settings.opensAddresses = opensAddresses
        settings.http.servers = servers
        self.init(settings, openers: [ClassOpener(), SilenceOpener()])
    }
}
