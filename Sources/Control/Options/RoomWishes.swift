/// What the command line says about classes. A value.
package struct RoomWishes: Sendable, Equatable {
    /// ROOM-08.
    package var version = -1
    /// ROOM-09.
    package var group = -1
    /// ROOM-10.
    package var animatesSlides = false
    /// ROOM-64.
    package var announcesUsers = false
    /// ROOM-44: program and arguments, with blanks between; the address follows.
    package var linkCommand = "xdg-open"
    /// ROOM-48: program and arguments, with blanks between; nil: none.
    package var broadcastCommand: String?

    package init() {}
}
