import ClassImport
package import Classes
package import PlayCore
import Playlists

extension ClassOutline {
    /// Returns no items for a single recording. The index is that of the first item to play.
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
        var source = Source(ClassItem.location(of: room, version: version))
        source.isCacheable = false
        return Video(id: ClassIdentity.place(of: room), title: title, sources: [source], duration: duration)
            .attending(room, ClassIdentity.identity(at: room, version: version))
    }
}

extension Video {
    fileprivate func attending(_ location: String, _ identity: RecordingIdentity) -> Video {
        updating {
            $0.room = identity
            $0.classLocation = ClassIdentity.place(of: location)
        }
    }
}

extension ClassInfo {
    /// Returns a video with the recording's definitions as sources, or `nil` if there is only one.
    package func videoOfDefinitions(at location: String, _ locate: (String) -> String?) -> Video? {
        let sources = media.compactMap { media -> Source? in
            guard let key = media.definition.flatMap({ DefinitionInfo.Key(written: $0) }),
                let location = locate(media.url)
            else { return nil }
            return Source(location, definition: DefinitionInfo(key: key, name: key.rawValue))
        }
        guard Set(sources.compactMap { $0.definition?.definitionKey }).count > 1 else { return nil }
        return video(at: location, sources)
    }

    /// Returns the video that plays during attendance. The default `id` is its place. A join link is a secret, but IDs
    /// are not.
    package func video(at location: String, id: String? = nil, _ sources: [Source]) -> Video {
        let place = ClassIdentity.place(of: location)
        let named = title.flatMap { $0.isEmpty ? nil : $0 } ?? AddressText.title(place)
        return Video(id: id ?? place, title: named, sources: sources, duration: duration)
            .attending(location, ClassIdentity.identity(of: self, at: location))
    }
}
