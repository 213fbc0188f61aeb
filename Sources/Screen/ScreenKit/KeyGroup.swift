package import Cells
package import PlayCore

package struct KeyBinding<Action: Sendable & Equatable>: Sendable {
    package let keys: [KeyPress]
    package let action: Action
    package let isAfterPrefix: Bool
    /// Whether the binding replaces another one whose key some terminals do not send.
    package let isStandIn: Bool

    package init(_ keys: [KeyPress], _ action: Action, isAfterPrefix: Bool = false, isStandIn: Bool = false) {
        (self.keys, self.action, self.isAfterPrefix, self.isStandIn) = (keys, action, isAfterPrefix, isStandIn)
    }

    /// Binds keys after `g`.
    package init(go keys: [KeyPress], _ action: Action) { self.init(keys, action, isAfterPrefix: true) }

    /// Binds `g`, then the character.
    package init(go character: Character, _ action: Action) { self.init(go: [KeyPress(.character(character))], action) }

    /// Binds `g` and a key that every terminal sends, as a stand-in for another binding.
    package init(goInstead key: KeyPress.Key, _ action: Action) {
        self.init([KeyPress(key)], action, isAfterPrefix: true, isStandIn: true)
    }

    package func names(isASCII: Bool, where isIncluded: (KeyPress) -> Bool) -> [String] {
        keys.filter(isIncluded).map { (isAfterPrefix ? "g-" : "") + $0.name(isASCII: isASCII) }
    }
}

/// One line of the page of keys: one key, or a pair with opposite actions.
package struct KeyEntry<Action: Sendable & Equatable>: Sendable {
    package typealias Binding = KeyBinding<Action>

    /// English; translated when it is shown.
    package let title: String
    package let bindings: [Binding]
    /// Whether only the first and the last key are named.
    package let isRange: Bool

    private init(_ title: String, _ bindings: [Binding], isRange: Bool) {
        (self.title, self.bindings, self.isRange) = (title, bindings, isRange)
    }

    package init(_ title: String, range bindings: [Binding]) { self.init(title, bindings, isRange: true) }

    package init(_ title: String, _ bindings: Binding...) { self.init(title, bindings, isRange: false) }

    /// Binds Shift with two keys, for back and forward. After `g`, every terminal sends the two.
    package init(_ title: String, shift back: KeyPress.Key, _ forward: KeyPress.Key, _ action: (Int) -> Action) {
        let steps = [(key: back, action: action(-1)), (key: forward, action: action(1))]
        self.init(
            title,
            steps.map { Binding([KeyPress($0.key, .shift)], $0.action) }
                + steps.map { Binding(goInstead: $0.key, $0.action) }, isRange: false)
    }

    /// Returns the bindings whose keys the terminal sends. A stand-in is included if the replaced key is not sent.
    package func bindings(within reach: KeyReach) -> [Binding] {
        func comes(_ binding: Binding) -> Bool { binding.keys.contains(where: reach.contains) }
        return bindings.filter { binding in
            let others = bindings.filter { $0.action == binding.action && $0.isStandIn != binding.isStandIn }
            return binding.isStandIn ? !others.contains(where: comes) : comes(binding) || others.isEmpty
        }
    }

    fileprivate func map<Other>(_ transform: (Action) -> Other) -> KeyEntry<Other> {
        let bindings = bindings.map {
            KeyBinding($0.keys, transform($0.action), isAfterPrefix: $0.isAfterPrefix, isStandIn: $0.isStandIn)
        }
        return KeyEntry<Other>(title, bindings, isRange: isRange)
    }
}

package struct KeyGroup<Action: Sendable & Equatable>: Sendable {
    /// English; translated when it is shown.
    package let title: String
    package var entries: [KeyEntry<Action>]
    /// Whether the keys are valid only while the picture does not have them. Other groups keep theirs.
    package var isElsewhere: Bool

    package init(title: String, entries: [KeyEntry<Action>], isElsewhere: Bool = false) {
        (self.title, self.entries, self.isElsewhere) = (title, entries, isElsewhere)
    }
    /// Returns the same keys for the actions of another table.
    package func map<Other>(_ transform: (Action) -> Other) -> KeyGroup<Other> {
        KeyGroup<Other>(title: title, entries: entries.map { $0.map(transform) }, isElsewhere: isElsewhere)
    }
}

extension Sequence {
    /// Returns the actions by their keys. The first binding of a key counts.
    package func actions<Action>(isAfterPrefix: Bool = false) -> [KeyPress: Action]
    where Element == KeyGroup<Action> {
        let bindings = flatMap(\.entries).flatMap(\.bindings).filter { $0.isAfterPrefix == isAfterPrefix }
        return Dictionary(
            bindings.flatMap { binding in binding.keys.map { ($0, binding.action) } },
            uniquingKeysWith: { first, _ in first })
    }
}
