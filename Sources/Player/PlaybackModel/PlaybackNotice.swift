package import PlayCore

/// A message that the viewer should see once; it never ends playback.
package enum PlaybackNotice: Sendable, Equatable {
    /// No sound device could be opened; playback continues without sound. `reason`: the library's text.
    case noSoundDevice(reason: String)
    case soundDeviceLost(name: String)
    /// No remote listener is connected; playback continues without sound until one is. `reason`: for the viewer.
    case soundUnheard(reason: String)
    case soundHeard
    case soundDeviceBack(name: String)
    /// Hardware could not decode the item; it continues with a decoder of this program.
    case switchedToSoftwareDecoder(device: String, reason: String)
    /// Hardware could not decode H.265; the item continues in the coding that was kept for this case.
    case switchedToSpareStream(device: String, reason: String)
    case trackSkipped(kind: TrackKind, codec: String)
    /// The file is damaged; the readable parts are played.
    case damaged(reason: String)
    /// The server redirected from https to http.
    case unencrypted
    case readFailed(reason: String)
    case endedEarly(EarlyEnd)
    case cannotSeek
    /// Playback has reached a part with an action. For a part that was skipped, the range is that of the skip.
    case entered(Region)
    /// The marks of the item's parts, or some of them, could not be read. `words`: a sentence for the viewer.
    case regionsUnread(words: String)
    /// A sound filter failed; the sound is played without it.
    case soundFilterFailed(reason: String)
    /// A separate sound file cannot be played. `name`: path or address.
    case externalSoundFailed(name: String, reason: String)
    case previewEnded
    /// The file is still being written; it ends where its writer stops.
    case followed
    /// The media to be played next has left the live window; playback continues at the window's start.
    case leftLiveWindow
    /// A stall put playback too far behind the edge: it plays faster to catch up.
    case catchingUp(PlaybackRate)
    /// A stall was so long that playback jumped forward to catch up.
    case caughtUp(by: MediaTime)
    /// Playing nearer to the edge would stall.
    case atLiveEdge
    /// A higher speed has reached the edge, where the media arrives no faster than it plays.
    case slowedAtLiveEdge
    /// The stream does not have the angle; the default one plays.
    case angleFailed(name: String)
    /// The network carries no pictures; the stream plays as sound alone.
    case pictureNotCarried
    case pictureCarried
    /// A clip before or after the content could not be played; the content plays.
    case clipFailed(reason: String)

    /// Whether the notice is true only while nothing can be read: it leaves the snapshot when data arrives again.
    package var isAboutReading: Bool { if case .readFailed = self { true } else { false } }
}

package struct NumberedNotice: Sendable, Equatable {
    /// The number, which rises by one with each notice of a session.
    package let number: Int
    package let notice: PlaybackNotice

    package init(number: Int, notice: PlaybackNotice) {
        self.number = number
        self.notice = notice
    }
}
