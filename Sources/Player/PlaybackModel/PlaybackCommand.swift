package import PlayCore

/// A command to a session. Any thread. The next snapshot answers it.
package enum PlaybackCommand: Sendable, Equatable {
    case play
    case pause
    case togglePause
    case seek(SeekTarget, SeekMode)
    /// Shows the next (1) or previous (−1) frame and stays paused.
    case step(Int)
    /// Returns to where the last seek began.
    case revertSeek
    case setRate(PlaybackRate)
    /// Per cent, 0 … 130; 100 is the source's own level.
    case setVolume(Int)
    case setMuted(Bool)
    case setChannelOutput(ChannelOutput)
    case setScalingMode(ScalingMode)
    case setAdjustment(PictureAdjustment)
    case setPictureView(PictureView)
    case setSoundFilters(SoundFilters)
    /// The languages for this item and the following ones, most preferred first.
    case setAudioLanguages([String])
    /// Positive delays the sound relative to the picture.
    case setAudioDelay(MediaTime)
    case setPassesSilence(Bool)
    /// `nil` disables the kind.
    case selectTrack(TrackKind, id: Int?)
    case removeSound(Int)
    case reloadSound(Int)
    /// Selects the text tracks to show. A stream fetches no others.
    case selectTexts(Set<Int>)
    case selectDefinition(Int?)
    /// `nil` for endlessly, 0 for never.
    case setLoopFile(Int?)
    case setABLoop(start: MediaTime?, end: MediaTime?)
    /// Zero leaves the media to read ahead to the player, by its buffer's method.
    case setForwardBuffer(MediaTime)
    case skipAdvert
    /// Notes that the viewer opens the playing advert's page.
    case followAdvert
    case reload
    /// Fails an item that waits for a network.
    case stopLoading
    /// Notifies the viewer once, in order with the item's own notices.
    case notify(PlaybackNotice)
    /// Sets whether the picture is visible and decoded. Also applies to following items.
    case setPictureAttached(Bool)
    case refreshPicture

    /// Whether the command moves to another place, so that its result is known only on arrival.
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
    /// Relative to the present position, or to the target of a seek in progress.
    case relative(MediaTime)
    /// The share of the duration, 0 … 100 (of the bytes if the duration is unknown).
    case percent(Double)
    /// From 0. Ignores an invalid index; the one after the last chapter leads to the end.
    case chapter(Int)

    /// Returns the largest distance of a key frame used instead: a step's length, else about a column of the slider.
    package func reach(duration: MediaTime?) -> MediaTime {
        guard case .relative(let distance) = self else {
            return max(.seconds(5), duration?.scaled(by: 0.01) ?? .zero)
        }
        return distance < .zero ? -distance : distance
    }

    package var isStep: Bool {
        switch self {
        case .relative, .chapter: true
        case .absolute, .percent: false
        }
    }
}

package enum SeekMode: Sendable, Equatable {
    /// INACCURATE: a key frame, at or after the target for relative seeks forward, else at or before it. Exact if that
    /// key frame is farther from the target than ``SeekTarget/reach(duration:)``.
    case keyframe
    /// The same key frame at any distance.
    case onlyKeyframe
    /// ACCURATE: the frame that is shown at the target time.
    case exact
}

package enum ScalingMode: Int, Sendable, CaseIterable {
    case aspectFit = 0
    /// The smallest size that covers the pane. The rest is cropped.
    case aspectFill = 1
    case fill = 2
}
