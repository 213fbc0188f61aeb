import CPlatform
import Cells
import Media
import MediaSources
package import Options
package import PlayCore
package import Playback
import PlaybackModel
import ScreenKit
package import TUI

/// Connects the screen's requests for screenshots, the player's frames and the writer. Main thread.
package final class ScreenshotCoordinator: LoopSource {
    private let writer: ScreenshotWriter
    private let controller: PlaybackController
    private var reports: [ScreenshotReport] = []
    private let isPrevented: () -> Bool

    package init(
        _ settings: ScreenshotWriter.Settings, controller: PlaybackController, isPrevented: @escaping () -> Bool
    ) {
        self.isPrevented = isPrevented
        writer = ScreenshotWriter(settings)
        self.controller = controller
    }

    package var wakeUps: [WakeUp] { [writer.wakeUp] }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        switch effect {
        case .screenshot(let kind): shoot(kind, screen: loop.shownFrame)
        case .screenshotFile(let kind, let path): shoot(kind, screen: loop.shownFrame, to: path)
        default: return false
        }
        return true
    }

    private func shoot(_ kind: ScreenshotKind, screen: ScreenFrame?, to path: String? = nil) {
        guard !isPrevented() else { return report(.prevented) }
        guard let content = content(of: kind, screen) else { return report(.noPicture) }
        let position = controller.snapshot.clock.position(at: SystemClock().now)
        if let picture = CapturedPicture(content) { controller.report(picture, at: position) }
        writer.enqueue(
            content, ScreenshotOrigin(item: controller.playingInput?.name ?? "", position: position, date: .now),
            to: path, overlay: overlay(of: kind))
    }

    private func overlay(of kind: ScreenshotKind) -> ScreenshotOverlay? {
        guard case .subtitled(let cues) = kind else { return nil }
        return ScreenshotOverlay(cues: cues, bitmaps: controller.shownSubtitle)
    }

    private func report(_ report: ScreenshotReport) {
        reports.append(report)
        writer.wakeUp.signal()
    }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        guard isSignalled else { return [] }
        defer { reports = [] }
        return (reports + writer.takeOutcomes().map(Self.report)).map(AppAction.screenshot)
    }

    /// Blocks until the requested screenshots are written.
    package func close() { writer.close() }

    private func content(of kind: ScreenshotKind, _ screen: ScreenFrame?) -> ScreenshotContent? {
        switch kind {
        case .source, .subtitled: sourceContent()
        case .shown: controller.shownPicture.map(ScreenshotContent.drawn)
        case .screen: screen.map { screen in .text { AnsiText.bytes(of: screen.flattened()) } }
        }
    }

    private func sourceContent() -> ScreenshotContent? {
        guard let input = controller.playingInput else { return nil }
        let method = ScreenshotMethod(playURL: input.name)
        guard let frame = controller.shownFrame else { return nil }
        let snapshot = controller.snapshot
        guard method == .frameFromSource, snapshot.canSeek, let track = snapshot.filmTrack, let open = input.openBytes
        else { return .frame(frame) }
        return .frameFromSource(frame, track: track, name: input.name, open: open)
    }

    private static func report(_ outcome: ScreenshotOutcome) -> ScreenshotReport {
        switch outcome {
        case .saved(let path): .saved(path: abbreviated(path))
        case .tooMany: .tooMany
        case .failed(let error): .failed(path: abbreviated(error.path), reason: error.reason)
        }
    }

    private static func abbreviated(_ path: String) -> String {
        guard let home = getenv("HOME").map({ String(cString: $0) }), home.count > 1, path.hasPrefix(home + "/") else {
            return path
        }
        return "~" + path.dropFirst(home.count)
    }
}

extension CapturedPicture {
    fileprivate init?(_ content: ScreenshotContent) {
        switch content {
        case .frame(let frame), .frameFromSource(let frame, _, _, _): self = .frame(frame)
        case .drawn(let picture): self = .scaled(picture)
        case .text: return nil
        }
    }
}

extension PlaybackSnapshot {
    /// The track of the visible moving picture, or `nil` for a cover, which has only one frame.
    fileprivate var filmTrack: Int? {
        tracks.first { track in
            if case .video = track.kind { track.id == videoTrack } else { false }
        }?.id
    }
}

extension ScreenshotWriter.Settings {
    /// - Throws: if the template is invalid.
    package init(_ options: PlayerOptions) throws(StartError) {
        guard let template = ScreenshotTemplate(options.screenshotTemplate) else {
            throw StartError(
                message: tr(
                    "Invalid --screenshot-template=%1: use a file name without folders and only the "
                        + "placeholders listed by --help=all.",
                    SafeText.clean(options.screenshotTemplate)))
        }
        self.init(
            template: template, folder: options.screenshotFolder ?? PicturesFolder.own,
            format: options.screenshotFormat == .png ? .png : .jpeg(quality: options.screenshotQuality))
    }
}
