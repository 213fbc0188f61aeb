/// Decides when a server that learned this machine's addresses at its start must be started again.
package struct AddressWatch: Sendable {
    /// The addresses at the server's last start.
    private var known: Set<String>
    /// Whether the last start missed an address that may come back in another form.
    private var isIncomplete = false

    package init(_ addresses: Set<String>) { known = addresses }

    /// Returns whether the server must be started again. A further address, such as a container's network, is no
    /// reason; nor is a network that is gone, until there is another one.
    package mutating func requiresStart(_ addresses: Set<String>) -> Bool {
        let hasLost = !known.isSubset(of: addresses)
        let hasNew = !addresses.isSubset(of: known)
        guard !addresses.isEmpty, hasLost || isIncomplete && hasNew else { return false }
        (known, isIncomplete) = (addresses, hasLost && !hasNew)
        return true
    }
}
