package import CCurl
internal import PlayCore

/// libcurl's functions, looked up once in a process when they are first needed. Any thread.
package struct CurlLibrary: @unchecked Sendable {
    // Sendable: the table is filled before it is there for anyone, and never changed or freed.
    package let functions: UnsafePointer<tv_curl>

    /// Nil where the library is not installed or lacks a function; the log says why.
    package static let shared = CurlLibrary()

    private init?() {
        guard let table = FunctionTable.loaded(tv_curl(), library: "libcurl", log: "net", by: { tv_curl_load($0) })
        else { return nil }
        functions = table
    }
}
