package import PlayCore

/// Where subtitles come from. Called on the main thread; nothing here waits.
package protocol SubtitleSource: AnyObject {
    /// Signalled when something came.
    var wakeUp: WakeUp { get }

    /// An item begins: what belonged to the one before is not delivered any more.
    func begin(_ position: PlaylistPosition)

    /// Reads a file that the viewer named; it comes as a track or as a failure.
    func add(path: String)

    /// What came since, oldest first.
    func take() -> [SubtitleArrival]
}
