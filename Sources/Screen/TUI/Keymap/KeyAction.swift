package import ClassPanes
package import Commands
package import HomeScreen
package import PlayCore
package import PlaybackModel
package import Subtitles

package enum KeyAction: Sendable, Hashable {
    case togglePause
    /// Negative to seek back.
    case seek(seconds: Int, SeekMode)
    case seekChapter(Int)
    case seekStart
    case seekEnd
    /// 0 … 9.
    case seekTenths(Int)
    case revertSeek
    case jumpBack
    case leavePart
    /// Opens the playing advert's page.
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
    /// Faster playback of silence.
    case toggleSilence
    case cycleVideoTrack
    /// Sound only, or the previous definition.
    case toggleAudioOnly
    case adjust(PictureAdjustment.Property, Int)
    case view(ViewChange)
    /// 1 next, −1 previous. Off is between the last and the first.
    case cycleSubtitles(Int)
    case toggleSubtitles(SubtitleSlot)
    /// Milliseconds.
    case changeSubtitleDelay(Int)
    /// Rows upwards.
    case moveSubtitles(Int)
    /// 1 next, −1 previous.
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
    /// `g`; the next key completes it.
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
    /// 1 next, −1 previous.
    case moveFocus(Int)
    case back
    case redraw
    case screenshot(ScreenshotKind)
    /// In a class.
    case room(ClassKeyAction)
    /// In a live class.
    case live(LiveKeyAction)
    case home(HomeVerb)
    /// Leaves to the page from which the item was opened, else out of the program.
    case leave
    case quit
}

extension KeyAction {
    /// Whether the action repeats while a command holds down its key.
    var isRepeatable: Bool {
        switch self {
        case .seek, .step, .multiplyRate, .changeVolume, .changeAudioDelay, .adjust, .view, .changeSubtitleDelay,
            .moveSubtitles, .seekSubtitle, .moveItem:
            true
        default: false
        }
    }

    /// Whether it leads away from a page without acting on the item, or shows what does.
    var leadsAway: Bool {
        switch self {
        case .back, .leave, .quit, .home, .downloads(.toggle), .prefix, .toggleHelp, .redraw: true
        default: false
        }
    }

    /// Whether the effect is audible, so that the action works without a screen.
    var isAudible: Bool {
        switch self {
        case .togglePause, .seek, .seekChapter, .seekStart, .seekEnd, .seekTenths, .revertSeek, .jumpBack, .leavePart,
            .multiplyRate, .resetRate, .changeVolume, .toggleMute, .cycleChannels, .cycleAudioTrack, .changeAudioDelay,
            .toggleSilence, .seekSubtitle, .toggleABLoop, .toggleLoopFile, .moveItem, .goToLive, .leave, .quit:
            true
        default: false
        }
    }
}
