package import Addresses
import PlayCore

/// Where a manifest was found, and where it may lead from there: one from the network only to http and https
/// addresses, never to files of this machine. A value.
package enum ManifestPlace: Sendable, Equatable {
    /// Folder of a local file, with its slash; empty for the current one.
    case folder(String)
    case network(Address)

    /// What `reference` means here, with the token in its place; nil: not allowed, or no address.
    ///
    /// - Parameter token: for `{token}`; percent-encoded.
    func resolve(_ reference: String, token: Token?) -> String? {
        guard !reference.isEmpty, !reference.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        let filled = reference.replacing("{token}", with: token.map { FormText.escaped($0.secret) } ?? "")
        switch self {
        case .network(let base):
            guard let address = Address(filled, relativeTo: base), address.isHTTP else { return nil }
            return address.text
        case .folder(let folder):
            if Scheme.of(filled) != nil {
                guard let address = Address(filled), address.isHTTP else { return nil }
                return address.text
            }
            return filled.hasPrefix("/") ? filled : folder + filled
        }
    }

    static func wantsToken(_ reference: String) -> Bool { reference.contains("{token}") }
}
