import Cells
package import PlayCore

/// Keys and actions as data; the page of keys is made from them.
package struct Keymap: Sendable {
    package struct Binding: Sendable {
        package let keys: [KeyPress]
        package let action: KeyAction
        /// Whether the keys follow `g`.
        package let isAfterPrefix: Bool
        /// Whether the binding replaces another one whose key some terminals do not send.
        package let isStandIn: Bool

        package init(_ keys: [KeyPress], _ action: KeyAction) {
            self.keys = keys
            self.action = action
            (isAfterPrefix, isStandIn) = (false, false)
        }

        /// Binds `g`, then the character.
        package init(go character: Character, _ action: KeyAction) {
            keys = [KeyPress(.character(character))]
            self.action = action
            (isAfterPrefix, isStandIn) = (true, false)
        }

        /// Binds `g` and a key that every terminal sends, as a stand-in for another binding.
        package init(goInstead key: KeyPress.Key, _ action: KeyAction) {
            keys = [KeyPress(key)]
            self.action = action
            (isAfterPrefix, isStandIn) = (true, true)
        }

        package init(go keys: [KeyPress], _ action: KeyAction) {
            self.keys = keys
            self.action = action
            (isAfterPrefix, isStandIn) = (true, false)
        }

        func names(isASCII: Bool, where isIncluded: (KeyPress) -> Bool) -> [String] {
            keys.filter(isIncluded).map { (isAfterPrefix ? "g-" : "") + $0.name(isASCII: isASCII) }
        }
    }

    /// One line of the page of keys: one key, or a pair with opposite actions.
    package struct Entry: Sendable {
        /// English; translated when it is shown.
        package let title: String
        package let bindings: [Binding]

        /// Whether only the first and the last key are named.
        package let isRange: Bool

        package init(_ title: String, _ bindings: Binding...) {
            self.title = title
            self.bindings = bindings
            isRange = false
        }

        package init(_ title: String, range bindings: [Binding]) {
            self.title = title
            self.bindings = bindings
            isRange = true
        }

        /// Binds Shift with two keys, for back and forward. After `g`, every terminal sends the two.
        package init(
            _ title: String, shift back: KeyPress.Key, _ forward: KeyPress.Key, _ action: (Int) -> KeyAction
        ) {
            self.title = title
            let steps = [(key: back, action: action(-1)), (key: forward, action: action(1))]
            bindings =
                steps.map { Binding([KeyPress($0.key, .shift)], $0.action) }
                + steps.map { Binding(goInstead: $0.key, $0.action) }
            isRange = false
        }

        /// Returns the bindings whose keys the terminal sends. A stand-in is included if the replaced key is not sent.
        func bindings(within reach: KeyReach) -> [Binding] {
            func comes(_ binding: Binding) -> Bool { binding.keys.contains(where: reach.contains) }
            return bindings.filter { binding in
                let others = bindings.filter { $0.action == binding.action && $0.isStandIn != binding.isStandIn }
                return binding.isStandIn ? !others.contains(where: comes) : comes(binding) || others.isEmpty
            }
        }
    }

    package struct Group: Sendable {
        /// English; translated when it is shown.
        package let title: String
        package let entries: [Entry]
        /// Whether the keys are valid only while the picture does not have them, so that other groups keep theirs.
        var isElsewhere = false
    }

    package let groups: [Group]
    private let actions: [KeyPress: KeyAction]
    private let actionsAfterPrefix: [KeyPress: KeyAction]

    /// Creates a keymap. The first binding of a key counts.
    package init(_ groups: [Group]) {
        self.groups = groups
        let bindings = groups.flatMap(\.entries).flatMap(\.bindings)
        func table(isAfterPrefix: Bool) -> [KeyPress: KeyAction] {
            Dictionary(
                bindings.filter { $0.isAfterPrefix == isAfterPrefix }
                    .flatMap { binding in binding.keys.map { ($0, binding.action) } },
                uniquingKeysWith: { first, _ in first })
        }
        actions = table(isAfterPrefix: false)
        actionsAfterPrefix = table(isAfterPrefix: true)
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
