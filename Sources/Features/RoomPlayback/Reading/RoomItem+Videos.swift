package import PlayCore
import Playlists
package import Rooms

extension RoomOutline {
    /// What is put into the list, and which of it plays first; nothing for a recording of its own.
    ///
    /// - Parameter location: of the class.
    package func videos(at location: String, version: Int) -> (videos: [Video], index: Int) {
        switch self {
        case .single: ([], 0)
        case .merged(let mixed, let title):
            ([Self.video(location, title, mixed.duration, version)], 0)
        case .album(let album, _):
            (
                album.albumList.map { Self.video($0.room, $0.title ?? $0.id, $0.duration, version) },
                album.index
            )
        }
    }

    private static func video(_ room: String, _ title: String?, _ duration: MediaTime?, _ version: Int) -> Video {
        var source = Source(RoomItem.location(of: room, version: version))
        source.isCacheable = false
        return Video(id: source.location, title: title, sources: [source], duration: duration)
    }
}

extension RoomInfo {
    /// The recording where it is there in several definitions, which are chosen like those of any video; nil:
    /// there is no choice.
    package func videoOfDefinitions(_ locate: (String) -> String?) -> Video? {
        let sources = media.compactMap { media -> Source? in
            guard let key = media.definition.flatMap({ DefinitionInfo.Key(written: $0) }),
                let location = locate(media.url)
            else { return nil }
            return Source(location, definition: DefinitionInfo(key: key, name: key.rawValue))
        }
        guard Set(sources.compactMap { $0.definition?.definitionKey }).count > 1 else { return nil }
        return Video(
            id: FileSystemAccess.videoID(of: sources[0].location), title: title, sources: sources, duration: duration)
    }
}
