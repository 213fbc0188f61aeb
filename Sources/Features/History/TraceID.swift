package import Storage

/// A random name of this installation, for whoever looks for a fault: it tells two users' logs apart and says
/// nothing of either. On the thread of its database.
package enum TraceID {
    /// The one in the file, made when there is none: 32 hexadecimal digits.
    package static func value(in database: Database) throws(StorageError) -> String {
        try value(in: database, fresh: fresh())
    }

    /// - Parameter fresh: used when there is none yet.
    static func value(in database: Database, fresh: String) throws(StorageError) -> String {
        // Of two processes that start together the second finds the first one's.
        try database.run("INSERT OR IGNORE INTO setting (name, value) VALUES ('trace-id', ?)", .text(fresh))
        return try database.run("SELECT value FROM setting WHERE name = 'trace-id'").first?.text(0) ?? fresh
    }

    /// 128 random bits from the system.
    static func fresh() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
