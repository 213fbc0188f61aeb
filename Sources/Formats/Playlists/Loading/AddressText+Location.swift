import Addresses

/// Locations: what a user, a list or a service names to be opened: `-`, a path, an address.
extension AddressText {
    /// What to call what is there.
    package static func title(_ location: String) -> String {
        guard isAddress(location), let address = Address(EntryAddress.plain(location)) else {
            return PathText.name(of: shown(location))
        }
        return address.title
    }

    /// The path that a location which is no address names.
    package static func localPath(_ location: String) -> String {
        let named = scheme(of: location) == nil ? location : path(ofFileAddress: location)
        return named ?? location
    }
}
