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
            return run(binding.commands, at: now)
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
        return run(binding.commands, at: now)
    }
}
