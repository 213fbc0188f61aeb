package import Commands
package import PlayCore
package import PlaybackModel
package import Subtitles

/// The action of a key of the player.
package enum KeyAction: Sendable, Hashable {
    case togglePause
    /// Whole seconds, negative to seek back.
    case seek(seconds: Int, SeekMode)
    case seekChapter(Int)
    case seekStart
    case seekEnd
    /// To a number of tenths of the whole, 0 … 9.
    case seekTenths(Int)
    case revertSeek
    case jumpBack
    /// Leaves the marked part of the item.
    case leavePart
    /// Opens the page behind the advert that plays.
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
    /// Toggles the faster playback of silence.
    case toggleSilence
    case cycleVideoTrack
    /// Toggles between sound only and the previous definition.
    case toggleAudioOnly
    case adjust(PictureAdjustment.Property, Int)
    case view(ViewChange)
    /// 1 next, −1 previous track, with none between the last and the first one.
    case cycleSubtitles(Int)
    case toggleSubtitles(SubtitleSlot)
    /// Milliseconds.
    case changeSubtitleDelay(Int)
    /// Rows upwards.
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
    /// Starts a sequence (`g`); the next key completes it.
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
    case room(ClassKeyAction)
    /// Only in a live class.
    case live(LiveKeyAction)
    case home(HomeVerb)
    /// Returns to the page from which the current item was opened, else leaves the program.
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

    /// Whether it works without a screen.
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
