import Encoding
package import PlayCore

/// One rendition of a film's pictures: a fragmented MP4 whose fragments begin with key frames.
package struct PreparedRendition: Sendable, Equatable, Codable {
    /// The name, such as `240p`.
    package let name: String
    /// Pixels as coded, before the film's rotation.
    package let width: Int
    package let height: Int
    package let framesPerSecond: Double?
    /// Bits per second on average; ``peakBits`` is the highest rate of a fragment.
    package let averageBits: Int
    package let peakBits: Int
    /// By RFC 6381: `avc1.64000d`.
    package let codec: String
    /// Ticks per second.
    package let timescale: Int32
    /// The start of each fragment, in ticks on the film's axis.
    package let starts: [Int64]
    /// The byte offset of each fragment. The header precedes the first.
    package let offsets: [Int64]
    /// In bytes.
    package let size: Int64
    package let end: Int64

    package init(
        name: String, width: Int, height: Int, framesPerSecond: Double?, averageBits: Int, peakBits: Int, codec: String,
        timescale: Int32, starts: [Int64], offsets: [Int64], size: Int64, end: Int64
    ) {
        (self.name, self.width, self.height) = (name, width, height)
        self.framesPerSecond = framesPerSecond
        (self.averageBits, self.peakBits, self.codec) = (averageBits, peakBits, codec)
        (self.timescale, self.starts, self.offsets) = (timescale, starts, offsets)
        (self.size, self.end) = (size, end)
    }

    package var fileName: String { name + ".mp4" }

    package func start(of fragment: Int) -> MediaTime { time(starts[fragment]) }

    package func time(_ ticks: Int64) -> MediaTime {
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: Int64(timescale))
        let part = (rest * 1_000_000_000 + Int64(timescale) / 2) / Int64(timescale)
        return MediaTime(nanoseconds: seconds * 1_000_000_000 + part)
    }

    /// Returns the fragment whose key frame a seek uses, or `nil` if all start later.
    package func fragment(atOrBefore time: MediaTime) -> Int? {
        let after = starts.indices.partitioningIndex { self.start(of: $0) > time + Self.tolerance }
        return after > 0 ? after - 1 : nil
    }

    package func fragment(atOrAfter time: MediaTime) -> Int? {
        let first = starts.indices.partitioningIndex { self.start(of: $0) >= time - Self.tolerance }
        return first < starts.count ? first : nil
    }

    /// Tolerates the rounding of containers' ticks.
    package static let tolerance = MediaTime.milliseconds(1)

    /// Checked because the file may contain anything.
    var isValid: Bool {
        let fits = width > 0 && height > 0 && timescale > 0 && averageBits >= 0 && peakBits >= 0
        let isNamed = !name.isEmpty && name.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x7A && $0 != 0x5C }
        let isFilled = !starts.isEmpty && starts.count == offsets.count && (offsets.first ?? 0) > 0
        return fits && isNamed && isFilled && Self.rises(starts) && Self.rises(offsets)
            && (offsets.last ?? 0) < size && (starts.last ?? 0) < end && (starts.first ?? -1) >= 0
            && end < Int64.max / 2_000_000_000
    }

    private static func rises(_ values: [Int64]) -> Bool { zip(values, values.dropFirst()).allSatisfy { $0 < $1 } }
}

package struct PreparedRecord: Sendable, Equatable, Codable {
    /// Raising it invalidates older renditions, which are then prepared again.
    package static let currentVersion = 1

    package let version: Int
    package let stamp: FilmStamp
    package let track: Int
    /// From small to large.
    package let renditions: [PreparedRendition]

    package init(stamp: FilmStamp, track: Int, renditions: [PreparedRendition]) {
        version = Self.currentVersion
        (self.stamp, self.track, self.renditions) = (stamp, track, renditions)
    }

    private static let limit = 64 << 20

    /// Returns `nil` without a record of this version. ``stamp`` shows whether the film changed.
    package static func read(_ place: PreparedPlace) -> PreparedRecord? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try WholeFile.read(place.record, limit: limit)
        } catch {
            if !error.isMissing { Log.shared.write(.warning, "library", "\(error)") }
            return nil
        }
        do {
            let record: PreparedRecord = try JSONValue(document: bytes).decoded()
            return record.version == currentVersion && record.renditions.allSatisfy(\.isValid) ? record : nil
        } catch {
            Log.shared.write(.warning, "library", "\(place.record): \(error)")
            return nil
        }
    }

    package var bytes: [UInt8] {
        get throws { try JSONValue(encoding: self).bytes }
    }
}
