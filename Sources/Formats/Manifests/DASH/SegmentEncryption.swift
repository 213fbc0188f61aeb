import Encoding
import PlayCore
import XML

/// The encryption of a representation's whole segments (ISO/IEC 23009-4): consecutive stretches of segments, each with
/// its own key. Other segments are unencrypted.
struct SegmentEncryption: Sendable, Equatable {
    /// A `CryptoPeriod`, or the equal ones of a `CryptoTimeline`.
    private struct Stretch: Sendable, Equatable {
        /// Counted from the period's first segment.
        let start: Int64
        /// The number after the last segment, or `nil` for the rest.
        let end: Int64?
        /// Number of segments with the same key, or `nil` for all of them.
        let step: Int64?
        let key: TemplateText
        let iv: [UInt8]?
        let vector: TemplateText?
    }

    private static let scheme = "urn:mpeg:dash:sea:"
    private static let cipher = "urn:mpeg:dash:sea:aes128-cbc:2013"
    private var stretches: [Stretch] = []

    static func isOne(_ protection: XMLElement) -> Bool {
        (protection["schemeIdUri"] ?? "").lowercased().hasPrefix(scheme)
    }

    /// Returns `nil` for another cipher, a system with licences, or a template that depends on a segment's time.
    init?(_ element: XMLElement, _ location: ManifestLocation?) {
        let encryption = element.first("SegmentEncryption")
        guard encryption?["schemeIdUri"].map({ $0.lowercased() == Self.cipher }) ?? true,
            encryption?["ivEncryptionFlag"] != "true"
        else { return nil }
        var next: Int64 = 0
        for child in element.children where ["CryptoPeriod", "CryptoTimeline"].contains(child.name) {
            guard let stretch = Self.stretch(child, after: next), let location,
                location.resolveKey(stretch.key.text(TemplateText.Values(representationID: "", bandwidth: 0))) != nil
            else { return nil }
            stretches.append(stretch)
            guard let end = stretch.end else { break }
            next = end
        }
        guard !stretches.isEmpty else { return nil }
    }

    private static func stretch(_ element: XMLElement, after last: Int64) -> Stretch? {
        let vector = element["ivUriTemplate"]
        let iv = element["IV"].flatMap { text in
            Hexadecimal.bytes(text.lowercased().hasPrefix("0x") ? text : "0x" + text, count: 16)
        }
        guard let key = element["keyUriTemplate"].map({ String($0.trimming(\.isWhitespace)) }),
            ![key, vector ?? ""].contains(where: { $0.contains("$Time") }), (iv == nil) == (element["IV"] == nil)
        else { return nil }
        let start = last.addingSaturated(element.number("offset") ?? element.number("firstOffset") ?? 0)
        let count = element.number("numSegments")
        let isTimeline = element.name == "CryptoTimeline"
        guard count.map({ $0 > 0 }) ?? !isTimeline else { return nil }
        let periods = isTimeline ? element.number("numCryptoPeriods") : 1
        return Stretch(
            start: start,
            end: periods.flatMap { periods in count.map { start.addingSaturated($0.multipliedSaturated(by: periods)) }
            },
            step: isTimeline ? count : nil, key: TemplateText(key), iv: iv, vector: vector.map { TemplateText($0) })
    }

    /// Returns the key, or `nil` if unencrypted. `$Number$` is the number of the first segment with the same key.
    ///
    /// - Parameter index: counted from the period's first segment.
    /// - Throws: `.forbiddenReference`.
    func key(_ index: Int64, _ values: TemplateText.Values, at location: ManifestLocation?) throws(ManifestError)
        -> SegmentKey?
    {
        guard let stretch = stretches.first(where: { $0.end.map { index < $0 } ?? true }), index >= stretch.start else {
            return nil
        }
        var values = values
        values.number -= stretch.step.map { (index - stretch.start) % $0 } ?? (index - stretch.start)
        func resource(_ template: TemplateText) throws(ManifestError) -> ResourceReference {
            let text = template.text(values)
            guard let resource = location?.resolveKey(text) else { throw ManifestError(.forbiddenReference, text) }
            return resource
        }
        let vector =
            try stretch.iv == nil ? stretch.vector.map { text throws(ManifestError) in try resource(text) } : nil
        return SegmentKey(
            method: .whole(.aes128), resource: try resource(stretch.key), explicitIV: stretch.iv, vector: vector)
    }
}
