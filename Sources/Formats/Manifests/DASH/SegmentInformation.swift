import PlayCore
import XML

/// `SegmentBase`, `SegmentList` and `SegmentTemplate` with inherited values (ISO 23009-1, 5.3.9).
struct SegmentInformation: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// One file without an index.
        case whole
        case base
        case list
        case template
    }

    struct Piece: Sendable, Equatable {
        let media: String?
        let range: ByteRange?
    }

    /// One `S`, repeated `repeats` more times. A negative count repeats it up to the next `S`, or to the end.
    struct Entry: Sendable, Equatable {
        let time: Int64?
        let duration: Int64
        let repeats: Int64
    }

    var kind = Kind.whole
    /// Ticks per second.
    var timescale: Int64 = 1
    /// Ticks: the container's time at the period's start.
    var presentationOffset: Int64 = 0
    /// Ticks, or `nil` for a timeline or a single segment.
    var duration: Int64?
    var startNumber: Int64 = 1
    var endNumber: Int64?
    var timeline: [Entry]?
    var media: TemplateText?
    var initialization: TemplateText?
    var initializationURL: String?
    var initializationRange: ByteRange?
    var indexRange: ByteRange?
    var pieces: [Piece] = []
    /// How long before its end a segment can be requested, or `nil` for any time (`INF`).
    var availabilityOffset: MediaTime? = .zero

    /// Returns this information with an element's values applied. An element of another kind inherits nothing.
    func within(_ element: XMLElement) -> SegmentInformation {
        var result = self
        for child in element.children {
            switch child.name {
            case "SegmentBase": result.apply(child, .base)
            case "SegmentList": result.apply(child, .list)
            case "SegmentTemplate": result.apply(child, .template)
            default: break
            }
        }
        return result
    }

    private mutating func apply(_ element: XMLElement, _ kind: Kind) {
        if self.kind != kind { self = SegmentInformation(kind: kind) }
        timescale = element.number("timescale").flatMap { $0 > 0 ? $0 : nil } ?? timescale
        presentationOffset = element.number("presentationTimeOffset") ?? presentationOffset
        duration = element.number("duration").flatMap { $0 > 0 ? $0 : nil } ?? duration
        startNumber = element.number("startNumber") ?? startNumber
        endNumber = element.number("endNumber") ?? endNumber
        media = element["media"].map { TemplateText($0) } ?? media
        initialization = element["initialization"].map { TemplateText($0) } ?? initialization
        indexRange = element["indexRange"].flatMap { ByteRange(firstAndLast: $0) } ?? indexRange
        if let early = element.availabilityOffset(beside: .zero) { availabilityOffset = early }
        applyChildren(element)
    }

    private mutating func applyChildren(_ element: XMLElement) {
        if let child = element.first("Initialization") ?? element.first("Initialisation") {
            initializationURL = child["sourceURL"]
            initializationRange = child["range"].flatMap { ByteRange(firstAndLast: $0) }
        }
        if let child = element.first("SegmentTimeline") {
            timeline = child.children("S").compactMap { entry in
                entry.number("d").map { duration in
                    Entry(time: entry.number("t"), duration: duration, repeats: entry.signed("r") ?? 0)
                }
            }
        }
        let pieces = element.children("SegmentURL")
        if !pieces.isEmpty {
            self.pieces = pieces.map {
                Piece(media: $0["media"], range: $0["mediaRange"].flatMap { ByteRange(firstAndLast: $0) })
            }
        }
    }
}

extension ByteRange {
    /// Reads `first-last`, as in HTTP. `first-` is the rest. Returns `nil` for any other text.
    init?(firstAndLast text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = PlaylistNumber.integer(parts[0]) else { return nil }
        if parts[1].isEmpty {
            self.init(offset: first, length: nil)
        } else {
            guard let last = PlaylistNumber.integer(parts[1]), last >= first else { return nil }
            self.init(offset: first, length: last - first + 1)
        }
    }
}

extension XMLElement {
    /// Returns a number from zero to 2⁵³, or `nil` for any other text.
    func number(_ attribute: String) -> Int64? { self[attribute].flatMap { PlaylistNumber.integer($0) } }

    /// Like ``number(_:)``, with an optional sign.
    func signed(_ attribute: String) -> Int64? {
        guard let text = self[attribute] else { return nil }
        return text.hasPrefix("-") ? PlaylistNumber.integer(text.dropFirst()).map { -$0 } : number(attribute)
    }

    /// Returns a count of pixels or channels, 1 to 65535.
    func count(_ attribute: String) -> Int? {
        number(attribute).flatMap { (1...65535).contains($0) ? Int($0) : nil }
    }

    /// Reads `availabilityTimeOffset`. Offsets of several levels add up (ISO 23009-1, 5.6.4).
    ///
    /// - Parameter outer: sum of the levels around the element.
    /// - Returns: `nil` if the element has no such attribute, `.some(nil)` if it can be requested at any time (`INF`).
    func availabilityOffset(beside outer: MediaTime?) -> MediaTime?? {
        guard let text = self["availabilityTimeOffset"] else { return nil }
        guard text != "INF", let outer else { return .some(nil) }
        return outer + (ExactTime.decimal(text) ?? .zero)
    }

    func duration(_ attribute: String) -> MediaTime? { self[attribute].flatMap { ExactTime.duration($0) } }

    func instant(_ attribute: String) -> UTCTime? { self[attribute].flatMap { UTCTime($0.withoutBlanks) } }

    var trimmedText: String { String(text.trimming { $0.isWhitespace }) }
}

extension StringProtocol {
    func trimming(_ isRemoved: (Character) -> Bool) -> SubSequence {
        var rest = self[startIndex...]
        while let first = rest.first, isRemoved(first) { rest = rest.dropFirst() }
        while let last = rest.last, isRemoved(last) { rest = rest.dropLast() }
        return rest
    }
}
