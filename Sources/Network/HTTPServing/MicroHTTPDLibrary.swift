internal import CMicroHTTPD
import PlayCore

/// libmicrohttpd's functions, looked up once in a process when the first server begins. Any thread.
struct MicroHTTPDLibrary: @unchecked Sendable {
    // Sendable: the table is filled before it is there for anyone, and never changed or freed.
    let functions: UnsafePointer<tv_mhd>

    /// Nil where the library is not installed or lacks a function; the log says why.
    static let shared = MicroHTTPDLibrary()

    private init?() {
        guard let table = FunctionTable.loaded(tv_mhd(), library: "libmicrohttpd", log: "http", by: { tv_mhd_load($0) })
        else { return nil }
        functions = table
    }
}
