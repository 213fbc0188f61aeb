import Storage

/// Where a remembered item is opened again. A value.
package struct RememberedPlace: Sendable, Hashable {
    /// Path or address.
    package let location: String
    /// It is attended, with its slides and chat, not only played.
    package let isClass: Bool

    package init(location: String, isClass: Bool) {
        self.location = location
        self.isClass = isClass
    }

    /// Of two columns of a row.
    init?(_ row: StorageRow, location column: Int) {
        guard let location = row.text(column) else { return nil }
        self.init(location: location, isClass: row.integer(column + 1) == 1)
    }
}

extension RememberedPlace? {
    /// For the column `location`.
    var location: StorageValue { StorageValue(self?.location) }

    /// For the column `is_class`.
    var isClass: StorageValue { .integer(self?.isClass == true ? 1 : 0) }
}
