package import PlayCore

/// Silence as a WAV file: what plays where a recorded class has neither picture nor sound, so that it has a clock, can be
/// paused and sought in like anything else. Any thread.
package final class SilentSource: ByteSource {
    private static let scheme = "tvplay-silence:"
    /// Samples a second.
    private static let rate = 8000
    private static let sampleBytes = 2
    /// A day; the format's own limit is four gigabytes.
    private static let longest = 86_400

    private let header: [UInt8]
    private let length: Int64

    /// Nil: the location is another one's.
    package init?(_ location: String) {
        guard location.hasPrefix(Self.scheme), let seconds = Int(location.dropFirst(Self.scheme.count)),
            (1...Self.longest).contains(seconds)
        else { return nil }
        let count = UInt32(seconds * Self.rate * Self.sampleBytes)
        header = Self.header(count)
        length = Int64(header.count) + Int64(count)
    }

    /// What ``init(_:)`` takes.
    static func location(exactly duration: MediaTime) -> String { location(of: duration - .seconds(1)) }

    /// What ``init(_:)`` takes: a little more, so that the last second is whole.
    package static func location(of duration: MediaTime) -> String {
        scheme + "\(min(max(Int(duration.wholeSeconds) + 1, 1), longest))"
    }

    package var size: Int64? { length }
    package var canSeek: Bool { true }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        guard offset >= 0, offset < length else { return 0 }
        let count = Int(min(Int64(buffer.count), length - offset))
        for index in 0..<count {
            let place = Int(offset) + index
            buffer[index] = place < header.count ? header[place] : 0
        }
        return count
    }

    /// RIFF, PCM of one channel with 16 bits.
    private static func header(_ count: UInt32) -> [UInt8] {
        func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) } }
        func half(_ value: UInt16) -> [UInt8] {
            [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
        let format =
            half(1) + half(1) + word(UInt32(rate)) + word(UInt32(rate * sampleBytes)) + half(UInt16(sampleBytes))
            + half(UInt16(8 * sampleBytes))
        return Array("RIFF".utf8) + word(36 + count) + Array("WAVEfmt ".utf8) + word(16) + format
            + Array("data".utf8) + word(count)
    }
}
