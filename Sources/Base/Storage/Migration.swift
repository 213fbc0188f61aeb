/// A step from one form of the tables to the next. Steps are only ever added at the end.
package struct Migration: Sendable {
    /// Statements in their order.
    package let statements: [String]

    package init(_ statements: [String]) { self.statements = statements }
}

extension Database {
    /// Brings the tables to the newest form: the steps that the file has not seen, all or none of them.
    ///
    /// - Throws: `.tooNew` when it has seen more steps than there are.
    package func migrate(_ migrations: [Migration]) throws(StorageError) {
        if try version() == migrations.count { return }
        try transaction { () throws(StorageError) in
            // Again, now that no other process can be at it.
            let seen = try version()
            guard seen <= migrations.count else {
                throw StorageError(
                    .tooNew, operation: "migrate", text: "version \(seen), known are \(migrations.count)")
            }
            for statement in migrations[seen...].flatMap(\.statements) { try run(statement) }
            try setVersion(migrations.count)
        }
    }
}
