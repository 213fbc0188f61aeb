package import Addresses

/// The place of a package, outside of which no file is read.
package enum ClassPlace: Sendable, Equatable {
    /// Ends with a slash; empty for the current folder.
    case folder(String)
    case network(Address)
    /// A live class, which has no package. References are web addresses.
    case addresses

    package static let manifest = "room.json"

    /// - Parameter location: a folder, or the path or address of a `room.json`. Other locations return `nil`.
    package init?(_ location: String) {
        if let address = Address(location), address.isHTTP {
            guard address.path.hasSuffix("/") else {
                self = .network(address)
                return
            }
            guard let manifest = Address(Self.manifest, relativeTo: address) else { return nil }
            self = .network(manifest)
        } else if location == Self.manifest || location.hasSuffix("/" + Self.manifest) {
            self = .folder(String(location.dropLast(Self.manifest.count)))
        } else {
            self = .folder(location.isEmpty || location.hasSuffix("/") ? location : location + "/")
        }
    }

    package var isLocal: Bool { if case .folder = self { true } else { false } }

    package var name: String {
        switch self {
        case .folder(let folder): folder.isEmpty ? "." : folder
        case .network(let address): address.withoutSecrets
        case .addresses: ""
        }
    }

    package var manifestLocation: String {
        switch self {
        case .folder(let folder): folder + Self.manifest
        case .network(let address): address.text
        case .addresses: ""
        }
    }

    /// - Throws: 1030 for a path that leads out of the package.
    package func location(of path: String) throws(ClassReadError) -> String {
        if let problem = ClassPath.problem(path) { throw .malformed(problem, in: name) }
        switch self {
        case .folder(let folder): return folder + path
        case .network(let address):
            guard let file = Address(ClassPath.escaped(path), relativeTo: address) else {
                throw .malformed("not an address", in: name)
            }
            return file.text
        case .addresses: throw .malformed("no web address", in: name)
        }
    }

    /// Accepts a file of the package, or an http or https address.
    package func resource(_ reference: String) throws(ClassReadError) -> String {
        if let address = Address(reference) {
            guard address.isHTTP else { throw .malformed("an address that is neither http nor https", in: name) }
            return address.text
        }
        return try location(of: reference)
    }
}
