/// The options set between creating a class and entering it. They take effect together.
package struct ClassOptions: Sendable, Equatable {
    /// −1 for the main version after clipping, 0 for the version as recorded.
    package var clippedVersion = -1
    package var groupID = -1
    /// Whether the list of users is shown if the recording has it.
    package var showUserInfo = true
    /// Whether slides are not animated. The player sets it unless the viewer requests animation.
    package var disablePPTAnimation = false
    /// Whether the chat has lines for users who enter or leave.
    package var announcesUsers = false
    /// Of the longer side in pixels, 1 to 4096.
    package var imageSize = ClassOptions.defaultImageSize {
        didSet { imageSize = min(max(imageSize, 1), 4096) }
    }

    package var token: String?
    /// A secret for the service by which the server decides who may play.
    package var accessKey: String?
    package var isEncrypted = false

    package static let defaultImageSize = 720

    package var zoomedImageSize: Int { min(imageSize * 3 / 2, 4096) }

    package init() {}

    /// Small screens get up to twice their size, as terminals may grow.
    package static func imageSize(ofScreen pixels: Int) -> Int { max(pixels, min(defaultImageSize, 2 * pixels)) }

    package func animatesSlides(isLocal: Bool, existWebDocument: Bool) -> Bool {
        !isLocal && (existWebDocument || !disablePPTAnimation)
    }
}
