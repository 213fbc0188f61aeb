import Access
import Catalogue
import Cells
import Glibc
import ListPlayer
import Media
import MediaSources
import Options
import PlayCore
import Playback
import Playlists
import TUI
import Transport

/// `tvplay probe`: prints the contents of an item, without playing it.
enum ProbeProgram {
    /// Returns success, or mpv's status: 2 if none could be opened, 3 if some could not.
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
            if let stream = try access.describeStream(item.path, cancel: cancel) {
                return StreamLines.lines(shown, stream)
            }
            return MediaLines.lines(shown, try open(item.path, access, cancel, isFromViewer: true))
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
            // A service describes its stream. A file describes itself.
            if let chosen, chosen.delivery == .progressive {
                result += MediaLines.lines(
                    AddressText.shown(chosen.location), try open(chosen.location, access, cancel, info.headers))
            }
            return result
        }
    }

    private static func open(
        _ path: String, _ access: SourceAccess, _ cancel: CancelToken, _ headers: [HTTPHeader] = [],
        isFromViewer: Bool = false
    ) throws(MediaError) -> Demuxer {
        let source: any ByteSource
        do {
            source = try access.open(path, cancel: cancel, headers: headers, isFromViewer: isFromViewer)
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
        return try Demuxer(source: source, nameHint: AddressText.shown(path), cancel: cancel)
    }
}
