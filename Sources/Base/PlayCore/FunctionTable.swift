/// The functions of a library that is loaded on first use, so that the program starts and runs without it.
package enum FunctionTable {
    /// Looks up the functions. The table is never changed or freed afterwards.
    ///
    /// - Parameter load: fills the table. Returns `nil`, or the name of a missing function or library.
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
