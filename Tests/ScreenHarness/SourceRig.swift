import Cells
import Commands
package import PlayCore
package import PlaybackModel
import Playlists
import ScreenKit
package import TUI
import Terminal
import TestSupport

/// A loop without a screen, for sources that read its state.
package struct SourceRig {
    package let wakeUp = WakeUp()
    package let loop: UILoop

    package init() throws {
        loop = UILoop(
            backend: try NullTerminal(front: nil), player: StillPlayer(wakeUp), pictures: NoPictures(),
            playlist: EmptyList(), clock: SystemClock())
    }

    /// Reports a snapshot as the engine does.
    package func report(_ change: (inout PlaybackSnapshot) -> Void) {
        var snapshot = PlaybackSnapshot()
        change(&snapshot)
        loop.configure { $0.item.playback.report(snapshot) }
    }

    /// Waits for the source's wake-up and returns its news.
    package func news(of source: any LoopSource) -> [AppAction] {
        _ = source.wakeUps.first?.wait()
        return source.news(loop, isSignalled: true)
    }
}

private final class StillPlayer: PlayerControl {
    let wakeUp: WakeUp
    let snapshot = PlaybackSnapshot()
    init(_ wakeUp: WakeUp) { self.wakeUp = wakeUp }
    func send(_ command: PlaybackCommand) -> Int { 0 }
}

private final class EmptyList: PlaylistControl {
    let position = PlaylistPosition()
    func move(by step: Int) -> Bool { false }
    func restart() {}
}

private final class NoPictures: PictureSource {
    let wakeUp = WakeUp()
    var takenTime: MediaTime? { nil }
    var droppedCount: Int { 0 }
    func takeNewest() -> CellBuffer? { nil }
    func setPane(columns: Int, rows: Int, cellAspect: Double) {}
}
