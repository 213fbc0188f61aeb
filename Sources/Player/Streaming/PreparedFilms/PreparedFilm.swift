package import Media
package import MediaSources
package import PlayCore
import Transport

package struct PreparedFilm: Sendable {
    package let place: PreparedPlace
    package let record: PreparedRecord

    /// Returns `nil` unless the path's renditions belong to the film's present version.
    package static func find(_ path: String) -> PreparedFilm? {
        guard let place = PreparedPlace(of: path), let record = PreparedRecord.read(place),
            !record.renditions.isEmpty, FilmStamp.of(place.film) == record.stamp
        else { return nil }
        let isThere = record.renditions.allSatisfy { rendition in
            FilmStamp.of(place.folder + "/" + rendition.fileName)?.size == rendition.size
        }
        guard isThere else {
            Log.shared.write(.warning, "library", "\(place.folder): renditions are missing or cut off")
            return nil
        }
        return PreparedFilm(place: place, record: record)
    }

    /// Opens the film as one item with several definitions. Returns `nil` if the renditions match no track. `again`
    /// opens the bytes once more, to read pictures and sound separately.
    package func open(
        _ bytes: any ByteSource, name: String, wishes: DefinitionWishes, cancel: CancelToken,
        again: @escaping () throws(ByteSourceError) -> any ByteSource
    ) throws(MediaError) -> (any PacketSource)? {
        let original = try ContainerSource(bytes, nameHint: name, isAtHand: true, cancel: cancel)
        guard let ladder = FilmLadder(record, original) else { return nil }
        return PreparedSource(
            original, ladder, wishes,
            openRendition: { [place] rendition throws(MediaError) in
                try RenditionReader(rendition, path: place.folder + "/" + rendition.fileName, cancel: cancel)
            },
            openOriginal: { () throws(MediaError) in
                let bytes: any ByteSource
                do throws(ByteSourceError) {
                    bytes = try again()
                } catch {
                    throw MediaError(.source(error), operation: "open")
                }
                return try ContainerSource(bytes, nameHint: name, isAtHand: true, cancel: cancel)
            })
    }
}
