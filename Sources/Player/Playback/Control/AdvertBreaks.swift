package import MediaSources
package import PlayCore
package import PlaybackModel

/// Decides which adverts a session plays, and when. Main thread, except for opening its inputs; never blocks.
package protocol AdvertBreaks: AnyObject, Sendable {
    /// Learns the breaks that the content lists. Each call passes all known ones.
    func learn(_ breaks: [StreamBreak])
    /// Returns the first advert of the break, or `nil`.
    func dueBreak(_ place: ContentPlace) -> SessionInput?
    /// Returns the input that `dueBreak` or `nextAdvert` may return soon, to open it ahead.
    func ahead(_ place: ContentPlace) -> SessionInput?
    func nextBreak(after position: MediaTime, in duration: MediaTime?) -> MediaTime?
    /// Returns the places of the remaining breaks for the slider. An empty range is a point.
    func places(in duration: MediaTime?) -> [MediaRange]
    /// Returns `nil` if the break is over.
    func nextAdvert() -> SessionInput?
    var limit: MediaTime? { get }
    /// Returns where the content resumes after the break, or `nil` for `position`, where it was left.
    func resumption(from position: MediaTime) -> MediaTime?
    /// Notes that the content plays again. `position` is `nil` if the axis has changed, as that of live content.
    func resume(at position: MediaTime?)

    /// Lacks clock and duration, which the player adds.
    var status: AdvertStatus { get }
    func follow(_ snapshot: PlaybackSnapshot, content: MediaTime, at now: HostTime) -> [AdvertEvent]
    func finish(_ ending: AdvertEnding, content: MediaTime) -> [AdvertEvent]
    func noteClick() -> [AdvertEvent]
}

package enum ContentPlace: Sendable, Equatable {
    case start
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
