package import Media
import PlayCore
import PlaybackModel

package enum MediaLines {
    package static func lines(_ path: String, _ demuxer: Demuxer) -> [String] {
        var lines = [SafeText.clean(path)]
        func add(_ name: String, _ value: String) { lines.append("  \(name): " + shown(value)) }
        add(tr("container"), demuxer.containerName)
        if let title = demuxer.tags.title { add(tr("title"), title) }
        let mark = demuxer.isDurationGuessed ? "~" : ""
        add(tr("duration"), demuxer.duration.map { mark + TimeText.format($0) } ?? tr("unknown"))
        if !demuxer.canSeek { add(tr("seeking"), tr("no")) }
        for track in demuxer.tracks { lines.append("  " + shown(line(track))) }
        for (number, chapter) in demuxer.chapters.enumerated() {
            let start = TimeText.format(chapter.range.start)
            add(tr("chapter %1", "\(number + 1)"), start + (chapter.title.map { " " + $0 } ?? ""))
        }
        return lines
    }

    static func shown(_ text: String) -> String {
        let line = SafeText.clean(text, limit: longest)
        return line.count < longest ? line : line + "…"
    }

    private static let longest = 200

    private static func line(_ track: TrackInfo) -> String {
        var words = ["#\(track.id)"]
        switch track.kind {
        case .video(let width, let height, let rate):
            words += [tr("video"), track.codec, "\(width)x\(height)"]
            if let rate { words.append(tr("%1 fps", number(rate))) }
        case .audio(let rate, let channels):
            words += [tr("audio"), track.codec, "\(rate) Hz", trn("%1 channel", "%1 channels", channels)]
        case .subtitle(let isPicture):
            words += [tr("subtitles"), track.codec, isPicture ? tr("pictures") : tr("text")]
        case .cover(let width, let height): words += [tr("cover"), track.codec, "\(width)x\(height)"]
        }
        if let language = track.language { words.append("[\(language)]") }
        if let title = track.title { words.append(title) }
        if track.isDefault { words.append(tr("(default)")) }
        words += track.purpose.words
        if !track.isDecodable { words.append(tr("(no decoder)")) }
        return words.joined(separator: " ")
    }

    static func number(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
