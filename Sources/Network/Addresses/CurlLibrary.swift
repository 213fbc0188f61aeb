package import CCurl
internal import PlayCore

/// libcurl's functions, loaded once per process on first use. Any thread.
package struct CurlLibrary: @unchecked Sendable {
    // Sendable: the table is filled before it is shared, and never changed or freed.
    package let functions: UnsafePointer<tv_curl>

    /// `nil` if it is not installed or lacks a function; the log says why.
    package static let shared = CurlLibrary()

    private init?() {
        guard let table = FunctionTable.loaded(tv_curl(), library: "libcurl", log: "net", by: { tv_curl_load($0) })
        else { return nil }
        functions = table
    }
}
