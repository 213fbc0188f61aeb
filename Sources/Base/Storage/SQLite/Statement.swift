internal import CSQLite

/// A prepared statement. Used on the thread of its ``Database``, which releases it before closing.
final class Statement {
    private let handle: OpaquePointer
    private let sql: String

    init(_ sql: String, on database: OpaquePointer) throws(StorageError) {
        var prepared: OpaquePointer?
        let result = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard result == SQLITE_OK, let prepared else {
            throw SQLiteError.error(result, on: database, operation: "prepare", context: sql)
        }
        handle = prepared
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    func run(_ values: [StorageValue]) throws(StorageError) -> [StorageRow] {
        // Ignores the result, which repeats the error that the step has already thrown.
        defer { sqlite3_reset(handle) }
        precondition(values.count == Int(sqlite3_bind_parameter_count(handle)), "values for \(sql)")
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        var rows: [StorageRow] = []
        while true {
            let result = sqlite3_step(handle)
            if result == SQLITE_DONE { return rows }
            guard result == SQLITE_ROW else { throw failure(result, "step") }
            rows.append(StorageRow(values: (0..<sqlite3_column_count(handle)).map(value)))
        }
    }

    private func bind(_ value: StorageValue, at index: Int32) throws(StorageError) {
        let result =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let number): sqlite3_bind_int64(handle, index, number)
            case .text(let text): bind(text, at: index)
            }
        guard result == SQLITE_OK else { throw failure(result, "bind") }
    }

    private func bind(_ text: String, at index: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                tv_bind_text(handle, index, characters.baseAddress, Int32(characters.count))
            }
        }
    }

    private func value(_ column: Int32) -> StorageValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
        case SQLITE_TEXT:
            guard let bytes = sqlite3_column_text(handle, column) else { return .null }
            let count = Int(sqlite3_column_bytes(handle, column))
            return .text(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
        default: return .null
        }
    }

    private func failure(_ result: Int32, _ operation: String) -> StorageError {
        SQLiteError.error(result, on: sqlite3_db_handle(handle), operation: operation, context: sql)
    }
}

enum SQLiteError {
    static func error(
        _ result: Int32, on database: OpaquePointer?, operation: String, context: String
    ) -> StorageError {
        let number = database.map(sqlite3_extended_errcode) ?? result
        let text = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(result))
        return StorageError(code(result), operation: operation, number: number, text: text, context: context)
    }

    static func code(_ result: Int32) -> StorageError.Code {
        switch result & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_IOERR: .io
        default: .other
        }
    }
}
