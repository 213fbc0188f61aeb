import Storage

extension Database {
    /// Returns the number of rows removed.
    ///
    /// - Parameter table: from this module.
    func clear(_ table: String) throws(StorageError) -> Int {
        try transaction { () throws(StorageError) in
            let count = try run("SELECT COUNT(*) FROM \(table)").first?.integer(0) ?? 0
            try run("DELETE FROM \(table)")
            return Int(count)
        }
    }
}
