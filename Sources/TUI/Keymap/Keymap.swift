package import Cells

/// Which key does what, as data: the page of keys is made from the same table.
package struct Keymap: Sendable {
    package struct Binding: Sendable {
        package let keys: [KeyPress]
        package let action: KeyAction

        package init(_ keys: [KeyPress], _ action: KeyAction) {
            self.keys = keys
            self.action = action
        }
    }

    /// One line of the page of keys: a key, or a pair that does opposite things.
    package struct Entry: Sendable {
        /// English; translated when it is shown.
        package let title: String
        package let bindings: [Binding]

        package init(_ title: String, _ bindings: Binding...) {
            self.title = title
            self.bindings = bindings
        }
    }

    package struct Group: Sendable {
        /// English; translated when it is shown.
        package let title: String
        package let entries: [Entry]
    }

    package let groups: [Group]
    private let actions: [KeyPress: KeyAction]

    /// The first binding of a key counts.
    package init(_ groups: [Group]) {
        self.groups = groups
        let bindings = groups.flatMap(\.entries).flatMap(\.bindings)
        actions = Dictionary(
            bindings.flatMap { binding in binding.keys.map { ($0, binding.action) } },
            uniquingKeysWith: { first, _ in first })
    }

    package func action(for key: KeyPress) -> KeyAction? { actions[key] }
}
