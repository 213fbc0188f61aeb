import Commands
import Encoding
import PlayCore
import Playback
import PlaybackModel
import RemoteControl
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

    init(_ player: Player, _ options: ControlOptions) {
        self.player = player
        state = AppState(terminal: TerminalFacts(columns: 80, rows: 24), options: options)
        state.program.workingFolder = WorkingFolder.path
        begin()
    }

    var exitStatus: Int32? { state.program.exitStatus }

    /// Takes the session's newest state.
    func update() {
        takeListChange()
        state.item.playback.report(player.snapshot)
    }

    /// The item came to its end, or cannot be played.
    var isOver: Bool { state.snapshot.status == .reachEnd || state.snapshot.status == .failed }

    func move(by step: Int) -> Bool {
        guard player.move(by: step) else { return false }
        begin()
        return true
    }

    /// The item is over.
    func advance() {
        if move(by: 1) { return }
        stop(keepsList: true)
    }

    private func stop(keepsList: Bool) {
        guard state.options.idle == .yes else { return hasQuit = true }
        player.stop(keepsList: keepsList)
        takeListChange()
    }

    private func takeListChange() {
        switch player.takeChange() {
        case .none: break
        case .changed: _ = reduce(&state, .playlist(player.facts, player.position), now: SystemClock().now)
        case .began: begin()
        case .ended: if state.options.idle == .yes { begin() } else { hasQuit = true }
        }
    }

    // MARK: CommandRunner

    var properties: PropertyContext { state.propertyContext(at: SystemClock().now) }

    func run(_ command: BoundCommand, answer: @escaping (CommandAnswer) -> Void) {
        let effects: [Effect]
        do {
            effects = try state.run(command, at: SystemClock().now)
        } catch {
            return answer(.failure(error))
        }
        for effect in effects {
            guard case .external(let command) = effect else { continue }
            player.run(command, answer: answer)
            return takeListChange()
        }
        let error = effects.compactMap(perform).first
        answer(error.map { .failure($0) } ?? .success(.null))
    }

    private func perform(_ effect: Effect) -> CommandError? {
        switch effect {
        case .command(let command): state.sent(command, number: player.send(command))
        case .quit: hasQuit = true
        case .move(let step): _ = move(by: step)
        case .moveTo(let index): if player.move(to: index) { begin() }
        case .retry:
            player.restart()
            begin()
        case .stop(let keepsList): stop(keepsList: keepsList)
        // What belongs to a screen.
        case .terminate, .advance, .suspend, .redraw, .external, .listAudioDevices, .selectAudioDevice, .readHistory,
            .forget, .service, .room, .slides, .downloads, .playRemembered, .copy:
            break
        case .addSubtitles: return .notAvailable("sub-add")
        case .reloadSubtitles: return .notAvailable("sub-reload")
        case .screenshot: return .notAvailable("screenshot")
        }
        return nil
    }

    private func begin() {
        _ = player.takeChange()
        _ = reduce(&state, .playlist(player.facts, player.position), now: SystemClock().now)
        _ = reduce(&state, .itemChanged(player.position), now: SystemClock().now)
    }
}
