/// What is set between creating a room and entering it. A value, applied in one step.
package struct RoomOptions: Sendable, Equatable {
    /// −1: the main version after clipping, 0: as recorded.
    package var clippedVersion = -1
    /// −1: all groups, 0: lecturers and assistants of the large class, else that group and those.
    package var groupID = -1
    /// The list is there when the recording has it, too.
    package var showUserInfo = true
    /// The player sets it unless the viewer asks for animation.
    package var disablePPTAnimation = false
    /// Lines in the chat when somebody comes or goes.
    package var announcesUsers = false
    /// Pixels of the long side, 1 … 4096.
    package var imageSize = RoomOptions.defaultImageSize {
        didSet { imageSize = min(max(imageSize, 1), 4096) }
    }

    /// Shown to the server of the room: a secret.
    package var token: String?
    /// The same, for whoever decides there who may play.
    package var accessKey: String?
    /// The room is asked for as an encrypted one.
    package var isEncrypted = false

    package static let defaultImageSize = 720

    /// When zoomed, half as much again.
    package var zoomedImageSize: Int { min(imageSize * 3 / 2, 4096) }

    package init() {}

    /// Chosen once: what the screen shows, and where that is little twice as much, since terminals grow.
    ///
    /// - Parameter pixels: of the screen's longer side.
    package static func imageSize(ofScreen pixels: Int) -> Int { max(pixels, min(defaultImageSize, 2 * pixels)) }

    package func animatesSlides(isLocal: Bool, existWebDocument: Bool) -> Bool {
        !isLocal && (existWebDocument || !disablePPTAnimation)
    }
}
