import Addresses

extension AddressText {
    package static func title(_ location: String) -> String {
        guard isAddress(location), let address = Address(EntryAddress.plain(location)) else {
            return PathText.name(of: shown(location))
        }
        return address.title
    }

    package static func localPath(_ location: String) -> String {
        let named = scheme(of: location) == nil ? location : path(ofFileAddress: location)
        return named ?? location
    }
}
