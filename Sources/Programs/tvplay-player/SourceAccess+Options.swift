import Access
import Options
import PlayerSettings

extension SourceAccess {
    /// Everything that this program opens.
    ///
    /// - Parameter cache: nothing is kept on the disk unless it is on.
    convenience init(_ options: PlayerOptions, cache: CacheOptions = CacheOptions()) {
        self.init(AccessSettings(options, cache: cache), openers: [RoomOpener(), SilenceOpener()])
    }
}
