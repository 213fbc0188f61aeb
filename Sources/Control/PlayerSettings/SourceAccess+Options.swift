package import Access
package import Options
import RoomPlayback

extension SourceAccess {
    /// Everything that this program opens.
    ///
    /// - Parameter cache: nothing is kept on the disk unless it is on.
    package convenience init(_ options: PlayerOptions, cache: CacheOptions = CacheOptions()) {
        self.init(AccessSettings(options, cache: cache), openers: [RoomOpener(), SilenceOpener()])
    }
}
