import Cells
package import Commands
import Localization
import PlayCore
import Text

/// The viewer's own keys (input.conf) beside those of the table.
package struct UserKeys: Sendable, Equatable {
    package var bindings: InputBindings
    /// False: the table's keys do nothing (`--no-input-default-bindings`).
    package var usesDefaults: Bool

    package init(_ bindings: InputBindings = InputBindings(), usesDefaults: Bool = true) {
        self.bindings = bindings
        self.usesDefaults = usesDefaults
    }

    /// A key of the table that the viewer has not bound to something else.
    func isDefault(_ key: KeyPress) -> Bool { usesDefaults && bindings.binding([.key(key)]) == nil }

    /// As if there were no others than those for the list of downloads.
    var inDownloads: UserKeys {
        var own = InputBindings()
        for binding in bindings.inDownloads {
            var binding = binding
            binding.section = .default
            own.add(binding)
        }
        return UserKeys(own, usesDefaults: usesDefaults)
    }

    /// Those keys of a line of the table that the viewer has not bound to something else, as pages name them.
    func names(_ binding: Keymap.Binding, isASCII: Bool) -> [String] {
        binding.names(isASCII: isASCII) { key in
            guard binding.isAfterPrefix else { return isDefault(key) }
            return isDefault(.prefix) && bindings.binding([.key(.prefix), .key(key)]) == nil
        }
    }
}

/// `--list-keys`: what each key does, a line per key.
package enum KeyList {
    private static let section = "{downloads} "

    private static func table(_ keymap: Keymap, _ keys: UserKeys) -> [(String, String)] {
        keymap.groups.flatMap(\.entries).flatMap { entry in
            entry.bindings.flatMap { keys.names($0, isASCII: true) }.map { ($0, tr(entry.title)) }
        }
    }

    package static func text(_ keys: UserKeys) -> String {
        let own = keys.bindings.bindings.map { (SafeText.clean($0.keyText), SafeText.clean($0.text)) }
        let downloads = keys.inDownloads
        let ownOfDownloads = downloads.bindings.bindings.map {
            (section + SafeText.clean($0.keyText), SafeText.clean($0.text))
        }
        let ofDownloads = table(.downloads, downloads).map { (section + $0.0, $0.1) }
        return (own + table(.player, keys) + ownOfDownloads + ofDownloads).reduce("") { text, line in
            text + line.0 + String(repeating: " ", count: max(1, 16 - TextWidth.columns(of: line.0))) + line.1 + "\n"
        }
    }
}
