import Cells
import Commands
import PlayCore
import ScreenKit

/// The keys of input.conf. They come before those of the table, and after open fields and lists.
enum OwnKeys: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.pressBound(key, at: now)
    }
}

extension AppState {
    /// Runs the viewer's binding, or notes the start of a sequence. Returns `nil` if the key has no binding.
    mutating func pressBound(_ key: KeyPress, at now: HostTime) -> [Effect]? {
        guard !userKeys.bindings.isEmpty else { return nil }
        let begun = sequence ?? KeySequence()
        let keys = begun.keys + [.key(key)]
        sequence?.keys = []
        if userKeys.bindings.isPrefix(keys) {
            // The table's sequences after `g` stay available.
            let isPrefix = keys.count == 1 && userKeys.isDefault(key) && keymap.action(for: key) == .prefix
            sequence = KeySequence(keys: keys, isPrefix: begun.isPrefix || isPrefix)
            return []
        }
        if let binding = userKeys.bindings.binding(keys) {
            sequence = nil
            return run(binding, at: now)
        }
        return keys.count > 1 && !begun.isPrefix ? pressBound(key, at: now) : nil
    }

    func defaultAction(_ key: KeyPress) -> KeyAction? {
        userKeys.usesDefaults ? keymap.action(for: key) : nil
    }

    /// Runs the viewer's binding of a button or the wheel. Returns `nil` if there is none.
    mutating func pointBound(_ event: MouseEvent, at now: HostTime) -> [Effect]? {
        guard !userKeys.bindings.isEmpty, let key = MouseKey(event.kind),
            let binding = userKeys.bindings.binding([.mouse(key, event.modifiers)])
        else { return nil }
        return run(binding, isMouse: true, at: now)
    }

    /// Runs commands. Scripts get the name of the key.
    private mutating func run(
        _ binding: InputBindings.Binding, isMouse: Bool = false, at now: HostTime
    ) -> [Effect] {
        let before = program.boundKey
        defer { program.boundKey = before }
        program.boundKey = BoundKeyEvent(
            name: binding.keyText, state: program.keyStates.last ?? .press, isMouse: isMouse)
        return run(binding.commands, at: now)
    }

    /// Returns the commands of input.conf and of clients for a single key, not for sequences.
    func boundCommands(_ key: KeyPress) -> [BoundCommand] { userKeys.bindings.binding([.key(key)])?.commands ?? [] }
}

/// The event of a key, sent to the script that owns the command.
struct BoundKeyEvent: Sendable, Equatable {
    /// The letters of mpv's `script-binding`.
    enum State: String, Sendable {
        case down = "d"
        case repeated = "r"
        case up = "u"
        /// Press and release at once, because terminals do not distinguish them.
        case press = "p"
    }

    let name: String
    let state: State
    let isMouse: Bool

    /// Returns mpv's message to the script.
    static func words(_ name: String, argument: String, _ event: BoundKeyEvent?) -> [String] {
        let state = (event?.state ?? .press).rawValue + (event?.isMouse == true ? "m" : "-") + "-"
        let key = event?.name ?? ""
        return ["key-binding", name, state, key, key.count == 1 ? key : "", "1", argument]
    }
}
