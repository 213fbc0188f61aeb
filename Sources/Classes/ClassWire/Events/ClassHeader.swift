package import Classes
package import Encoding

package struct ClassHeader: Sendable, Equatable, Codable {
    package var title: String
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

    package func info(room: String) -> ClassInfo {
        var info = ClassInfo(playbackID: room)
        info.title = title
        info.startWallTime = epoch
        info.isOngoing = true
        return info
    }
}
