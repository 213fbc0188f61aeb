package import Lists
package import Subtitles

/// Where subtitles come from. Called on the main thread; nothing here waits.
///
/// When something came it signals the player's wake-up (``PlayerControl/wakeUp``): a round of the loop looks at one less.
package protocol SubtitleSource: AnyObject {
    /// An item begins: what belonged to the one before is not delivered any more.
    func begin(_ position: PlaylistPosition)

    /// Reads a file that the viewer named; it comes as a track or as a failure.
    func add(path: String)

    /// Reads a file again that is among the tracks.
    func reload(path: String)

    /// What came since, oldest first.
    func takeArrivals() -> [SubtitleArrival]
}
