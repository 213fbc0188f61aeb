import Classes
import PlayCore
import Playlists

/// The check that videos of a local class are in its folder. Links that lead out are detected when the class is read,
/// since a player asks only for the location of a video.
enum ClassVideos {
    static func outside(_ info: ClassInfo, _ place: ClassPlace?) -> Set<String> {
        guard let place, place.isLocal else { return [] }
        let named = info.media.map(\.url) + info.sounds.map(\.url) + info.userVideoList.map(\.url)
        return Set(named.filter { !isInside($0, place) })
    }

    /// - Throws: an error if the video leads out of the folder or the reference is invalid.
    static func location(_ reference: String, _ place: ClassPlace) throws(ClassReadError) -> String {
        guard isInside(reference, place) else {
            throw ClassReadError(.fileLost, "the video leads out of the folder of the class", in: place.name)
        }
        return try place.resource(reference)
    }

    /// Returns whether a video is inside the folder. Also `true` for a missing file, which opening reports.
    private static func isInside(_ reference: String, _ place: ClassPlace) -> Bool {
        guard let folder = place.folder else { return true }
        do throws(ClassReadError) {
            let location = try place.resource(reference)
            if AddressText.isAddress(location) || FileSystemAccess.isInside(location, of: folder) { return true }
            let isThere = FileSystemAccess.exists(location)
            if isThere {
                Log.shared.write(.warning, "rooms", "\(AddressText.shown(location)): leads out of the package")
            }
            return !isThere
        } catch {
            // The reference is invalid, which opening reports.
            return true
        }
    }
}
