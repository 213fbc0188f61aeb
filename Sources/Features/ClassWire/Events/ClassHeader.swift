package import Encoding
package import Rooms

/// What a class is, before anything has happened in it. A value; its texts are unverified.
package struct ClassHeader: Sendable, Equatable, Codable {
    package var title: String
    /// Where the axis of the class begins: milliseconds since 1970.
    package var epoch: Int64

    package init(title: String, epoch: Int64) {
        self.title = title
        self.epoch = epoch
    }

    package var json: JSONValue { .encoding(self) }

    /// Nil: no header.
    package init?(json: JSONValue) {
        do {
            self = try json.decoded()
        } catch {
            return nil
        }
    }

    /// As a class that is entered like a recorded one.
    ///
    /// - Parameter room: its address.
    package func info(room: String) -> RoomInfo {
        var info = RoomInfo(playbackID: room)
        info.title = title
        info.startWallTime = epoch
        info.isOngoing = true
        return info
    }
}
