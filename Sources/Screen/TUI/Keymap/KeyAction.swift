package import Commands
package import PlayCore
package import PlaybackModel
package import Subtitles

/// What a key of the player does.
package enum KeyAction: Sendable, Hashable {
    case togglePause
    /// Whole seconds, negative is back.
    case seek(seconds: Int, SeekMode)
    case seekChapter(Int)
    case seekStart
    case seekEnd
    /// To so many tenths of the whole, 0 … 9.
    case seekTenths(Int)
    case revertSeek
    case jumpBack
    /// Out of the marked part of the item.
    case leavePart
    /// To the page behind the advert that plays.
    case learnMore
    case step(Int)
    case multiplyRate(Double)
    case resetRate
    /// Per cent.
    case changeVolume(Int)
    case toggleMute
    case cycleChannels
    case cycleAudioTrack
    /// Milliseconds.
    case changeAudioDelay(Int)
    /// Silence is sped up, or not.
    case toggleSilence
    case cycleVideoTrack
    /// Sound only, and back to the definition before.
    case toggleAudioOnly
    case adjust(PictureAdjustment.Property, Int)
    case view(ViewChange)
    /// 1 next, −1 previous track, with none between the last and the first one.
    case cycleSubtitles(Int)
    case toggleSubtitles(SubtitleSlot)
    /// Milliseconds.
    case changeSubtitleDelay(Int)
    /// Rows up.
    case moveSubtitles(Int)
    /// 1 next, −1 previous line.
    case seekSubtitle(Int)
    case toggleABLoop
    case toggleLoopFile
    case cycleScaling
    case toggleScreenMode
    case toggleFloating
    case toggleDanmaku
    case cycleBar
    case showProgress
    case toggleOSD
    case toggleStatistics
    case toggleHelp
    /// `g`: the next key says where to go.
    case prefix
    case open(PanelKind)
    case downloads(DownloadsVerb)
    /// Only in lists.
    case list(ListKeyAction)
    case cycleLayout
    case goToLive
    case moveItem(Int)
    /// `Enter`: the focused control, else the next item.
    case activate
    /// 1 next, −1 previous control.
    case moveFocus(Int)
    case back
    case redraw
    case screenshot(ScreenshotKind)
    /// Only in a class.
    case room(RoomKeyAction)
    /// Only in a class that is live.
    case live(LiveKeyAction)
    case home(HomeVerb)
    /// To where what plays was opened from; where that is nowhere, out of the program.
    case leave
    case quit
}

extension KeyAction {
    /// Whether it is repeated while a command holds its key.
    var isRepeatable: Bool {
        switch self {
        case .seek, .step, .multiplyRate, .changeVolume, .changeAudioDelay, .adjust, .view, .changeSubtitleDelay,
            .moveSubtitles, .seekSubtitle, .moveItem:
            true
        default: false
        }
    }

    /// It needs no screen.
    var isHeard: Bool {
        switch self {
        case .togglePause, .seek, .seekChapter, .seekStart, .seekEnd, .seekTenths, .revertSeek, .jumpBack, .leavePart,
            .multiplyRate, .resetRate, .changeVolume, .toggleMute, .cycleChannels, .cycleAudioTrack, .changeAudioDelay,
            .toggleSilence, .seekSubtitle, .toggleABLoop, .toggleLoopFile, .moveItem, .goToLive, .leave, .quit:
            true
        default: false
        }
    }
}
