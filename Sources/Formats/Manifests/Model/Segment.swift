package import PlayCore

/// A piece of a rendition that is loaded at once. A value.
package struct Segment: Sendable, Equatable {
    /// HLS: the media sequence number. DASH: the number of its template, within its period.
    package var number: Int64
    /// On the presentation axis.
    package var start: MediaTime
    package var duration: MediaTime
    package var resource: ResourceReference
    /// Nil: the whole resource.
    package var range: ByteRange?
    /// What a demuxer needs before the segment; nil when it stands alone.
    package var initSection: InitSection?
    /// Nil: in the clear.
    package var key: SegmentKey?
    /// Where it changes, timestamps and formats may: decoding starts anew. Rises along the list; HLS: the discontinuity
    /// sequence number; DASH: the period's start in milliseconds, which stays the same when periods before it go.
    package var discontinuity: Int
    /// When its first picture was taken, by the calendar; worked out from its neighbours where it has no tag itself.
    package var programDateTime: UTCTime?
    /// Not there: it must not be asked for, and the other renditions have the same gap, or not.
    package var isGap = false
    /// DASH: the container's time that stands at ``start``. Nil where the container's own times have to be looked at.
    package var mediaOffset: MediaTime?
    /// HLS's images: how many pictures it has; nil: one, or another kind of segment.
    package var tiles: TileGrid?
    /// HLS: where it stands to a break for adverts; nil: no tag says so.
    package var cue: SegmentCue?
    /// Low latency: what the segment consists of, in order; empty for old ones.
    package var parts: [PartialSegment] = []
    /// Low latency: whether all of it is there. One that is not is read by its parts, and has the resource of the last.
    package var isComplete = true
    /// DASH with low latency: whether it was incomplete when it was listed, so that it arrives as it is produced.
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

    /// A part by its index, as something that is read like a segment.
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

    /// The same at another place on the axis.
    package func moved(to newStart: MediaTime, discontinuity: Int) -> Segment {
        let distance = newStart - start
        var result = self
        result.start = newStart
        result.discontinuity = discontinuity
        for index in result.parts.indices { result.parts[index].start = result.parts[index].start + distance }
        return result
    }
}

/// Where a segment stands to a break for adverts (`EXT-X-CUE-OUT`, `EXT-X-CUE-OUT-CONT`, `EXT-X-CUE-IN`). A value.
package enum SegmentCue: Sendable, Equatable {
    /// The break begins with it.
    case out(duration: MediaTime?)
    /// The break began so long before it.
    case inside(elapsed: MediaTime?, duration: MediaTime?)
    /// The break was over before it.
    case back
}

/// A part of a segment (`EXT-X-PART`). A value.
package struct PartialSegment: Sendable, Equatable {
    package var start: MediaTime
    package let duration: MediaTime
    package let resource: ResourceReference
    package let range: ByteRange?
    /// Whether decoding can start with it.
    package let isIndependent: Bool
    package let isGap: Bool

    package var end: MediaTime { start + duration }
}

/// What a demuxer needs before segments (`EXT-X-MAP`, `Initialization`). Shared by its segments, hence a class; never
/// changes.
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

/// How segments are encrypted (`EXT-X-KEY`, DASH's `CryptoPeriod`). Shared by its segments, hence a class; never changes.
package final class SegmentKey: Sendable, Hashable {
    /// How whole segments are encrypted, by the names of HLS (RFC 8216bis, 4.4.4.4).
    package enum Cipher: String, Sendable {
        /// CBC with PKCS7 padding.
        case aes128 = "AES-128"
        /// The same with a key of 32 bytes.
        case aes256 = "AES-256"
        /// Without padding; the initialisation vector is the first counter.
        case aes256CTR = "AES-256-CTR"
        /// Each segment begins with its initialisation vector and ends with its tag, sixteen bytes each.
        case aes256GCM = "AES-256-GCM"

        /// Bytes.
        package var keyLength: Int { self == .aes128 ? 16 : 32 }
    }

    package enum Method: Sendable, Hashable {
        case whole(Cipher)
        /// Samples within the segments (`SAMPLE-AES`), or another one; unverified text.
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
    /// Where the bytes of the key are; nil for systems with licences (`skd:`), and for what may not be opened.
    package let resource: ResourceReference?
    /// As given; nil: the segment's number, unless ``vector`` says where it is.
    package let explicitIV: [UInt8]?
    /// DASH: where the initialisation vector is to be had.
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

    /// The initialisation vector of a segment, sixteen bytes: the given one, else the number, high byte first (RFC
    /// 8216, 5.2; ISO/IEC 23009-4, 6.3.2).
    package func iv(segment number: Int64) -> [UInt8] {
        if let explicitIV { return explicitIV }
        return [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    /// The same with the bytes that ``vector`` led to.
    package func with(iv: [UInt8]) -> SegmentKey {
        SegmentKey(method: method, resource: resource, explicitIV: iv, format: format)
    }

    /// Why it cannot be decrypted here; nil when it can.
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
