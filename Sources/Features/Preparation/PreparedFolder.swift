import Glibc
import PlayCore
import Playlists
package import Streaming

/// The folder with the renditions of one film. Blocks on disk access.
package enum PreparedFolder {
    /// Failures are logged.
    package static func remove(_ place: PreparedPlace) {
        Log.shared.write(FolderRemoval.remove(place.folder, depth: 1), "library")
        let parent = PathText.folder(of: place.folder)
        // Intentionally fails if renditions of other films remain.
        _ = ByteText.withCString(parent) { rmdir($0) }
    }

    static func empty(_ place: PreparedPlace, except kept: String) {
        for name in FolderWalk.names(in: place.folder, for: "library") where name != kept { remove(name, of: place) }
    }

    static func remove(_ name: String, of place: PreparedPlace) {
        _ = ByteText.withCString(place.folder + "/" + name) { unlink($0) }
    }

    /// Writes playlists for other players: one per rendition, and a master playlist.
    static func write(_ renditions: [PreparedRendition], _ place: PreparedPlace) throws(FileError) {
        for rendition in renditions {
            try write(RenditionPlaylists.media(rendition), to: rendition.name + ".m3u8", place)
        }
        try write(RenditionPlaylists.multivariant(renditions), to: "film.m3u8", place)
    }

    static func write(_ record: PreparedRecord, _ place: PreparedPlace) throws(FileError) {
        let bytes: [UInt8]
        do {
            bytes = try record.bytes
        } catch {
            preconditionFailure("numbers and names are JSON: \(error)")
        }
        try WholeFile.replace(
            place.record, with: bytes, mode: 0o644, draft: place.record + ".new", synchronizes: true)
        remove(PreparationDraft.name, of: place)
    }

    private static func write(_ text: String, to name: String, _ place: PreparedPlace) throws(FileError) {
        let path = place.folder + "/" + name
        try WholeFile.replace(path, with: Array(text.utf8), mode: 0o644, draft: path + ".new")
    }
}

extension PreparedFolder {
    package static func exists(_ place: PreparedPlace) -> Bool {
        [place.record, PreparationDraft.path(place)].contains { FilmStamp.of($0) != nil }
    }

    package static func size(_ place: PreparedPlace) -> Int64 {
        FolderWalk.names(in: place.folder, for: "library").reduce(0) {
            $0 + (FilmStamp.of(place.folder + "/" + $1)?.size ?? 0)
        }
    }
}
