package import PlayCore

/// A live room: its events are handed over as they arrive, and its time advances independently of playback. The methods
/// of ``ClassReading`` run on the thread `room`, the others on the main thread.
package protocol LiveClassReading: ClassReading {
    /// The clock of the class. Events are on its axis; those from before the viewer entered have negative times.
    var clock: ClockReading { get }
    /// Returns the news since the class was read or since the last call. Chat lines that arrive soon after others are
    /// held back for a moment, so a flood of lines causes only a few updates a second.
    func collectNews(at now: HostTime) -> LiveClassNews
    /// The time at which held-back lines are handed over, or `nil` if news is handed over at once.
    var nextNews: HostTime? { get }
    /// The page that the viewer looks at apart from the class, or `nil` for the class's page.
    var localPage: PageChange? { get }
}

package struct LiveClassNews: Sendable, Equatable {
    package enum End: Sendable, Equatable {
        /// The class is over, because of an error or, if `nil`, because the viewer left.
        case over(ClassReadError?)
    }

    package var events: [ClassEvent] = []
    /// Whether the known state no longer follows from the received events, so that the class must be read again.
    package var isStale = false
    package var end: End?

    package init() {}
}
