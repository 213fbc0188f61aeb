import CSystemd

/// libsystemd, loaded at its first use. Any thread.
struct BusLibrary: @unchecked Sendable {
    // Sendable: the table is written once, before `loaded` is set, and only read afterwards.
    private let table: UnsafePointer<tv_bus>
    private let missing: String?

    private static let loaded: BusLibrary = {
        let table = UnsafeMutablePointer<tv_bus>.allocate(capacity: 1)
        table.initialize(to: tv_bus())
        let missing = tv_bus_load(table).map { String(cString: $0) }
        return BusLibrary(table: table, missing: missing)
    }()

    /// The missing library or function, or `nil` if ``table`` is complete.
    static var missing: String? { loaded.missing }

    static var table: UnsafePointer<tv_bus> { loaded.table }
}
