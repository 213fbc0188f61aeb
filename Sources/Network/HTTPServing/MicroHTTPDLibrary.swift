internal import CMicroHTTPD
import PlayCore

/// libmicrohttpd's functions, loaded once per process when the first server starts. Any thread.
struct MicroHTTPDLibrary: @unchecked Sendable {
    // Sendable: the table is filled before it is shared, and never changed or freed.
    let functions: UnsafePointer<tv_mhd>

    /// `nil` if it is not installed or lacks a function; the log says why.
    static let shared = MicroHTTPDLibrary()

    private init?() {
        guard let table = FunctionTable.loaded(tv_mhd(), library: "libmicrohttpd", log: "http", by: { tv_mhd_load($0) })
        else { return nil }
        functions = table
    }
}
