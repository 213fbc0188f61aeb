/// ROOM-07: what is set between creating a room and entering it. A value, applied in one step.
package struct RoomOptions: Sendable, Equatable {
    /// ROOM-08: −1: the main version after clipping, 0: as recorded.
    package var clippedVersion = -1
    /// ROOM-09: −1: all groups, 0: lecturers and assistants of the large class, else that group and those.
    package var groupID = -1
    /// ROOM-11: the list is there when the recording has it, too.
    package var showUserInfo = true
    /// ROOM-10, C-01: the player sets it unless the viewer asks for animation.
    package var disablePPTAnimation = false
    /// ROOM-64: lines in the chat when somebody comes or goes.
    package var announcesUsers = false
    /// ROOM-39: pixels of the long side, 1 … 4096.
    package var imageSize = RoomOptions.defaultImageSize {
        didSet { imageSize = min(max(imageSize, 1), 4096) }
    }

    /// ROOM-03: shown to the server of the room: a secret.
    package var token: String?
    /// ROOM-03: the same, for whoever decides there who may play.
    package var accessKey: String?
    /// ROOM-03: the room is asked for as an encrypted one.
    package var isEncrypted = false

    package static let defaultImageSize = 720

    /// ROOM-39: when zoomed, half as much again.
    package var zoomedImageSize: Int { min(imageSize * 3 / 2, 4096) }

    package init() {}

    /// ROOM-39: chosen once: what the screen shows, and where that is little twice as much, since terminals grow.
    ///
    /// - Parameter pixels: of the screen's longer side.
    package static func imageSize(ofScreen pixels: Int) -> Int { max(pixels, min(defaultImageSize, 2 * pixels)) }

    /// ROOM-10, ROOM-12.
    package func animatesSlides(isLocal: Bool, existWebDocument: Bool) -> Bool {
        !isLocal && (existWebDocument || !disablePPTAnimation)
    }
}
