import ClassPlayback
package import Classes
package import Options

extension ClassOptions {
    /// - Parameter pixels: the longer side of the screen in cells' pixels, chosen once.
    package init(_ options: PlayerOptions, pixels: Int) {
        self.init()
        imageSize = Self.imageSize(ofScreen: pixels)
        setAccess(options.services)
        clippedVersion = options.rooms.version
        groupID = options.rooms.group
        disablePPTAnimation = !options.rooms.animatesSlides
        announcesUsers = options.rooms.announcesUsers
        showUserInfo = !options.rooms.hidesUsers
    }

    package mutating func setAccess(_ services: ServiceOptions) {
        token = services.token
        accessKey = services.accessKey
        isEncrypted = services.isEncrypted
    }
}
