import ClassPanes
import ClassPlayback
import PlayCore
import TUI

/// The film of an award as pixels over a class, two a cell. Main thread.
final class EffectPictures: EffectSource {
    /// Between two pictures, because the film must not slow the class's own picture.
    private static let interval = MediaTime.milliseconds(66)

    let video: FollowingVideo
    private let sink = EffectSink()

    init(access: any MediaAccess, wakeUp: WakeUp) {
        video = FollowingVideo(access: access, sink: sink, pictureInterval: Self.interval, wakeUp: wakeUp)
    }

    var wakeUp: WakeUp { sink.wakeUp }
    var picture: ScaledPicture? { sink.newest.picture }
    var number: UInt64 { sink.newest.number }

    func setArea(columns: Int, rows: Int, cellAspect: Double) {
        sink.setArea(columns: columns, rows: rows, cellAspect: cellAspect)
        video.setSeen(columns > 0 && rows > 0)
    }
}

private final class EffectSink: VideoSink {
    private struct State {
        var grid: PixelGrid?
        var picture: ScaledPicture?
        var number: UInt64 = 0
    }

    private let state = Monitor(State())
    let wakeUp = WakeUp()

    var grid: PixelGrid? { state.withLock { $0.grid } }
    var newest: (picture: ScaledPicture?, number: UInt64) { state.withLock { ($0.picture, $0.number) } }

    func setArea(columns: Int, rows: Int, cellAspect: Double) {
        put { state in
            state.grid =
                columns > 0 && rows > 0
                ? PixelGrid(width: columns, height: 2 * rows, pixelAspect: 2 * cellAspect) : nil
            state.picture = nil
        }
    }

    func present(_ picture: ScaledPicture) {
        put { state in
            if state.grid == picture.grid { state.picture = picture }
        }
    }

    func clear() { put { $0.picture = nil } }

    private func put(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            state.number += 1
        }
        wakeUp.signal()
    }
}
