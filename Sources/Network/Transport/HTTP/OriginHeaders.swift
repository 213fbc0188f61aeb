package import Addresses

/// Headers with secrets that one server is shown with each request, and no other. A value.
package struct OriginHeaders: Sendable {
    private var byOrigin: [String: [HTTPHeader]] = [:]

    package init() {}

    /// - Parameter address: of anything on that server; its scheme, host and port count.
    package mutating func set(_ headers: [HTTPHeader], for address: Address) {
        byOrigin[address.origin] = headers.isEmpty ? nil : headers
    }

    /// What a request is sent with.
    ///
    /// - Parameter own: of the request itself; they win.
    package func adding(to own: [HTTPHeader], for address: Address) -> [HTTPHeader] {
        let known = Set(own.map { $0.name.lowercased() })
        return own + (byOrigin[address.origin] ?? []).filter { !known.contains($0.name.lowercased()) }
    }
}
