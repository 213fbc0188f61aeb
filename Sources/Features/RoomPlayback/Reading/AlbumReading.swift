import PlayCore
import Rooms

/// An album is a room without events: each of its items is entered when it plays.
struct AlbumReading: RoomReading {
    let id: String
    let title: String?

    func room(_ options: RoomOptions, cancel: CancelToken) throws(RoomError) -> LoadedRoom {
        var info = RoomInfo(playbackID: id)
        info.title = title
        return LoadedRoom(info: info, log: RoomLog([]), isLocal: false)
    }

    func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(RoomError) -> [ChatMessage] { [] }
}
