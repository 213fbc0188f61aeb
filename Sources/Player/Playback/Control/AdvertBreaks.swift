package import MediaSources
package import PlayCore
package import PlaybackModel

/// Chooses the adverts of one session, and when they play. Used on the main thread, except for opening its inputs.
/// Never blocks.
package protocol AdvertBreaks: AnyObject, Sendable {
    /// Takes the breaks that the content itself lists; each call passes all known ones.
    func learn(_ breaks: [StreamBreak])
    /// Returns the first advert of the break that is due at this place of the content, or `nil` if none is.
    func dueBreak(_ place: ContentPlace) -> SessionInput?
    /// Returns the input that `dueBreak` or `nextAdvert` may return soon, to be opened ahead.
    func ahead(_ place: ContentPlace) -> SessionInput?
    /// Returns when the next break is due if the content continues, or `nil` if there is none.
    func nextBreak(after position: MediaTime, in duration: MediaTime?) -> MediaTime?
    /// Returns the places of the remaining breaks, for the slider; an empty range is a point.
    func places(in duration: MediaTime?) -> [MediaRange]
    /// Returns the next advert of the playing break, or `nil` if the break is over.
    func nextAdvert() -> SessionInput?
    /// The length after which the playing advert ends, or `nil` for no limit.
    var limit: MediaTime? { get }
    /// Returns where the content resumes after the finished break, or `nil` to resume at `position`, where it was left.
    func resumption(from position: MediaTime) -> MediaTime?
    /// Notes that the content plays again. The position is `nil` on another axis, as of live content opened again.
    func resume(at position: MediaTime?)

    /// The state of the playing advert. The player adds the clock and the duration.
    var status: AdvertStatus { get }
    /// Follows the playing advert and returns its events.
    ///
    /// - Parameter snapshot: The snapshot of the advert as an item.
    func follow(_ snapshot: PlaybackSnapshot, content: MediaTime, at now: HostTime) -> [AdvertEvent]
    /// Notes the end of the advert and returns its events.
    func finish(_ ending: AdvertEnding, content: MediaTime) -> [AdvertEvent]
    /// Notes that the viewer opened the page of the advert, and returns the events.
    func noteClick() -> [AdvertEvent]
}

/// The place of the content.
package enum ContentPlace: Sendable, Equatable {
    case start
    /// The content is open, but has not played.
    case open
    case playing(MediaTime, duration: MediaTime?)
    case end(MediaTime, duration: MediaTime?)
}

/// How an advert ended.
package enum AdvertEnding: Sendable, Equatable {
    case played
    case skipped
    case failed
    /// The advert did not start, or resume, in time.
    case late
    /// The viewer has left the item.
    case left
}
