/// What the command line says about classes. A value.
package struct RoomWishes: Sendable, Equatable {
    package var version = -1
    package var group = -1
    package var animatesSlides = false
    package var announcesUsers = false
    /// Program and arguments, with blanks between; the address follows.
    package var linkCommand = "xdg-open"
    /// Program and arguments, with blanks between; nil: none.
    package var broadcastCommand: String?

    package init() {}
}
