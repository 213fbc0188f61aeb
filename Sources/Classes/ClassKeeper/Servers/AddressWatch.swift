package struct AddressWatch: Sendable {
    private var known: Set<String>
    /// Whether the addresses at the last start lacked one that may return in another form.
    private var isIncomplete = false

    package init(_ addresses: Set<String>) { known = addresses }

    /// An additional address, such as a container's network, is no reason to restart. A lost network is a reason once
    /// another network exists.
    package mutating func requiresStart(_ addresses: Set<String>) -> Bool {
        let hasLost = !known.isSubset(of: addresses)
        let hasNew = !addresses.isSubset(of: known)
        guard !addresses.isEmpty, hasLost || isIncomplete && hasNew else { return false }
        (known, isIncomplete) = (addresses, hasLost && !hasNew)
        return true
    }
}
