import Access
import Catalogue
import Cells
import Glibc
import Localization
import Media
import MediaSources
import Options
import PlayCore
import Playback
import PlayerServices
import Playlists
import TUI
import Text
import Transport

/// `tvplay probe`: says what an item is made of, without playing it.
enum ProbeProgram {
    /// Prints each item.
    /// - Returns: success, or as mpv has it: 2 when none could be opened, 3 when some could not.
    static func run(_ items: [PlayItem], _ access: SourceAccess, _ services: ServiceDirectory) -> ExitCode {
        var failures = 0
        for item in items {
            do {
                print(try lines(item, access, services).joined(separator: "\n"))
            } catch {
                failures += 1
                let failure = PlayError(error, item: AddressText.shown(item.path))
                failure.log()
                PlayerProgram.writeError("tvplay: " + failure.lastWords + "\n")
            }
        }
        if failures == 0 { return .success }
        return failures == items.count ? .playFailed : .playPartlyFailed
    }

    private static func lines(
        _ item: PlayItem, _ access: SourceAccess, _ directory: ServiceDirectory
    ) throws(MediaError) -> [String] {
        let (cancel, shown) = (CancelToken(), AddressText.shown(item.path))
        let services = directory.services(item.options.services)
        guard let provider = services.provider(of: item.path, cancel: cancel) else {
            return lines(shown, try open(item.path, access, cancel))
        }
        let found: Found
        do throws(CatalogueError) {
            found = try services.catalogue.find(services.request(item.path), with: provider, cancel: cancel)
        } catch {
            throw MediaError(error)
        }
        switch found {
        case .album(let album): return FoundLines.lines(album, shown)
        case .video(let info):
            let video = info.video
            let chosen = video.flatMap {
                services.settings.source.selections(
                    of: $0, preferring: item.options.definitions
                ).first?.source
            }
            var result = FoundLines.lines(info, shown, chosen: chosen)
            // A stream is described by its service; a file tells of itself.
            if let chosen, chosen.delivery == .progressive {
                result += lines(
                    AddressText.shown(chosen.location), try open(chosen.location, access, cancel, info.headers))
            }
            return result
        }
    }

    private static func open(
        _ path: String, _ access: SourceAccess, _ cancel: CancelToken, _ headers: [HTTPHeader] = []
    ) throws(MediaError) -> Demuxer {
        let source: any ByteSource
        do {
            source = try access.open(path, cancel: cancel, headers: headers)
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
        return try Demuxer(source: source, nameHint: AddressText.shown(path), cancel: cancel)
    }

    private static func lines(_ path: String, _ demuxer: Demuxer) -> [String] {
        var lines = [SafeText.clean(path)]
        func add(_ name: String, _ value: String) { lines.append("  \(name): \(SafeText.clean(value))") }
        add(tr("container"), demuxer.containerName)
        if let title = demuxer.tags.title { add(tr("title"), title) }
        add(tr("duration"), demuxer.duration.map { TimeText.format($0) } ?? tr("unknown"))
        if !demuxer.canSeek { add(tr("seeking"), tr("no")) }
        for track in demuxer.tracks { lines.append("  " + SafeText.clean(line(track))) }
        for (number, chapter) in demuxer.chapters.enumerated() {
            let start = TimeText.format(chapter.range.start)
            add(tr("chapter %1", "\(number + 1)"), start + (chapter.title.map { " " + $0 } ?? ""))
        }
        return lines
    }

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
        if !track.isDecodable { words.append(tr("(no decoder)")) }
        return words.joined(separator: " ")
    }

    private static func number(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
