import Classes
import PlayCore
import Playlists

/// Checks that the videos of a local class are in its folder. Detects links that lead out when the class is read,
/// because later only a video's location is requested.
enum ClassVideos {
    static func outside(_ info: ClassInfo, _ place: ClassPlace?) -> Set<String> {
        guard let place, place.isLocal else { return [] }
        let named = info.media.map(\.url) + info.sounds.map(\.url) + info.userVideoList.map(\.url)
        return Set(named.filter { !isInside($0, place) })
    }

    static func location(_ reference: String, _ place: ClassPlace) throws(ClassReadError) -> String {
        guard isInside(reference, place) else {
            throw ClassReadError(.fileLost, "the video leads out of the folder of the class", in: place.name)
        }
        return try place.resource(reference)
    }

    /// Returns `true` also for a missing file, which opening reports.
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
            return true
        }
    }
}
