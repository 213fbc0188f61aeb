package import PlayCore

/// A message for the viewer, shown once. Playback continues.
package enum PlaybackNotice: Sendable, Equatable {
    /// No sound device could be opened. `reason`: the library's text.
    case noSoundDevice(reason: String)
    case soundDeviceLost(name: String)
    /// No remote listener is connected. `reason`: for the viewer.
    case soundUnheard(reason: String)
    case soundHeard
    case soundDeviceBack(name: String)
    /// Hardware could not decode the item. Software decodes it.
    case switchedToSoftwareDecoder(device: String, reason: String)
    /// Hardware could not decode H.265. The item continues in a spare coding.
    case switchedToSpareStream(device: String, reason: String)
    case trackSkipped(kind: TrackKind, codec: String)
    /// The readable parts of the damaged file play.
    case damaged(reason: String)
    /// The server redirected from https to http.
    case unencrypted
    case readFailed(reason: String)
    case endedEarly(EarlyEnd)
    case cannotSeek
    /// Playback has reached a part with an effect. If the part was skipped, the range is the skip's.
    case entered(Region)
    /// Some or all marks of the item's parts could not be read. `words`: a sentence for the viewer.
    case regionsUnread(words: String)
    /// The sound plays unfiltered.
    case soundFilterFailed(reason: String)
    /// `name`: path or address.
    case externalSoundFailed(name: String, reason: String)
    case previewEnded
    /// The file is still being written. Playback follows it until its writer stops.
    case followed
    /// The media to play next has left the live window. Playback continues at the window's start.
    case leftLiveWindow
    /// After a stall, live playback is late and plays faster to catch up.
    case catchingUp(PlaybackRate)
    /// After a long stall, live playback jumped forward.
    case caughtUp(by: MediaTime)
    /// Playing nearer to the edge would stall.
    case atLiveEdge
    /// A higher speed has reached the edge, where media arrives no faster than it plays.
    case slowedAtLiveEdge
    /// The stream lacks the angle. The default one plays.
    case angleFailed(name: String)
    /// The network is too slow for pictures. Only the sound of the stream plays.
    case pictureNotCarried
    case pictureCarried
    /// A clip before or after the content could not be played. The content plays.
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
