package import Access
package import Options
import RoomPlayback

extension SourceAccess {
    /// Everything that this program opens.
    ///
    /// - Parameters:
    ///   - cache: nothing is kept on the disk unless it is on.
    ///   - isWatched: somebody waits for what is opened: downloads give way.
    ///   - opensAddresses: false: paths only.
    package convenience init(
        _ options: PlayerOptions, cache: CacheOptions = CacheOptions(), isWatched: Bool = true,
        opensAddresses: Bool = true
    ) {
        var settings = AccessSettings(options, cache: cache)
        settings.isWatched = isWatched
        settings.opensAddresses = opensAddresses
        self.init(settings, openers: [RoomOpener(), SilenceOpener()])
    }
}
