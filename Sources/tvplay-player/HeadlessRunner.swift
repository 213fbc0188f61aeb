import Commands
import PlayCore
import Playback
import TUI

/// Carries out commands of remote controls where there is no screen: the same rules, with nothing to show. Main thread.
final class HeadlessRunner: CommandRunner {
    private let player: Player
    private var state: AppState
    private(set) var hasQuit = false

    /// Goes on with what was on a screen before.
    init(_ player: Player, state: AppState) {
        self.player = player
        self.state = state
    }

    init(_ player: Player, keepsOpen: Bool) {
        self.player = player
        state = AppState(terminal: TerminalFacts(columns: 80, rows: 24))
        state.options.keepsOpen = keepsOpen
        begin()
    }

    var exitStatus: Int32? { state.exitStatus }

    /// Takes the session's newest state.
    func update() -> PlaybackSnapshot {
        let snapshot = player.snapshot
        state.snapshot = snapshot
        return snapshot
    }

    func move(by step: Int) -> Bool {
        guard player.move(by: step) else { return false }
        begin()
        return true
    }

    // MARK: CommandRunner

    var properties: PropertyContext { state.propertyContext(at: SystemClock().now) }

    func run(_ command: BoundCommand) -> CommandError? {
        let effects: [Effect]
        do {
            effects = try state.run(command, at: SystemClock().now)
        } catch {
            return error
        }
        return effects.compactMap(perform).first
    }

    private func perform(_ effect: Effect) -> CommandError? {
        switch effect {
        case .command(let command): player.send(command)
        case .quit: hasQuit = true
        case .move(let step): _ = move(by: step)
        case .moveTo(let index): if player.move(to: index) { begin() }
        case .retry:
            player.restart()
            begin()
        case .external(let command): return player.run(command)
        // What belongs to a screen.
        case .terminate, .advance, .suspend, .redraw, .listAudioDevices, .selectAudioDevice, .readHistory, .forget,
            .playRemembered:
            break
        case .addSubtitles: return .notAvailable("sub-add")
        case .screenshot: return .notAvailable("screenshot")
        }
        return nil
    }

    private func begin() {
        state.items = player.itemNames
        _ = reduce(&state, .itemChanged(player.position), now: SystemClock().now)
    }
}
