import Storage

extension Database {
    /// Removes all rows of a table.
    ///
    /// - Parameter table: the table's name, from this module.
    /// - Returns: the number of rows removed.
    func clear(_ table: String) throws(StorageError) -> Int {
        try transaction { () throws(StorageError) in
            let count = try run("SELECT COUNT(*) FROM \(table)").first?.integer(0) ?? 0
            try run("DELETE FROM \(table)")
            return Int(count)
        }
    }
}
