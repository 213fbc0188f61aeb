import CPlatform
import Localization
import Options
import PlayCore
import Playback
import TUI
import Terminal

/// Playing without a terminal: the sound only, and not one byte on standard output. Main thread.
struct HeadlessPlayer {
    private let setUp: PlayerSetUp

    init(_ setUp: PlayerSetUp) { self.setUp = setUp }

    /// - Parameter reason: why there is no picture, for the user.
    func run(because reason: String) -> Int32 {
        if !setUp.options.isQuiet {
            PlayerProgram.writeError("tvplay: " + tr("%1: playing the sound only.", reason) + "\n")
        }
        let signals: SignalSource
        do {
            signals = try SignalSource()
        } catch {
            return PlayerProgram.leave(.startFailed, error.explanation)
        }
        let wakeUp = WakeUp()
        let nowhere = NoPicture()
        let engine = setUp.makeEngine(
            nowhere, devices: setUp.deviceSelection(wakeUp: wakeUp), wakeUp: wakeUp)
        let queue = setUp.queue.changingOptions(\.withoutPicture)
        let memory = setUp.makeMemory(wakeUp: wakeUp)
        let player = Player(
            queue, order: queue.order(setUp.options), memory: memory, engine: engine, view: nowhere, wakeUp: wakeUp,
            options: setUp.controllerOptions, eventLog: setUp.eventLog)
        let say: (String) -> Void = { text in
            if !setUp.options.isQuiet { PlayerProgram.writeError("tvplay: " + text + "\n") }
        }
        memory?.onNotice = say
        memory?.onResume = { say(tr("Resumed at %1", TimeText.format($0))) }
        queue.warnings.forEach(say)
        player.start()
        let wasInterrupted = wait(for: player, wakeUp, signals)
        player.controller.destroy()
        memory?.close()
        for failure in player.failures where !setUp.options.isQuiet {
            PlayerProgram.writeError("tvplay: " + failure.lastWords + "\n")
        }
        return (wasInterrupted ? ExitCode.interrupted : player.exitCode).rawValue
    }

    /// For `poll`: milliseconds until then, rounded up so that it has come.
    private static func timeout(until deadline: HostTime) -> Int32 {
        let left = deadline - SystemClock().now
        return Int32(clamping: max(0, (left.nanoseconds + 999_999) / 1_000_000))
    }

    /// Until the last item is over.
    /// - Returns: true when a signal ended it.
    private func wait(for player: Player, _ wakeUp: WakeUp, _ signals: SignalSource) -> Bool {
        while true {
            wakeUp.clear()
            let snapshot = player.snapshot
            if snapshot.status == .reachEnd || snapshot.status == .failed, !player.move(by: 1) { return false }
            var waits = [
                pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&waits, 2, player.nextDeadline.map(Self.timeout) ?? -1)
            for signal in signals.take() {
                if [SIGINT, SIGTERM, SIGQUIT, SIGHUP].contains(signal) { return true }
                if signal == SIGTSTP { SignalSource.stopProcessGroup() }
            }
        }
    }
}

/// A place for pictures that has none.
private final class NoPicture: VideoSink, PlaybackView {
    var grid: PixelGrid? { nil }
    func present(_ picture: ScaledPicture) {}
    func clear() {}
}

extension PlayerOptions {
    fileprivate var withoutPicture: PlayerOptions {
        var copy = self
        copy.videoTrack = .none
        return copy
    }
}
