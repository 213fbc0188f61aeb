package enum ClassOutline: Sendable, Equatable {
    case single
    /// Each recording has its own manifest.
    case merged(MixedClass, title: String?)
    /// Each item has its own manifest.
    case album(AlbumClass, title: String?)

    package var first: String? { if case .merged(let room, _) = self { room.slices[0].room } else { nil } }
}

extension ClassManifest {
    /// - Throws: 1030 for parts outside the package, 1070 for an empty album.
    package func outline(at place: ClassPlace, initialAlbumIndex: Int = 0) throws(ClassReadError) -> ClassOutline {
        if isMerged {
            var located: [MixedClass.Slice] = []
            for slice in slices {
                located.append(
                    MixedClass.Slice(
                        room: try place.location(of: slice.room), title: slice.title, duration: slice.duration))
            }
            return .merged(try MixedClass(located, in: place.name), title: title)
        }
        guard recordings.isEmpty else { return .single }
        var located: [AlbumClass.Item] = []
        for item in items {
            located.append(
                AlbumClass.Item(
                    id: item.id, room: try place.location(of: item.room), title: item.title, duration: item.duration))
        }
        return .album(
            try AlbumClass(located, id: id ?? place.name, initialAlbumIndex: initialAlbumIndex), title: title)
    }
}
