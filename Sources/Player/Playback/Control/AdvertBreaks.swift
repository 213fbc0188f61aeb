package import MediaSources
package import PlayCore
package import PlaybackModel

/// Chooses the adverts of one session, and when they play. Main thread, except for opening its inputs; never blocks.
package protocol AdvertBreaks: AnyObject, Sendable {
    /// Takes the breaks that the content itself lists; each call passes all known ones.
    func learn(_ breaks: [StreamBreak])
    /// Returns the first advert of the break that is due at this place of the content, or `nil` if none is.
    func dueBreak(_ place: ContentPlace) -> SessionInput?
    /// Returns the input that `dueBreak` or `nextAdvert` may return soon, to be opened ahead.
    func ahead(_ place: ContentPlace) -> SessionInput?
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
    /// Follows the playing advert, given its snapshot as an item, and returns its events.
    func follow(_ snapshot: PlaybackSnapshot, content: MediaTime, at now: HostTime) -> [AdvertEvent]
    func finish(_ ending: AdvertEnding, content: MediaTime) -> [AdvertEvent]
    /// Notes that the viewer opened the page of the advert, and returns the events.
    func noteClick() -> [AdvertEvent]
}

package enum ContentPlace: Sendable, Equatable {
    case start
    /// The content is open, but has not played.
    case open
    case playing(MediaTime, duration: MediaTime?)
    case end(MediaTime, duration: MediaTime?)
}

package enum AdvertEnding: Sendable, Equatable {
    case played
    case skipped
    case failed
    /// The advert did not start, or resume, in time.
    case late
    case left
}
