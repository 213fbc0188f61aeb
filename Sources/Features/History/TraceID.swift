package import Storage

/// A random identifier of this installation, to tell users' logs apart without naming them. Its database's thread.
package enum TraceID {
    /// Returns the stored identifier, or creates one: 32 hexadecimal digits.
    package static func value(in database: Database) throws(StorageError) -> String {
        try value(in: database, fresh: fresh())
    }

    /// - Parameter fresh: stored if there is none yet.
    static func value(in database: Database, fresh: String) throws(StorageError) -> String {
        // If two processes start together, the second uses the first one's identifier.
        try database.run("INSERT OR IGNORE INTO setting (name, value) VALUES ('trace-id', ?)", .text(fresh))
        return try database.run("SELECT value FROM setting WHERE name = 'trace-id'").first?.text(0) ?? fresh
    }

    /// Returns 128 random bits from the system as hexadecimal digits.
    static func fresh() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
