/// A step to the next version of the tables. Steps are only ever appended.
package struct Migration: Sendable {
    package let statements: [String]

    package init(_ statements: [String]) { self.statements = statements }
}

extension Database {
    /// Applies all missing steps or none. Throws `.tooNew` if the file has seen more steps than there are.
    package func migrate(_ migrations: [Migration]) throws(StorageError) {
        if try version() == migrations.count { return }
        try transaction { () throws(StorageError) in
            // Checked again, now that no other process can migrate.
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
