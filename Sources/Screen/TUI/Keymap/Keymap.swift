import Cells
package import PlayCore
package import ScreenKit

/// Keys and actions as data; the page of keys is made from them.
package struct Keymap: Sendable {
    package typealias Binding = KeyBinding<KeyAction>
    package typealias Entry = KeyEntry<KeyAction>
    package typealias Group = KeyGroup<KeyAction>

    package let groups: [Group]
    private let actions: [KeyPress: KeyAction]
    private let actionsAfterPrefix: [KeyPress: KeyAction]

    /// Creates a keymap. The first binding of a key counts.
    package init(_ groups: [Group]) {
        self.groups = groups
        actions = groups.actions()
        actionsAfterPrefix = groups.actions(isAfterPrefix: true)
    }

    package func action(for key: KeyPress) -> KeyAction? { actions[key] }

    package func actionAfterPrefix(for key: KeyPress) -> KeyAction? { actionsAfterPrefix[key] }

    /// Returns the possible keys after `g`, each with its (English) line of the page of keys.
    func continuations(
        within reach: KeyReach, where isIncluded: (KeyAction) -> Bool
    ) -> [(key: KeyPress, title: String)] {
        groups.flatMap(\.entries).flatMap { entry in
            entry.bindings(within: reach).filter { $0.isAfterPrefix && isIncluded($0.action) }.flatMap(\.keys).map {
                ($0, entry.title)
            }
        }
    }

    func name(of action: KeyAction, isASCII: Bool, within reach: KeyReach) -> String? {
        groups.lazy.flatMap(\.entries).flatMap { $0.bindings(within: reach) }.first { $0.action == action }
            .flatMap { $0.names(isASCII: isASCII) { _ in true }.first }
    }

    /// Returns the keys in the table's order, which puts the shortest first.
    func names(of action: KeyAction, isASCII: Bool) -> [String] {
        groups.flatMap(\.entries).flatMap(\.bindings).filter { $0.action == action }
            .flatMap { $0.names(isASCII: isASCII) { _ in true } }
    }
}

extension KeyPress {
    static let prefix = KeyPress(.character("g"))
}
