package import Access
package import Options
package import Playlists

extension PlayQueue<PlayerOptions> {
    package init(_ parsed: ParsedOptions, _ access: SourceAccess) {
        self.init(
            parsed.items.map { Item($0.path, isPlaylist: $0.isPlaylist, $0.overrides) }, parsed.options,
            access.playlistLoader(isRecursive: parsed.options.isRecursive), company: parsed.options.company,
            feedPreload: parsed.command == .feed ? parsed.options.feedPreload : nil)
    }

    /// Reads nothing, for a drive that does not respond.
    package init(unread parsed: ParsedOptions) {
        self.init(
            unread: parsed.items.map { Item($0.path, isPlaylist: $0.isPlaylist, $0.overrides) }, parsed.options,
            feedPreload: parsed.command == .feed ? parsed.options.feedPreload : nil)
    }
}

extension PlayerOptions {
    fileprivate var company: PlaylistLoader.Company? {
        switch autocreate {
        case .no: nil
        case .filter: .all
        case .same: .alike
        }
    }
}
