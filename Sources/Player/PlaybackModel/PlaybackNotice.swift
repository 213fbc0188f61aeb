package import PlayCore

/// Something the viewer should know once; it never ends playing.
package enum PlaybackNotice: Sendable, Equatable {
    /// No sound device could be opened; playing without sound. `reason`: the library's text.
    case noSoundDevice(reason: String)
    case soundDeviceLost(name: String)
    /// The sound is meant for a listener elsewhere, and none hears it; playing without sound until one comes. `reason`:
    /// for the viewer.
    case soundUnheard(reason: String)
    /// A listener elsewhere hears the sound now.
    case soundHeard
    case soundDeviceBack(name: String)
    /// `EVENT_SWITCH_TO_SOFTWARE_DECODER`.
    case switchedToSoftwareDecoder(device: String, reason: String)
    /// Hardware could not decode H.265; the item goes on in the coding that was kept for this.
    case switchedToSpareStream(device: String, reason: String)
    /// A track cannot be decoded; playing goes on without it.
    case trackSkipped(kind: TrackKind, codec: String)
    /// The file is damaged; what could be read is played.
    case damaged(reason: String)
    /// The server led from https to http.
    case unencrypted
    /// Reading stopped before the end.
    case readFailed(reason: String)
    case endedEarly(EarlyEnd)
    case cannotSeek
    /// Playing has come to a part of the item that does more than play. Of one that was leapt over the range is that of
    /// the leap.
    case entered(Region)
    /// Marks of the item's parts, or some of them. `words`: a sentence for the viewer.
    case regionsUnread(words: String)
    /// The sound is played as it is.
    case soundFilterFailed(reason: String)
    /// A sound in a file of its own cannot be played. `name`: path or address.
    case externalSoundFailed(name: String, reason: String)
    /// All that the service gives of the item was played.
    case previewEnded
    /// The file is still being written; its end is where its writer stops.
    case followed
    /// What was to be played next is gone from the live window; playing goes on at its start.
    case leftLiveWindow
    /// A stall put playing too far behind the edge: it plays faster until that is made good.
    case catchingUp(PlaybackRate)
    /// …and was so long that a jump makes it good.
    case caughtUp(by: MediaTime)
    /// Going nearer to the edge would stall.
    case atLiveEdge
    /// A higher speed has led to the edge, where there is nothing to play it with.
    case slowedAtLiveEdge
    /// The stream does not have it; the default plays.
    case angleFailed(name: String)
    /// 1090: a clip before or after the content could not be played; the content is.
    case clipFailed(reason: String)

    /// It is true as long as nothing can be read, and taken out of the snapshot when data comes again.
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
