import Cells
import DownloadModel
import PlayCore
import ScreenKit

/// Fit for the screen.
extension DownloadRecord {
    var shownTitle: String {
        let title = SafeText.clean(name, limit: 300)
        return title.isEmpty ? SafeText.clean(reference, limit: 300) : title
    }

    func field(_ column: DownloadsLayout.Column, _ figures: DownloadFigures) -> String {
        switch column {
        case .priority: priorityStep
        case .definition: ahead.map(DownloadWords.length) ?? SafeText.clean(definition ?? "", limit: 40)
        case .size: figures.total.map(ByteCountText.text) ?? (figures.done > 0 ? ByteCountText.text(figures.done) : "")
        case .percent: figures.total == nil && label != .done ? "" : "\(Int((figures.fraction * 100).rounded(.down)))%"
        case .speed:
            label == .downloading && figures.bytesPerSecond > 0 ? ByteCountText.text(figures.bytesPerSecond) + "/s" : ""
        case .left: label == .downloading ? figures.secondsLeft.map(Self.time) ?? "" : ""
        case .title, .bar, .state: ""
        }
    }

    /// Returns how often `+` or `-` was pressed to get this priority, such as `+3`; empty for the normal one.
    private var priorityStep: String {
        let step = Int((priority * 10).rounded()) - 5
        return step == 0 ? "" : step > 0 ? "+\(step)" : "\(step)"
    }

    var priorityText: String {
        let step = priorityStep
        return step.isEmpty ? tr("normal") : step.hasPrefix("+") ? tr("higher (%1)", step) : tr("lower (%1)", step)
    }

    /// Formats a time, in days from a hundred hours on, so that it fits its column.
    static func time(_ seconds: Int64) -> String {
        if seconds >= 360_000 { return tr("%1 d", "\(min(seconds / 86400, 9999))") }
        guard seconds >= 3600 else {
            let rest = seconds % 60
            return "\(seconds / 60):" + (rest < 10 ? "0" : "") + "\(rest)"
        }
        return TimeText.format(.seconds(Int(seconds)))
    }
}

extension DownloadProblem {
    /// Without a full stop, because the remedy follows it.
    var text: String { code == .fileLost ? tr("the file is missing") : DownloadWords.problem(self) }

    var line: String {
        var text = SafeText.clean(text, limit: 300)
        while text.last == "." { text.removeLast() }
        return tr("%1. %2", text.prefix(1).uppercased() + text.dropFirst(), remedy.text)
    }
}

extension DownloadProblem {
    /// The suggested action. An unknown problem may have been temporary.
    package var remedy: DownloadRemedy {
        switch code {
        case .fileLost: .downloadAgain
        case .noSpace: .freeSpace
        case .noSuchDefinition: .otherDefinition
        case .noKey, .wrongKey: .giveKey
        case .noTokenSource: .giveToken
        case .noLibrary: .getLibrary
        case .protected, .live, .duplicate, .severalRooms, .expired, .notCacheable, .scheme, .listing:
            .onlyRemove
        default: .retry
        }
    }
}

package enum DownloadRemedy: Sendable, Hashable, CaseIterable {
    case retry, downloadAgain, freeSpace, otherDefinition, giveKey, giveToken, getLibrary, onlyRemove

    var text: String {
        switch self {
        case .retry: tr("Press r to retry.")
        case .downloadAgain: tr("Press r to download it again.")
        case .freeSpace: tr("Free some disk space, then press r to retry.")
        case .otherDefinition: tr("Remove it (d) and add it again with another definition.")
        case .giveKey: tr("Set --secure-key-file, then press r to retry.")
        case .giveToken: tr("Set --token-command, then press r to retry.")
        case .getLibrary: tr("Install it, then press r to retry.")
        case .onlyRemove: tr("Press d to remove it from the list.")
        }
    }
}

extension DownloadFile {
    /// Returns `video · lecture.mp4 · 780.1 MB √`.
    func line(in entry: DownloadRecord, _ glyphs: Glyphs) -> String {
        let separator = " \(glyphs.separator) "
        var parts = [role.text, SafeText.clean(ByteText.shown(name), limit: 300)]
        if let size { parts.append(ByteCountText.text(size)) }
        return parts.filter { !$0.isEmpty }.joined(separator: separator)
            + (entry.label == .done ? " " + glyphs.checked : "")
    }
}

extension DownloadFile.Role {
    fileprivate var text: String {
        switch self {
        case .video: tr("video")
        case .sound: tr("sound")
        case .signal: tr("signal")
        case .cover: tr("cover")
        case .watermark: tr("watermark")
        case .subtitles: tr("subtitles")
        case .slide: tr("slide")
        case .manifest: tr("manifest")
        case .other: tr("file")
        }
    }
}
