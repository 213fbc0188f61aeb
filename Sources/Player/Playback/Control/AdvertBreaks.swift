package import MediaSources
package import PlayCore
package import PlaybackModel

/// Adverts of one session: which is to play in place of the content, and when. Main thread, but for what opens its
/// inputs. Nothing here waits.
package protocol AdvertBreaks: AnyObject, Sendable {
    /// Breaks that the content itself names, each time all that are known.
    func learn(_ breaks: [StreamBreak])
    /// The first advert of the break that is due where the content stands; nil: none is.
    func dueBreak(_ place: ContentPlace) -> SessionInput?
    /// What `dueBreak` or `nextAdvert` may give soon, to be opened ahead.
    func ahead(_ place: ContentPlace) -> SessionInput?
    /// When the next break is due while the content plays on; nil: there is none.
    func nextBreak(after position: MediaTime, in duration: MediaTime?) -> MediaTime?
    /// Where breaks are still to come, for the slider; an empty range is a point.
    func places(in duration: MediaTime?) -> [MediaRange]
    /// The next advert of the break that plays; nil: the break is over.
    func nextAdvert() -> SessionInput?
    /// No more of the advert that plays is played; nil: all.
    var limit: MediaTime? { get }
    /// Where the content goes on after the break that is over; nil: where it was left, at `position`.
    func resumption(from position: MediaTime) -> MediaTime?
    /// The content plays again. Nil: on another axis, as what is live does when it is opened again.
    func resume(at position: MediaTime?)

    /// What is to be shown of the advert that plays. The clock and the duration are the player's to add.
    var status: AdvertStatus { get }
    /// Follows the advert that plays.
    ///
    /// - Parameter snapshot: of the advert as an item of its own.
    func follow(_ snapshot: PlaybackSnapshot, content: MediaTime, at now: HostTime) -> [AdvertEvent]
    /// It is over.
    func finish(_ ending: AdvertEnding, content: MediaTime) -> [AdvertEvent]
    /// Its page is looked at.
    func noteClick() -> [AdvertEvent]
}

/// Where the content stands.
package enum ContentPlace: Sendable, Equatable {
    case start
    /// It is open, and nothing of it has played.
    case open
    case playing(MediaTime, duration: MediaTime?)
    case end(MediaTime, duration: MediaTime?)
}

/// How an advert came to its end.
package enum AdvertEnding: Sendable, Equatable {
    case played
    case skipped
    case failed
    /// It did not begin, or go on, in time.
    case late
    /// The viewer has left the item.
    case left
}
