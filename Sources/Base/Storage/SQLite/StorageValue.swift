/// The content of a column, or the value of a `?` in a statement.
package enum StorageValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)

    package init(_ number: Int64?) { self = number.map(StorageValue.integer) ?? .null }
    package init(_ text: String?) { self = text.map(StorageValue.text) ?? .null }
}

package struct StorageRow: Sendable, Equatable {
    package let values: [StorageValue]

    package func integer(_ column: Int) -> Int64? {
        if case .integer(let number) = values[column] { return number }
        return nil
    }

    package func text(_ column: Int) -> String? {
        if case .text(let text) = values[column] { return text }
        return nil
    }
}
