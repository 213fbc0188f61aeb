package import PlayCore

/// A live class. Its events arrive by themselves, and its time advances independently of playback. The methods of
/// ``ClassReading`` run on the thread `room`, the others on the main thread.
package protocol LiveClassReading: ClassReading {
    /// Events before the viewer entered have negative times on its axis.
    var clock: ClockReading { get }
    /// Returns the news since the class was read or since the last call. Holds chat lines soon after others back for a
    /// moment, so that many lines cause only a few updates per second.
    func collectNews(at now: HostTime) -> LiveClassNews
    /// The time at which held-back lines are due.
    var nextNews: HostTime? { get }
    /// The page that only the viewer looks at; `nil` for the class's page.
    var localPage: PageChange? { get }
}

package struct LiveClassNews: Sendable, Equatable {
    package enum End: Sendable, Equatable {
        case over(ClassReadError?)
    }

    package var events: [ClassEvent] = []
    /// Whether the received events no longer determine the state, so that the class must be read again.
    package var isStale = false
    package var end: End?

    package init() {}
}
