import Storage

package struct RememberedPlace: Sendable, Hashable {
    /// A path or an address.
    package let location: String
    package let isClass: Bool

    package init(location: String, isClass: Bool) {
        self.location = location
        self.isClass = isClass
    }

    init?(_ row: StorageRow, location column: Int) {
        guard let location = row.text(column) else { return nil }
        self.init(location: location, isClass: row.integer(column + 1) == 1)
    }
}

extension RememberedPlace? {
    var location: StorageValue { StorageValue(self?.location) }

    var isClass: StorageValue { .integer(self?.isClass == true ? 1 : 0) }
}
