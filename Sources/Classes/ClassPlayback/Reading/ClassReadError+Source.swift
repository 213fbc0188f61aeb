import Classes
import PlayCore
import Playlists

extension ClassReadError {
    init(_ error: ByteSourceError, in location: String) {
        self.init(error.playErrorCode, error.reason, in: AddressText.shown(location))
    }
}
