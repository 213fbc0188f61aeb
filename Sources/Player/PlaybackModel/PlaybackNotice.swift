package import PlayCore

/// A message for the viewer, shown once. Playback continues.
package enum PlaybackNotice: Sendable, Equatable {
    /// `reason`: the library's text.
    case noSoundDevice(reason: String)
    case soundDeviceLost(name: String)
    /// No remote listener is connected. `reason`: for the viewer.
    case soundUnheard(reason: String)
    case soundHeard
    case soundDeviceBack(name: String)
    case switchedToSoftwareDecoder(device: String, reason: String)
    /// Hardware could not decode H.265. The item continues in a spare coding.
    case switchedToSpareStream(device: String, reason: String)
    case trackSkipped(kind: TrackKind, codec: String)
    /// The readable parts of the damaged file play.
    case damaged(reason: String)
    case unencrypted
    case readFailed(reason: String)
    case endedEarly(EarlyEnd)
    case cannotSeek
    /// The requested start lies behind the item's end, so the item plays from its beginning.
    case startBehindEnd
    /// The range is the skip's, if the part was skipped.
    case entered(Region)
    /// `words`: a sentence for the viewer.
    case regionsUnread(words: String)
    case soundFilterFailed(reason: String)
    /// `name`: path or address.
    case externalSoundFailed(name: String, reason: String)
    case previewEnded
    /// Playback follows a file that is still being written, until its writer stops.
    case followed
    /// The media to play next has left the live window. Playback continues at the window's start.
    case leftLiveWindow
    /// After a stall, live playback is late and plays faster.
    case catchingUp(PlaybackRate)
    case caughtUp(by: MediaTime)
    /// A seek to the edge was refused, because nearer to it playback would stall.
    case atLiveEdge
    /// At the edge, media arrives no faster than it plays.
    case slowedAtLiveEdge
    /// The stream lacks the angle, so the default one plays.
    case angleFailed(name: String)
    /// The network is too slow for pictures, so only the sound plays.
    case pictureNotCarried
    case pictureCarried
    /// The content plays without the clip before or after it.
    case clipFailed(reason: String)

    /// Whether the notice is true only while reading fails. It leaves the snapshot when data arrives.
    package var isAboutReading: Bool { if case .readFailed = self { true } else { false } }
}

package struct NumberedNotice: Sendable, Equatable {
    /// Rises by one with each notice of a session.
    package let number: Int
    package let notice: PlaybackNotice

    package init(number: Int, notice: PlaybackNotice) {
        self.number = number
        self.notice = notice
    }
}
