import Cells
import Commands
import PlayCore

/// The keys of input.conf: they go before those of the table, and after the fields and lists that are open.
enum OwnKeys: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.pressBound(key, at: now)
    }
}

extension AppState {
    /// Runs what the viewer has bound to the key, or notes that a sequence has begun; nil: nothing of that kind.
    mutating func pressBound(_ key: KeyPress, at now: HostTime) -> [Effect]? {
        guard !userKeys.bindings.isEmpty else { return nil }
        let begun = sequence ?? KeySequence()
        let keys = begun.keys + [.key(key)]
        sequence?.keys = []
        if userKeys.bindings.isPrefix(keys) {
            // `g` may go on as the table has it, too.
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

    /// The table's action, unless the table is switched off.
    func defaultAction(_ key: KeyPress) -> KeyAction? {
        userKeys.usesDefaults ? keymap.action(for: key) : nil
    }

    /// What the viewer has bound to a button or the wheel, where the pointer is over the picture.
    mutating func pointBound(_ event: MouseEvent, at now: HostTime) -> [Effect]? {
        guard !userKeys.bindings.isEmpty, let key = MouseKey(event.kind),
            let binding = userKeys.bindings.binding([.mouse(key, event.modifiers)])
        else { return nil }
        return run(binding, isMouse: true, at: now)
    }

    /// Runs the commands of a key, which scripts get the name of.
    private mutating func run(
        _ binding: InputBindings.Binding, isMouse: Bool = false, at now: HostTime
    ) -> [Effect] {
        let before = program.boundKey
        defer { program.boundKey = before }
        program.boundKey = BoundKeyEvent(
            name: binding.keyText, state: program.keyStates.last ?? .press, isMouse: isMouse)
        return run(binding.commands, at: now)
    }

    /// Commands of input.conf and of clients that a key is bound to; empty where it is not bound alone.
    func boundCommands(_ key: KeyPress) -> [BoundCommand] { userKeys.bindings.binding([.key(key)])?.commands ?? [] }
}

/// What a script learns of the key that its command is bound to.
struct BoundKeyEvent: Sendable, Equatable {
    /// Letters of mpv's `script-binding`.
    enum State: String, Sendable {
        case down = "d"
        case repeated = "r"
        case up = "u"
        /// A terminal tells no more.
        case press = "p"
    }

    let name: String
    let state: State
    let isMouse: Bool

    /// The words of mpv's message to the script.
    static func words(_ name: String, argument: String, _ event: BoundKeyEvent?) -> [String] {
        let state = (event?.state ?? .press).rawValue + (event?.isMouse == true ? "m" : "-") + "-"
        let key = event?.name ?? ""
        return ["key-binding", name, state, key, key.count == 1 ? key : "", "1", argument]
    }
}
