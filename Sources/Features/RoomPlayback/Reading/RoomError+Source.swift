import PlayCore
import Playlists
import Rooms

extension RoomError {
    init(_ error: ByteSourceError, in location: String) {
        self.init(error.playErrorCode, error.reason, in: AddressText.shown(location))
    }
}
