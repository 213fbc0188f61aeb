package import PlayCore
package import PlaybackModel
package import Rooms
package import SlidePictures

/// A class that is attended, or a chat beside a video, as the UI loop sees it. Called on the main thread; nothing here
/// waits.
package protocol RoomControl: AnyObject {
    var view: RoomView { get }

    /// Of the page that is shown, and of the award.
    var slidePicture: SlidePicture { get }
    var awardPicture: SlidePicture { get }

    /// Follows the playback; also takes what was read.
    func follow(_ reading: ClockReading, at now: HostTime)

    /// What plays, when it is another snapshot.
    func playingChanged(_ snapshot: PlaybackSnapshot)

    /// When to ``follow(_:at:)`` again though nothing was signalled; nil: there is no need.
    var nextDeadline: HostTime? { get }

    func perform(_ order: RoomOrder)

    func perform(_ order: SlideOrder)

    /// Pictures of the second video; nil: there is never one.
    var companion: (any PictureSource)? { get }

    /// Of the small videos, by their places in ``ThumbnailSlots``; always the same ones.
    var thumbnails: [any PictureSource] { get }

    /// Another item plays.
    func itemChanged()
}

extension RoomControl {
    package var slidePicture: SlidePicture { .none }
    package var awardPicture: SlidePicture { .none }
    package func playingChanged(_ snapshot: PlaybackSnapshot) {}
    package func perform(_ order: SlideOrder) {}
    package var companion: (any PictureSource)? { nil }
    package var thumbnails: [any PictureSource] { [] }
}
