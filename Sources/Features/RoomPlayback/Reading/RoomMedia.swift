import PlayCore
package import Rooms

/// What plays while a class is shown. A value.
package struct RoomMedia: Sendable, Equatable {
    package let location: String
    /// Silence of the length of a class that goes on: neither its position nor itself is remembered.
    package let isOngoingSilence: Bool
    /// Where a class begins that goes on, in seconds; nil: at its beginning, or where the viewer left.
    package let start: Int64?
    /// The room names a recording, and it may not be read.
    package let isMissing: Bool

    /// Of a class that goes on, and does not say how long.
    private static let longest = MediaTime.seconds(86_400)

    /// - Parameters:
    ///   - place: of the room.
    ///   - locate: where a file of the room is.
    package init(_ session: RoomSession, at place: String, locate: (String) -> String?) {
        let room = session.room
        if SoundPieces(room.info, locate: locate) != nil {
            (location, isOngoingSilence, start, isMissing) =
                (RoomItem.location(of: place, version: room.info.clippedVersion), false, nil, false)
            return
        }
        if let media = room.info.media.compactMap({ locate($0.url) }).first {
            (location, isOngoingSilence, start, isMissing) = (media, false, nil, false)
            return
        }
        isMissing = !room.info.media.isEmpty
        // Its signals alone: silence of their length has a clock like any other sound.
        let last = [room.lastTime, session.chat.lastTime].compactMap(\.self).max() ?? .zero
        let isOngoing = room.info.isOngoing
        location = SilentSource.location(
            of: room.info.duration ?? (isOngoing ? Self.longest : last + LoadedRoom.silentTail))
        isOngoingSilence = isOngoing
        // What goes on is looked at where it is now.
        start = isOngoing ? max(0, Int64(last.wholeSeconds)) : nil
    }
}
