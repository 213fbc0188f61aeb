package import Classes
import PlayCore

package struct ShownMedia: Sendable, Equatable {
    package let location: String
    /// Whether it is silence for a class in progress. Neither its position nor the item is stored.
    package let isOngoingSilence: Bool
    /// In seconds, for a class in progress; `nil` for the beginning or the stored position.
    package let start: Int64?
    package let isMissing: Bool

    /// For a class in progress without a known duration.
    private static let longest = MediaTime.seconds(86_400)

    package init(_ session: ClassSession, at place: String, locate: (String) -> String?) {
        let room = session.room
        if SoundPieces(room.info, locate: locate) != nil {
            (location, isOngoingSilence, start, isMissing) =
                (ClassItem.location(of: place, version: room.info.clippedVersion), false, nil, false)
            return
        }
        if let media = room.info.media.compactMap({ locate($0.url) }).first {
            (location, isOngoingSilence, start, isMissing) = (media, false, nil, false)
            return
        }
        isMissing = !room.info.media.isEmpty
        // The class has only signals. Silence of their length provides a clock, like any other sound.
        let last = [room.lastTime, session.chat.lastTime].compactMap(\.self).max() ?? .zero
        let isOngoing = room.info.isOngoing
        location = SilentSource.location(
            of: room.info.duration ?? (isOngoing ? Self.longest : last + LoadedClass.silentTail))
        isOngoingSilence = isOngoing
        start = isOngoing ? max(0, Int64(last.wholeSeconds)) : nil
    }
}
