import PlayCore
import XML

/// One `BaseURL`, resolved. A value.
struct BaseAddress: Sendable, Equatable {
    var location: ManifestLocation
    /// What tells the CDN entries apart.
    var service: String?
    /// DVB: the lowest is the best.
    var priority: Int64 = 1
    /// How long before its end a segment can be requested at this address; `nil` means at any time.
    var availabilityOffset: MediaTime? = .zero

    /// What an element's `BaseURL`s make of those around it (ISO 23009-1, 5.6): relative ones go below each of them,
    /// absolute ones replace them. Those that may not be opened are left out; no more than `maximum` come out.
    static func within(_ element: XMLElement, _ outer: [BaseAddress]) throws(ManifestError) -> [BaseAddress] {
        let children = element.children("BaseURL")
        if children.isEmpty { return outer }
        var result: [BaseAddress] = []
        for child in children {
            for base in outer {
                guard let location = base.location.base(child.trimmedText) else { continue }
                var address = base
                address.location = location
                if let service = child["serviceLocation"] { address.service = service }
                if let priority = child.number("dvb:priority") { address.priority = priority }
                if let early = child.availabilityOffset(beside: base.availabilityOffset) {
                    address.availabilityOffset = early
                }
                if !result.contains(where: { $0.location == location }), result.count < maximum {
                    result.append(address)
                }
            }
        }
        guard !result.isEmpty else {
            throw ManifestError(.forbiddenReference, children[0].trimmedText)
        }
        // Stable: equal priorities keep the order of the manifest.
        return result.enumerated().sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }
            .map(\.element)
    }

    static let maximum = 16
}
