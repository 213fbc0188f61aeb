import Storage

/// The location at which a recorded item is opened again.
package struct RememberedPlace: Sendable, Hashable {
    /// The path or address.
    package let location: String
    /// Whether the item is opened as a class, with its slides and chat.
    package let isClass: Bool

    package init(location: String, isClass: Bool) {
        self.location = location
        self.isClass = isClass
    }

    /// Reads two columns of a row.
    init?(_ row: StorageRow, location column: Int) {
        guard let location = row.text(column) else { return nil }
        self.init(location: location, isClass: row.integer(column + 1) == 1)
    }
}

extension RememberedPlace? {
    /// The value of the column `location`.
    var location: StorageValue { StorageValue(self?.location) }

    /// The value of the column `is_class`.
    var isClass: StorageValue { .integer(self?.isClass == true ? 1 : 0) }
}
