import Commands
import PlayCore
import PlaybackModel
import ScreenKit
package import Subtitles

package enum ScreenshotKind: Sendable, Hashable {
    /// The decoded picture at full resolution.
    case source
    /// The same with subtitles: bitmaps, and these texts, the first one lowest.
    case subtitled([Cue])
    /// The picture as scaled for the pane.
    case shown
    /// The whole terminal, as text with colours.
    case screen
}

package enum ScreenshotReport: Sendable, Equatable {
    /// The path in the form shown to the viewer; unverified text.
    case saved(path: String)
    case noPicture
    /// The service of the video forbids screenshots.
    case prevented
    case tooMany
    /// `reason`: the system's message.
    case failed(path: String, reason: String)
}

extension ScreenshotReport {
    func message(at now: HostTime) -> Message {
        func clean(_ text: String) -> String { SafeText.clean(text, limit: 400) }
        return switch self {
        case .saved(let path): Message(tr("Saved as %1", clean(path)), at: now)
        case .noPicture: Message(tr("No picture yet: no screenshot saved"), .warning, at: now)
        case .prevented: Message(tr("The service does not allow screenshots of this video"), .warning, at: now)
        case .tooMany: Message(tr("Too many screenshots at once: this one was skipped"), .warning, at: now)
        case .failed(let path, let reason):
            Message(tr("Cannot write %1: %2", clean(path), clean(reason)), .error, at: now)
        }
    }
}

extension AppState {
    /// - Parameter words: mpv's flags. Without any, subtitles are included.
    func screenshotKind(_ words: String, at now: HostTime) -> ScreenshotKind {
        switch words {
        case "window": return .shown
        case "video": return .source
        default:
            let shown = shownSubtitles(at: now)
            return .subtitled(shown.second + shown.first)
        }
    }

    /// Takes a screenshot for a client that waits for the answer. Throws if no file can result.
    mutating func answeredScreenshot(_ kind: ScreenshotKind, at now: HostTime) throws(CommandError) -> [Effect] {
        let isDecoded = !background.isUnseen || background.decodesUnseen
        let playing = item.playback.reported
        let isThere = playing.statistics.presentedFrames > 0 || playing.showsCover
        guard isDecoded, isThere, !picture.preventsScreenshots else { throw .failed("screenshot") }
        return takeScreenshot(kind, at: now)
    }

    mutating func takeScreenshot(_ kind: ScreenshotKind, at now: HostTime) -> [Effect] {
        guard !picture.preventsScreenshots else {
            message = Message(tr("Screenshots of this item are not allowed"), .warning, at: now)
            return []
        }
        return [.screenshot(kind)]
    }
}
