/// The options that are set between creating a class and entering it. Applied in one step.
package struct ClassOptions: Sendable, Equatable {
    /// −1: the main version after clipping, 0: as recorded.
    package var clippedVersion = -1
    /// −1: all groups, 0: lecturers and assistants of the large class, otherwise that group and those.
    package var groupID = -1
    /// Whether the list of users is shown if the recording has it.
    package var showUserInfo = true
    /// Whether slides are not animated. The player sets it unless the viewer requests animation.
    package var disablePPTAnimation = false
    /// Whether the chat has lines for users who enter or leave.
    package var announcesUsers = false
    /// Pixels of the longer side, 1 … 4096.
    package var imageSize = ClassOptions.defaultImageSize {
        didSet { imageSize = min(max(imageSize, 1), 4096) }
    }

    /// A secret that is sent to the server of the room.
    package var token: String?
    /// A secret for the server's service that decides who may play.
    package var accessKey: String?
    package var isEncrypted = false

    package static let defaultImageSize = 720

    package var zoomedImageSize: Int { min(imageSize * 3 / 2, 4096) }

    package init() {}

    /// Returns the size for a screen's longer side. Small screens get up to twice their size, as terminals can grow.
    package static func imageSize(ofScreen pixels: Int) -> Int { max(pixels, min(defaultImageSize, 2 * pixels)) }

    package func animatesSlides(isLocal: Bool, existWebDocument: Bool) -> Bool {
        !isLocal && (existWebDocument || !disablePPTAnimation)
    }
}
