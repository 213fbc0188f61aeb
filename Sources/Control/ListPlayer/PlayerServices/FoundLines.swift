package import Catalogue
package import PlayCore
import Playlists

/// The lines of `tvplay probe`, without secrets.
package enum FoundLines {
    /// - Parameter chosen: the source that would be played, marked with a star.
    package static func lines(_ info: PlayInfo, _ name: String, chosen: Source?) -> [String] {
        var lines = [SafeText.clean(name)]
        func add(_ name: String, _ value: String) { lines.append("  \(name): \(SafeText.clean(value))") }
        if let title = info.title { add(tr("title"), title) }
        if let duration = info.duration { add(tr("duration"), TimeText.format(duration)) }
        if info.encrypted { add(tr("encrypted"), tr("yes")) }
        for definition in info.definitionList {
            for (index, entry) in definition.entries.enumerated() {
                let key = definition.info.definitionKey
                let isChosen =
                    chosen?.location == entry.playURL
                    && chosen?.definition?.definitionKey == (key == .undescribed ? nil : key)
                var words = [
                    definition.info.definitionName.isEmpty ? key.rawValue : definition.info.definitionName,
                    entry.delivery.rawValue,
                ]
                if definition.info.width > 0 { words.append("\(definition.info.width)x\(definition.info.height)") }
                if definition.entries.count > 1 {
                    words.append(tr("CDN %1 of %2", "\(index + 1)", "\(definition.entries.count)"))
                }
                words.append(AddressText.shown(entry.playURL))
                add((isChosen ? "* " : "") + tr("source"), words.joined(separator: " "))
            }
        }
        for subtitle in info.subtitleInfo.prefix(100) {
            let words = [subtitle.language, subtitle.name, subtitle.isAutomatic ? tr("(automatic)") : nil]
            add(tr("subtitles"), words.compactMap(\.self).joined(separator: " "))
        }
        for point in info.marks.points.prefix(1000) {
            add(
                point.kind == .chapter ? tr("chapter") : tr("marker"),
                TimeText.format(point.time) + (point.title.map { " " + $0 } ?? ""))
        }
        return lines
    }

    package static func lines(_ album: AlbumList, _ name: String) -> [String] {
        var lines = [SafeText.clean(name)]
        if let title = album.title { lines.append("  " + tr("title") + ": " + SafeText.clean(title)) }
        for (index, item) in album.items.enumerated() {
            let duration = item.duration.map { " " + TimeText.format($0) } ?? ""
            lines.append("  \(index + 1): " + SafeText.clean(item.title ?? item.vid) + duration)
        }
        return lines
    }
}
