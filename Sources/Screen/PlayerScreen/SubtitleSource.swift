package import ListPlayer
package import PlayCore
package import TUI

/// Subtitles of the item that plays, from files and from its own tracks. Main thread.
package final class SubtitleSource: LoopSource {
    private let loader: SubtitleLoader
    private let subtitles: ItemSubtitles
    package let wakeUps: [WakeUp]

    /// - Parameter wakeUp: signalled by `loader`, and by the player with what it reads.
    package init(_ loader: SubtitleLoader, _ subtitles: ItemSubtitles, wakeUp: WakeUp) {
        self.loader = loader
        self.subtitles = subtitles
        wakeUps = [wakeUp]
    }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] { isSignalled ? newArrivals : [] }

    private var newArrivals: [AppAction] {
        let arrivals = subtitles.takeArrivals()
        return arrivals.isEmpty ? [] : [.subtitles(arrivals)]
    }

    package func itemBegan(_ loop: UILoop) -> [AppAction] {
        subtitles.begin()
        return newArrivals
    }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        switch effect {
        case .addSubtitles(let request): subtitles.add(request)
        case .reloadSubtitles(let path): subtitles.reload(path: path)
        case .indexSubtitles: subtitles.index()
        default: return false
        }
        return true
    }

    package func close() { loader.close() }
}
