package import Access
import CPlatform
import Cells
import Glibc
import Localization
import Media
import MediaSources
package import Options
package import PlayCore
import Playback
import Playlists
package import TUI

/// Marquee and watermark as the command line wants them. A watermark that is a picture is read by a thread of its own,
/// `watermark`. Main thread.
package final class OverlayLoader: LoopSource {
    private let wakeUp = WakeUp()
    private let news: Mailbox<WatermarkNews>
    private let cancel = CancelToken()
    private var thread: WorkerThread?
    /// What is there from the start.
    package private(set) var overlays = PictureOverlays()

    package init(_ options: PlayerOptions, access: SourceAccess) {
        news = Mailbox(wakeUp: wakeUp)
        overlays.marquee = options.marquee.flatMap {
            Marquee(
                text: options.user.filled(into: $0), color: Color(rawValue: options.marqueeColor & 0xFF_FFFF),
                speed: options.marqueeSpeed)
        }
        guard let watermark = options.watermark else { return }
        let position = Watermark.Position(options.watermarkPosition)
        guard AddressText.isAddress(watermark) || Self.isFile(watermark) else {
            overlays.customWatermark = Watermark(text: watermark, position: position)
            return
        }
        let (news, cancel) = (news, cancel)
        thread = WorkerThread(name: "watermark") { news.put(Self.read(watermark, position, access, cancel)) }
    }

    package var wakeUps: [WakeUp] { [wakeUp] }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        isSignalled ? news.receive().map { [.watermark($0)] } ?? [] : []
    }

    /// A second call does nothing.
    package func close() {
        cancel.cancel()
        thread?.join()
        thread = nil
    }

    private static func isFile(_ path: String) -> Bool { ByteText.withCString(path) { access($0, F_OK) } == 0 }

    private static func read(
        _ location: String, _ position: Watermark.Position, _ access: SourceAccess, _ cancel: CancelToken
    ) -> WatermarkNews {
        let path = AddressText.shown(location)
        do {
            let source = try access.open(location, cancel: cancel)
            guard let frame = try StillPicture.decode(source, name: path, cancel: cancel) else {
                return .failed(path: path, reason: tr("not a picture"))
            }
            let pixels = try StillPicture.fitted(
                frame, within: Watermark.mostCells.columns, 2 * Watermark.mostCells.rows)
            return .ready(Watermark(pixels: pixels, position: position))
        } catch let error as MediaError {
            return .failed(path: path, reason: error.reason)
        } catch let error as ByteSourceError {
            return .failed(path: path, reason: error.reason)
        } catch {
            return .failed(path: path, reason: "\(error)")
        }
    }
}

extension Watermark.Position {
    package init(_ place: WatermarkPlace) {
        switch place {
        case .none: self = .none
        case .leftTop: self = .leftTop
        case .rightTop: self = .rightTop
        case .rightBottom: self = .rightBottom
        case .leftBottom: self = .leftBottom
        }
    }
}
