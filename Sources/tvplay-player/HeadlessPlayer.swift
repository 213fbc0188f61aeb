import CPlatform
import Commands
import Localization
import Options
import PlayCore
import Playback
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
        let engine = setUp.makeEngine(nowhere, wakeUp: wakeUp)
        let items = setUp.items.map { PlayItem(path: $0.path, options: $0.options.withoutPicture) }
        let player = Player(
            items: items, engine: engine, view: nowhere, wakeUp: wakeUp, options: setUp.controllerOptions,
            eventLog: setUp.eventLog)
        let remote = RemoteControls(setUp.options)
        if let problem = remote.problem, !setUp.options.isQuiet {
            PlayerProgram.writeError("tvplay: " + problem + "\n")
        }
        let runner = HeadlessRunner(player, keepsOpen: setUp.options.keepsOpen)
        player.start()
        let wasInterrupted = Self.wait(for: player, runner, remote, wakeUp, signals)
        remote.close()
        player.controller.destroy()
        for failure in player.failures where !setUp.options.isQuiet {
            PlayerProgram.writeError("tvplay: " + failure.lastWords + "\n")
        }
        if let status = runner.exitStatus { return status }
        return (wasInterrupted ? ExitCode.interrupted : player.exitCode).rawValue
    }

    /// Until the last item is over.
    /// - Parameter endingSignals: what ends it before.
    /// - Returns: true when a signal ended it.
    static func wait(
        for player: Player, _ runner: HeadlessRunner, _ remote: RemoteControls, _ wakeUp: WakeUp,
        _ signals: SignalSource, endingSignals: Set<Int32> = [SIGINT, SIGTERM, SIGQUIT, SIGHUP]
    ) -> Bool {
        while true {
            wakeUp.clear()
            let status = runner.update().status
            let dueTime = remote.serve(runner)
            if runner.hasQuit { return false }
            if status == .reachEnd || status == .failed, !runner.move(by: 1) { return false }
            var waits =
                remote.services.map { pollfd(fd: $0.wakeUp.descriptor, events: Int16(POLLIN), revents: 0) } + [
                    pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                ]
            let timeout =
                dueTime.map { Int32(clamping: Int(max(0, ($0 - SystemClock().now).inMilliseconds)) + 1) } ?? -1
            _ = poll(&waits, nfds_t(waits.count), timeout)
            for signal in signals.take() {
                if endingSignals.contains(signal) { return true }
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
