package import PlayCore

/// What can be asked of a session (the only way to play, pause and seek). Sent from any thread; never
/// waits for an answer: the answer is the next ``PlaybackSnapshot``.
package enum PlaybackCommand: Sendable, Equatable {
    case play
    case pause
    case togglePause
    case seek(SeekTarget, SeekMode)
    /// Shows the next (1) or previous (−1) frame and stays paused.
    case step(Int)
    /// Goes back to where the last seek began.
    case revertSeek
    case setRate(PlaybackRate)
    /// Per cent, 0 … 130, 100 is the source's own level.
    case setVolume(Int)
    case setMuted(Bool)
    case setChannelOutput(ChannelOutput)
    case setScalingMode(ScalingMode)
    case setAdjustment(PictureAdjustment)
    case setPictureView(PictureView)
    case setSoundFilters(SoundFilters)
    /// The sound of this item and of those that follow, the most wanted language first.
    case setAudioLanguages([String])
    /// Sound later (positive) or earlier than the picture.
    case setAudioDelay(MediaTime)
    /// Silence passes faster.
    case setPassesSilence(Bool)
    /// Nil switches the kind off.
    case selectTrack(TrackKind, id: Int?)
    /// Takes out the file of a sound that has one of its own.
    case removeSound(Int)
    /// The tracks of text that are shown: a stream fetches no others.
    case selectTexts(Set<Int>)
    /// An index of the definitions; nil: by itself, where the item can. Out of range: nothing happens.
    case selectDefinition(Int?)
    /// Plays the item this often again from the start after its end; nil for ever, 0 not at all.
    case setLoopFile(Int?)
    case setABLoop(start: MediaTime?, end: MediaTime?)
    /// Media to read ahead where the buffer's method is none; zero: no preference.
    case setForwardBuffer(MediaTime)
    /// Leaves the advert that plays, once it may be skipped.
    case skipAdvert
    /// The viewer looks at the page behind the advert that plays.
    case followAdvert
    /// What failed is asked for again.
    case reload
    /// Playing fails where it waits for a network.
    case stopLoading
    /// Tells the viewer, once, in the order of the item's own notices.
    case notify(PlaybackNotice)
    /// False: nobody sees the picture; its track is not decoded until this is true again. Holds for the items
    /// that follow, too.
    case setPictureAttached(Bool)
    /// Shows the current picture anew (the grid changed).
    case refreshPicture

    /// Leads to another place in the item: what became of it is seen once playing has come there.
    package var jumps: Bool {
        switch self {
        case .seek, .revertSeek, .step: true
        default: false
        }
    }
}

package enum TrackKind: Sendable, Equatable { case video, audio, subtitle }

package enum SeekTarget: Sendable, Equatable {
    case absolute(MediaTime)
    /// From the position now, or from the target of a seek that is still running.
    case relative(MediaTime)
    /// 0 … 100 of the duration (of the bytes where the duration is unknown).
    case percent(Double)
    /// Index from 0; outside the list the seek is ignored, beyond the last one goes to the end.
    case chapter(Int)

    /// How far from the target a key frame may be that takes its place: a step leads about as far as it says, and a
    /// place is met to about a column of the slider.
    package func reach(duration: MediaTime?) -> MediaTime {
        guard case .relative(let distance) = self else {
            return max(.seconds(5), duration?.scaled(by: 0.01) ?? .zero)
        }
        return distance < .zero ? -distance : distance
    }

    /// On or back from where playing is, so that a next one has to lead farther. Else it names its place.
    package var isStep: Bool {
        switch self {
        case .relative, .chapter: true
        case .absolute, .percent: false
        }
    }
}

package enum SeekMode: Sendable, Equatable {
    /// INACCURATE: to a key frame, at or after the target when seeking forward relatively, else at or before it.
    /// Exact where that key frame is farther from the target than ``SeekTarget/reach(duration:)``.
    case keyframe
    /// To such a key frame, however far away it is.
    case onlyKeyframe
    /// ACCURATE: the frame that is on show at the target time.
    case exact
}

/// How the picture fills the pane.
package enum ScalingMode: Int, Sendable, CaseIterable {
    /// As large as possible inside the pane, never exceeding it.
    case aspectFit = 0
    /// As small as possible to cover the pane; what sticks out is cropped.
    case aspectFill = 1
    /// Stretched to the pane.
    case fill = 2
}
