package import PlayCore

package struct Segment: Sendable, Equatable {
    /// HLS: the media sequence number. DASH: the number within its period, as in the template.
    package var number: Int64
    /// On the presentation axis.
    package var start: MediaTime
    package var duration: MediaTime
    package var resource: ResourceReference
    package var range: ByteRange?
    /// Needed by a demuxer before the segment. `nil` if the segment contains it.
    package var initSection: InitSection?
    package var key: SegmentKey?
    /// A change means that timestamps and formats may change and decoding restarts. Rises along the list. HLS: the
    /// discontinuity sequence number. DASH: the period's start in milliseconds, which is stable.
    package var discontinuity: Int
    /// The time of the first picture. Derived from the neighbours if the segment has no tag.
    package var programDateTime: UTCTime?
    /// A missing segment must not be requested. Other renditions may have the same gap.
    package var isGap = false
    /// DASH: the container's time at ``start``, or `nil` to read it from the container.
    package var mediaOffset: MediaTime?
    /// HLS's images: the grid of pictures, or `nil` for a single picture and for other segments.
    package var tiles: TileGrid?
    package var cue: SegmentCue?
    /// Low latency, in order. Empty for old segments.
    package var parts: [PartialSegment] = []
    /// Low latency: an incomplete segment is read in parts, and its resource is the last part's.
    package var isComplete = true
    /// DASH with low latency: whether it was listed before its end, so that it arrives as it is produced.
    package var isGrowing = false
    /// Low latency: whether it is a part of a segment (``piece(_:)``), and whether decoding can start with it.
    package private(set) var isPart = false
    package private(set) var isIndependent = true

    package var end: MediaTime { start + duration }

    package init(number: Int64, start: MediaTime, duration: MediaTime, resource: ResourceReference, discontinuity: Int)
    {
        self.number = number
        self.start = start
        self.duration = duration
        self.resource = resource
        self.discontinuity = discontinuity
    }

    package func piece(_ index: Int) -> Segment {
        let part = parts[index]
        var result = self
        (result.start, result.duration, result.resource, result.range) =
            (part.start, part.duration, part.resource, part.range)
        result.programDateTime = programDateTime.map { $0 + (part.start - start) }
        result.isGap = isGap || part.isGap
        result.isIndependent = index == 0 || part.isIndependent
        (result.isPart, result.isComplete, result.cue, result.parts) = (true, true, index == 0 ? cue : nil, [])
        return result
    }

    package func moved(to newStart: MediaTime, discontinuity: Int) -> Segment {
        let distance = newStart - start
        var result = self
        result.start = newStart
        result.discontinuity = discontinuity
        for index in result.parts.indices { result.parts[index].start = result.parts[index].start + distance }
        return result
    }
}

/// The relation of a segment to an advert break (`EXT-X-CUE-OUT`, `EXT-X-CUE-OUT-CONT`, `EXT-X-CUE-IN`).
package enum SegmentCue: Sendable, Equatable {
    case out(duration: MediaTime?)
    case inside(elapsed: MediaTime?, duration: MediaTime?)
    /// The break ended before the segment.
    case back
}

package struct PartialSegment: Sendable, Equatable {
    package var start: MediaTime
    package let duration: MediaTime
    package let resource: ResourceReference
    package let range: ByteRange?
    package let isIndependent: Bool
    package let isGap: Bool

    package var end: MediaTime { start + duration }
}

/// `EXT-X-MAP`, `Initialization`. A class, because segments share it; immutable.
package final class InitSection: Sendable, Hashable {
    package let resource: ResourceReference
    package let range: ByteRange?
    package let key: SegmentKey?

    package init(resource: ResourceReference, range: ByteRange? = nil, key: SegmentKey? = nil) {
        self.resource = resource
        self.range = range
        self.key = key
    }

    package static func == (a: InitSection, b: InitSection) -> Bool {
        a === b || (a.resource == b.resource && a.range == b.range && a.key == b.key)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(resource)
        hasher.combine(range)
    }
}

/// The encryption of segments (`EXT-X-KEY`, DASH's `CryptoPeriod`). A class, because segments share it; immutable.
package final class SegmentKey: Sendable, Hashable {
    /// Ciphers for whole segments, with the names of HLS (RFC 8216bis, 4.4.4.4).
    package enum Cipher: String, Sendable {
        /// CBC with PKCS7 padding.
        case aes128 = "AES-128"
        /// Like ``aes128``, with a key of 32 bytes.
        case aes256 = "AES-256"
        /// Without padding. The initialisation vector is the first counter.
        case aes256CTR = "AES-256-CTR"
        /// Each segment begins with its initialisation vector and ends with its tag, sixteen bytes each.
        case aes256GCM = "AES-256-GCM"

        /// In bytes.
        package var keyLength: Int { self == .aes128 ? 16 : 32 }
    }

    package enum Method: Sendable, Hashable {
        case whole(Cipher)
        /// Encrypted samples within the segments (`SAMPLE-AES`), or another method. Unverified text.
        case other(String)

        package init(_ name: String) { self = Cipher(rawValue: name).map { .whole($0) } ?? .other(name) }

        package var name: String {
            switch self {
            case .whole(let cipher): cipher.rawValue
            case .other(let name): name
            }
        }
    }

    package let method: Method
    /// The key's address, or `nil` for systems with licences (`skd:`) and for forbidden references.
    package let resource: ResourceReference?
    /// If it is `nil`, and ``vector`` names no resource, the segment's number counts.
    package let explicitIV: [UInt8]?
    /// DASH: the resource of the initialisation vector.
    package let vector: ResourceReference?
    /// `identity`, or the system's name; unverified text.
    package let format: String

    package init(
        method: Method, resource: ResourceReference?, explicitIV: [UInt8]? = nil, vector: ResourceReference? = nil,
        format: String = "identity"
    ) {
        self.method = method
        self.resource = resource
        self.explicitIV = explicitIV
        self.vector = vector
        self.format = format
    }

    package static func == (a: SegmentKey, b: SegmentKey) -> Bool {
        a === b
            || (a.method == b.method && a.resource == b.resource && a.explicitIV == b.explicitIV
                && a.vector == b.vector && a.format == b.format)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(resource)
        hasher.combine(explicitIV)
    }

    /// Returns sixteen bytes: the declared vector, else the big-endian number (RFC 8216, 5.2; ISO/IEC 23009-4, 6.3.2).
    package func iv(segment number: Int64) -> [UInt8] {
        if let explicitIV { return explicitIV }
        return [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    package func with(iv: [UInt8]) -> SegmentKey {
        SegmentKey(method: method, resource: resource, explicitIV: iv, format: format)
    }

    /// Why this player cannot decrypt it, or `nil` if it can.
    package var protection: ContentProtection? {
        guard format == "identity" else {
            return ContentProtection(systems: [ProtectionSystem.name(keyFormat: format)], scheme: nil)
        }
        switch method {
        case .whole where resource != nil: return nil
        case .whole: return ContentProtection(systems: [], scheme: "\(method.name) without a key that may be read")
        case .other(let name): return ContentProtection(systems: [], scheme: name)
        }
    }
}
