/// The parts of a class.
package enum ClassOutline: Sendable, Equatable {
    case single
    /// Several recordings that play as one, each with the place of its own manifest.
    case merged(MixedClass, title: String?)
    /// Items that play one after the other, each with the place of its own manifest.
    case album(AlbumClass, title: String?)

    /// The place of the part that is entered first, or `nil` if it is the class itself.
    package var first: String? { if case .merged(let room, _) = self { room.slices[0].room } else { nil } }
}

extension ClassManifest {
    /// - Throws: 1030 for parts that lead out of the package, 1070 for an empty album.
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
