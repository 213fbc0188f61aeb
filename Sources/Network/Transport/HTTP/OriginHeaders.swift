package import Addresses

/// Secret headers, sent to one server only.
package struct OriginHeaders: Sendable {
    private var byOrigin: [String: [HTTPHeader]] = [:]

    package init() {}

    /// - Parameter address: only its scheme, host and port count.
    package mutating func set(_ headers: [HTTPHeader], for address: Address) {
        byOrigin[address.origin] = headers.isEmpty ? nil : headers
    }

    /// The headers in `own` have precedence.
    package func adding(to own: [HTTPHeader], for address: Address) -> [HTTPHeader] {
        let known = Set(own.map { $0.name.lowercased() })
        return own + (byOrigin[address.origin] ?? []).filter { !known.contains($0.name.lowercased()) }
    }
}
