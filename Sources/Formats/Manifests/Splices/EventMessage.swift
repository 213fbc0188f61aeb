package import PlayCore
import XML

/// The box `emsg` (ISO 23009-1, 5.10.3.3) of fragmented MP4, with a message of SCTE 35 (SCTE 214-3).
package struct EventMessage: Sendable, Equatable {
    package enum Time: Sendable, Equatable {
        /// Relative to the segment's start (version 0).
        case fromStart(MediaTime)
        /// On the axis of the track's times (version 1).
        case onTrack(MediaTime)
    }

    package let time: Time
    package let duration: MediaTime?
    package let splices: [SpliceCue]

    /// The limits of boxes to examine in a segment and of messages to return.
    private static let mostBoxes = 10_000
    private static let mostMessages = 64
    /// Bytes of a message. Those in XML have some hundreds.
    private static let sizeLimit = 64 << 10
    private static let schemeLimit = 256
    /// The 32-bit value for an unknown duration.
    private static let unknown: UInt64 = 0xFFFF_FFFF

    /// - Parameter segment: its bytes as far as available, with any content.
    package static func list(in segment: [UInt8]) -> [EventMessage] {
        var reader = BigEndianReader(segment)
        var found: [EventMessage] = []
        for _ in 0..<mostBoxes {
            guard found.count < mostMessages, let head = reader.box() else { break }
            if head.type == "emsg", head.bodyLength <= sizeLimit, let body = reader.sub(head.bodyLength),
                let message = EventMessage(body)
            {
                found.append(message)
            }
            guard reader.skip(head.bodyLength) else { break }
        }
        return found
    }

    /// Returns `nil` if the box has another scheme, or is not about adverts.
    private init?(_ body: BigEndianReader) {
        var body = body
        guard let version = body.number(1), version <= 1, body.skip(3) else { return nil }
        var scheme = version == 0 ? Self.names(&body) : nil
        guard let scale = body.number(4), scale > 0, let ticks = body.number(version == 0 ? 4 : 8),
            let length = body.number(4), body.skip(4)
        else { return nil }
        if version == 1 { scheme = Self.names(&body) }
        guard let scheme, scheme.hasPrefix(SpliceElement.scheme), ticks <= UInt64(Int64.max),
            let content = body.rest(body.left)
        else { return nil }
        splices = Self.splices(content)
        guard !splices.isEmpty else { return nil }
        let place = ExactTime.ticks(Int64(ticks), per: Int64(scale))
        time = version == 0 ? .fromStart(place) : .onTrack(place)
        duration = length == 0 || length == Self.unknown ? nil : ExactTime.ticks(Int64(length), per: Int64(scale))
    }

    /// Reads the scheme in lower case and skips its value. Returns `nil` if they are unterminated.
    private static func names(_ body: inout BigEndianReader) -> String? {
        var names: [[UInt8]] = [[], []]
        for index in names.indices {
            while true {
                guard let byte = body.number(1), names[index].count < schemeLimit else { return nil }
                guard byte != 0 else { break }
                names[index].append(UInt8(byte))
            }
        }
        return String(decoding: names[0], as: UTF8.self).lowercased()
    }

    private static func splices(_ content: [UInt8]) -> [SpliceCue] {
        do {
            if content.first != UInt8(ascii: "<") { return try SpliceSection.message(content).cues }
            let limits = XMLLimits(bytes: sizeLimit, textBytes: sizeLimit, depth: 16)
            // Wraps the root, since a manifest's event contains it as a child.
            let root = try XMLElement.read(content, limits: limits, elements: 1000)
            return SpliceElement.cues(XMLElement("", children: [root]))
        } catch {
            return []
        }
    }
}
