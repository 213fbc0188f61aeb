import ClassPlayback
import Classes
import Options

extension ClassOptions {
    /// - Parameter pixels: the longer side of the screen in cells' pixels, chosen once.
    init(_ options: PlayerOptions, pixels: Int) {
        self.init()
        imageSize = Self.imageSize(ofScreen: pixels)
        setAccess(options.services)
        clippedVersion = options.rooms.version
        groupID = options.rooms.group
        disablePPTAnimation = !options.rooms.animatesSlides
        announcesUsers = options.rooms.announcesUsers
        showUserInfo = !options.rooms.hidesUsers
    }

    mutating func setAccess(_ services: ServiceOptions) {
        token = services.token
        accessKey = services.accessKey
        isEncrypted = services.isEncrypted
    }
}
