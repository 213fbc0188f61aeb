/// What the command line says about classes. A value.
package struct RoomWishes: Sendable, Equatable {
    package var version = -1
    package var group = -1
    package var animatesSlides = false
    package var announcesUsers = false
    package var hidesUsers = false
    package var danmaku = DanmakuWishes()
    /// Program and arguments, with blanks between; the address follows.
    package var linkCommand = "xdg-open"
    /// Program and arguments, with blanks between; nil: none.
    package var broadcastCommand: String?

    package init() {}
}

/// What the command line says about comments that fly over the picture. A value.
package struct DanmakuWishes: Sendable, Equatable {
    package var isOn = false
    /// Per cent of the picture's rows.
    package var density = 50
    /// Per cent.
    package var opacity = 100

    package init() {}
}
