package import Access
import CPlatform
package import Catalogue
import Cells
import Glibc
import Media
import MediaSources
package import Options
package import PlayCore
import Playback
import Playlists
import Processes
import ScreenKit
package import TUI

/// Marquee and watermark of the command line and of services. Pictures are read on the thread `watermark`. Main thread.
package final class OverlayLoader: LoopSource {
    private let wakeUp = WakeUp()
    private let news: Mailbox<WatermarkNews>
    private let serviceNews: Mailbox<ServiceNews>
    private let bytes: SourceAccess
    private let playing: () -> PlayInfo?
    private let forbidsCapture: () -> Bool
    private let cancel = CancelToken()
    private var threads: [WorkerThread] = []
    private var serviceCancel = CancelToken()
    private var service: ServiceWatermark?
    private var serviceCount = 0

    private struct ServiceNews: Sendable {
        let number: Int
        let news: WatermarkNews
    }

    package private(set) var overlays = PictureOverlays()

    package init(
        _ options: PlayerOptions, access: SourceAccess, playing: @escaping () -> PlayInfo?,
        forbidsCapture: @escaping () -> Bool
    ) {
        self.playing = playing
        self.forbidsCapture = forbidsCapture
        news = Mailbox(wakeUp: wakeUp)
        serviceNews = Mailbox(wakeUp: wakeUp)
        bytes = access
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
        threads.append(
            WorkerThread(name: "watermark") { news.put(Self.read(watermark, position, 1, access, cancel)) })
    }

    package var wakeUps: [WakeUp] { [wakeUp] }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        guard isSignalled else { return [] }
        let own = news.receive().map { [AppAction.watermark($0)] } ?? []
        guard let arrived = serviceNews.receive(), arrived.number == serviceCount else { return own }
        return own + [.watermark(arrived.news)]
    }

    /// Shows the service's overlays, unless the viewer has requested others.
    package func itemBegan(_ loop: UILoop) -> [AppAction] {
        let info = playing()
        loop.configure { [overlays] in
            $0.picture.overlays.marquee = overlays.marquee ?? info?.lamp.flatMap { Marquee($0) }
            let isProtected = forbidsCapture()
            $0.picture.preventsScreenshots = isProtected
            $0.picture.isHidden = isProtected && RecorderSearch.recorder() != nil
        }
        return show(info?.watermark).map { [.watermark($0)] } ?? []
    }

    private func show(_ watermark: ServiceWatermark?) -> WatermarkNews? {
        guard watermark != service else { return nil }
        service = watermark
        serviceCount += 1
        serviceCancel.cancel()
        guard let watermark else { return .service(nil) }
        let position = Watermark.Position(watermark.corner)
        switch watermark.content {
        case .text(let text):
            return .service(Watermark(text: text, position: position, opacity: watermark.opacity))
        case .picture(let location):
            let (serviceNews, access, number, cancel) = (serviceNews, bytes, serviceCount, CancelToken())
            serviceCancel = cancel
            // Services may not name files of this machine.
            guard AddressText.isAddress(location) else { return .service(nil) }
            threads.append(
                WorkerThread(name: "watermark") {
                    let news = Self.read(location, position, watermark.opacity, access, cancel).ofService
                    serviceNews.put(ServiceNews(number: number, news: news))
                })
            return .service(nil)
        }
    }

    package func close() {
        cancel.cancel()
        serviceCancel.cancel()
        for thread in threads { thread.leave() }
        threads = []
    }

    private static func isFile(_ path: String) -> Bool { ByteText.withCString(path) { access($0, F_OK) } == 0 }

    private static func read(
        _ location: String, _ position: Watermark.Position, _ opacity: Double, _ access: SourceAccess,
        _ cancel: CancelToken
    ) -> WatermarkNews {
        let path = AddressText.shown(location)
        do {
            let source = try access.open(location, cancel: cancel)
            guard let frame = try StillPicture.decode(source, name: path, cancel: cancel) else {
                return .failed(path: path, reason: tr("not a picture"))
            }
            let pixels = try StillPicture.fitted(
                frame, within: Watermark.mostCells.columns, 2 * Watermark.mostCells.rows)
            return .ready(Watermark(pixels: pixels, position: position, opacity: opacity))
        } catch let error as MediaError {
            return .failed(path: path, reason: error.reason)
        } catch let error as ByteSourceError {
            return .failed(path: path, reason: error.reason)
        } catch {
            return .failed(path: path, reason: "\(error)")
        }
    }
}

extension WatermarkNews {
    fileprivate var ofService: WatermarkNews {
        if case .ready(let watermark) = self { .service(watermark) } else { self }
    }
}

extension Watermark.Position {
    init(_ corner: ServiceWatermark.Corner) {
        switch corner {
        case .leftTop: self = .leftTop
        case .rightTop: self = .rightTop
        case .rightBottom: self = .rightBottom
        case .leftBottom: self = .leftBottom
        }
    }

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
