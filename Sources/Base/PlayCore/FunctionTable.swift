/// The functions of a library that is loaded when it is first needed: a program starts and runs without it.
package enum FunctionTable {
    /// Looks them up. The table is never changed or freed afterwards.
    ///
    /// - Parameters:
    ///   - library: what it is called in the log, which says why it cannot be used.
    ///   - load: fills the table; nil, or what is missing.
    package static func loaded<Table>(
        _ empty: Table, library: String, log module: String,
        by load: (UnsafeMutablePointer<Table>) -> UnsafePointer<CChar>?
    ) -> UnsafePointer<Table>? {
        let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        table.initialize(to: empty)
        guard let failure = load(table) else { return UnsafePointer(table) }
        Log.shared.write(.error, module, "\(library): \(String(cString: failure))")
        table.deinitialize(count: 1)
        table.deallocate()
        return nil
    }
}
