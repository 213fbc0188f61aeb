import CPlatform
import Commands
import JobControl
import Lists
import Localization
import Options
import PlayCore
import Playback
import PlayerHistory
import PlayerServices
import PlayerSettings
import TUI
import Terminal

/// Playing without a terminal: the sound only, and not one byte on standard output. Main thread.
struct HeadlessPlayer {
    private let setUp: PlayerSetUp

    private let front: FrontLink?

    /// - Parameter front: who stops in this process's place.
    init(_ setUp: PlayerSetUp, _ front: FrontLink?) {
        self.setUp = setUp
        self.front = front
    }

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
            queue, order: queue.order(ListRules(setUp.options)), access: setUp.access, services: setUp.services,
            memory: memory, engine: engine,
            wakeUp: wakeUp, options: setUp.controllerOptions, eventLog: setUp.eventLog)
        let remote = RemoteControls(setUp.options) { [weak player] in player?.controller.cover }
        let say: (String) -> Void = { text in
            if !setUp.options.isQuiet { PlayerProgram.writeError("tvplay: " + text + "\n") }
        }
        memory?.onNotice = say
        player.onNotice = say
        memory?.onResume = { say(tr("Resumed at %1", TimeText.format($0))) }
        queue.warnings.forEach(say)
        if let problem = remote.problem { say(problem) }
        let runner = HeadlessRunner(player, setUp.controlOptions)
        player.start()
        let wasInterrupted = Self.wait(for: player, runner, remote, wakeUp, signals, front)
        remote.close()
        player.close()
        player.controller.destroy()
        player.reporter?.close()
        memory?.close()
        for failure in player.failures where !setUp.options.isQuiet {
            PlayerProgram.writeError("tvplay: " + failure.lastWords + "\n")
        }
        if let status = runner.exitStatus { return status }
        return (wasInterrupted ? ExitCode.interrupted : player.exitCode).rawValue
    }

    /// For `poll`: milliseconds until then, rounded up so that it has come.
    private static func timeout(until deadline: HostTime) -> Int32 {
        let left = deadline - SystemClock().now
        return Int32(clamping: max(0, (left.nanoseconds + 999_999) / 1_000_000))
    }

    /// Until the last item is over.
    /// - Parameters:
    ///   - front: who stops in this process's place, and whose end ends it too.
    ///   - endingSignals: what ends it before.
    /// - Returns: true when a signal ended it.
    static func wait(
        for player: Player, _ runner: HeadlessRunner, _ remote: RemoteControls, _ wakeUp: WakeUp,
        _ signals: SignalSource, _ front: FrontLink?, endingSignals: Set<Int32> = [SIGINT, SIGTERM, SIGQUIT, SIGHUP]
    ) -> Bool {
        while true {
            wakeUp.clear()
            runner.update()
            let serviceDue = remote.serve(runner)
            if !runner.hasQuit, runner.isOver { runner.advance() }
            if runner.hasQuit { return false }
            var waits =
                remote.services.map { pollfd(fd: $0.wakeUp.descriptor, events: Int16(POLLIN), revents: 0) } + [
                    pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                    // Passed over when there is none.
                    pollfd(fd: front?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                ]
            let due = HostTime.earlier(serviceDue, player.nextDeadline)
            _ = poll(&waits, nfds_t(waits.count), due.map(Self.timeout) ?? -1)
            if let front, front.isGone { return true }
            for signal in signals.take() {
                if endingSignals.contains(signal) { return true }
                guard signal == SIGTSTP else { continue }
                if let front { front.askToStop() } else { SignalSource.stopProcessGroup() }
            }
        }
    }
}

/// A place for pictures that has none.
private final class NoPicture: VideoSink {
    var grid: PixelGrid? { nil }
    func present(_ picture: ScaledPicture) {}
    func clear() {}
}
