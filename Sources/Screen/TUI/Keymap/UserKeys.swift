import Cells
package import Commands
import PlayCore
import ScreenKit

/// The viewer's keys (input.conf), in addition to those of the table.
package struct UserKeys: Sendable, Equatable {
    package private(set) var bindings: InputBindings
    /// False with `--no-input-default-bindings`, or with an exclusive section of a client.
    package private(set) var usesDefaults: Bool
    private var sections: InputSections
    private let allowsDefaults: Bool

    package init(_ bindings: InputBindings = InputBindings(), usesDefaults: Bool = true) {
        self.bindings = bindings
        self.usesDefaults = usesDefaults
        sections = InputSections(bindings)
        allowsDefaults = usesDefaults
    }

    mutating func apply(_ change: KeyBindingChange) throws(CommandError) {
        try sections.apply(change)
        bindings = sections.effective
        usesDefaults = allowsDefaults && !sections.isExclusive
    }

    /// Returns whether the key has its meaning of the table, because the viewer has not bound it otherwise.
    func isDefault(_ key: KeyPress) -> Bool { usesDefaults && bindings.binding([.key(key)]) == nil }

    /// The bindings for the list of downloads only.
    var inDownloads: UserKeys {
        var own = InputBindings()
        for binding in bindings.inDownloads {
            var binding = binding
            binding.section = .default
            own.add(binding)
        }
        return UserKeys(own, usesDefaults: usesDefaults)
    }

    /// Returns the names of a binding's keys that the viewer has not bound otherwise.
    ///
    /// - Parameter isIncluded: whether a key has this meaning here.
    func names(
        _ binding: Keymap.Binding, isASCII: Bool, where isIncluded: (KeyPress) -> Bool = { _ in true }
    ) -> [String] {
        binding.names(isASCII: isASCII) { key in
            guard isIncluded(key) else { return false }
            guard binding.isAfterPrefix else { return isDefault(key) }
            return isDefault(.prefix) && bindings.binding([.key(.prefix), .key(key)]) == nil
        }
    }
}

/// `--list-keys`: the action of each key, grouped under headings.
package enum KeyList {
    package static func text(_ keys: UserKeys) -> String {
        var lines = HelpPage.lines(.player, keys, isASCII: true)
        for keymap in [Keymap.roomKeys, .liveKeys, .feedKeys, .sphereKeys, .lists, .homePage] {
            lines += [.gap] + HelpPage.lines(keymap, UserKeys(usesDefaults: keys.usesDefaults), isASCII: true)
        }
        lines += [.gap, .heading(tr("List of downloads ({downloads} in input.conf)"))]
        lines += HelpPage.lines(.downloads, keys.inDownloads, isASCII: true)
        let column = 2 + (lines.map(\.keyColumns).filter { $0 <= 24 }.max() ?? 0) + 2
        return lines.reduce("") { $0 + row($1, column) + "\n" }
    }

    private static func row(_ line: HelpPage.Line, _ column: Int) -> String {
        switch line {
        case .gap: return ""
        case .heading(let title): return tr("%1:", title)
        case .entry(let keys, let title):
            let space = max(2, column - 2 - TextWidth.columns(of: keys))
            return "  " + keys + String(repeating: " ", count: space) + title
        }
    }
}
