import PlayCore
import XML

struct BaseAddress: Sendable, Equatable {
    var location: ManifestLocation
    /// DASH's `serviceLocation`, which distinguishes CDN entries.
    var service: String?
    /// DVB: the lowest value is the best.
    var priority: Int64 = 1
    /// How long before its end a segment can be requested at this address. `nil` means at any time.
    var availabilityOffset: MediaTime? = .zero

    /// Resolves an element's `BaseURL`s against the outer ones (ISO 23009-1, 5.6): appends relative ones to each of
    /// them; absolute ones replace them. Omits forbidden ones. Returns at most `maximum`.
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
