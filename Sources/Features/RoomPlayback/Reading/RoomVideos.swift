import PlayCore
import Playlists
import Rooms

/// Which of the videos that a local class names lie in its folder. Whoever plays them asks where they are and not what is
/// there, so links that lead out are found when the class is read.
enum RoomVideos {
    static func outside(_ info: RoomInfo, _ place: RoomPlace?) -> Set<String> {
        guard let place, place.isLocal else { return [] }
        let named = info.media.map(\.url) + info.sounds.map(\.url) + info.userVideoList.map(\.url)
        return Set(named.filter { !isInside($0, place) })
    }

    /// - Throws: the video leads out of the folder, or is no place at all.
    static func location(_ reference: String, _ place: RoomPlace) throws(RoomError) -> String {
        guard isInside(reference, place) else {
            throw RoomError(.fileLost, "the video leads out of the folder of the class", in: place.name)
        }
        return try place.resource(reference)
    }

    /// Also for what is not there at all: whoever opens it says so.
    private static func isInside(_ reference: String, _ place: RoomPlace) -> Bool {
        guard let folder = place.folder else { return true }
        do throws(RoomError) {
            let location = try place.resource(reference)
            if AddressText.isAddress(location) || FileSystemAccess.isInside(location, of: folder) { return true }
            let isThere = FileSystemAccess.exists(location)
            if isThere {
                Log.shared.write(.warning, "rooms", "\(AddressText.shown(location)): leads out of the package")
            }
            return !isThere
        } catch {
            // It is no place at all, which whoever asks for it is told.
            return true
        }
    }
}
