package import Classes
package import Encoding

/// The facts about a class before its first event. The texts are unverified.
package struct ClassHeader: Sendable, Equatable, Codable {
    package var title: String
    /// The zero of the class's axis, in milliseconds since 1970.
    package var epoch: Int64

    package init(title: String, epoch: Int64) {
        self.title = title
        self.epoch = epoch
    }

    package var json: JSONValue { .encoding(self) }

    package init?(json: JSONValue) {
        do {
            self = try json.decoded()
        } catch {
            return nil
        }
    }

    /// Returns the facts for entering the class like a recorded one.
    package func info(room: String) -> ClassInfo {
        var info = ClassInfo(playbackID: room)
        info.title = title
        info.startWallTime = epoch
        info.isOngoing = true
        return info
    }
}
