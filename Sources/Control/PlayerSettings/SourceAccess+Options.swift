package import Access
package import Options
package import PlayCore
import RoomPlayback
import Transport

extension SourceAccess {
    /// Everything that this program opens.
    ///
    /// - Parameters:
    ///   - cache: nothing is kept on the disk unless it is on.
    ///   - isWatched: somebody waits for what is opened: downloads give way.
    ///   - opensAddresses: false: paths only.
    ///   - servers: whom requests may reach; nil: everyone.
    package convenience init(
        _ options: PlayerOptions, cache: CacheOptions = CacheOptions(), isWatched: Bool = true,
        opensAddresses: Bool = true, servers: ServerBounds? = nil
    ) {
        var settings = AccessSettings(options, cache: cache)
        settings.isWatched = isWatched
        settings.opensAddresses = opensAddresses
        settings.http.servers = servers
        self.init(settings, openers: [RoomOpener(), SilenceOpener()])
    }
}
