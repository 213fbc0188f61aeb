package import CCurl
internal import PlayCore

/// libcurl's functions, looked up once in a process when they are first needed. Any thread.
package struct CurlLibrary: @unchecked Sendable {
    // Sendable: the table is filled before it is there for anyone, and never changed or freed.
    package let functions: UnsafePointer<tv_curl>

    /// Nil where the library is not installed or lacks a function; the log says why.
    package static let shared = CurlLibrary()

    private init?() {
        let table = UnsafeMutablePointer<tv_curl>.allocate(capacity: 1)
        table.initialize(to: tv_curl())
        if let failure = tv_curl_load(table) {
            Log.shared.write(.error, "net", "libcurl: \(String(cString: failure))")
            table.deallocate()
            return nil
        }
        functions = UnsafePointer(table)
    }
}
