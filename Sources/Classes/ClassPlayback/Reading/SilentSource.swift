package import PlayCore

/// Silence as a WAV file, which plays for a class without picture and sound. It provides a clock, and the viewer can
/// pause and seek as in any other item. Any thread.
package final class SilentSource: ByteSource {
    private static let scheme = "tvplay-silence:"
    /// In samples per second.
    private static let rate = 8000
    private static let sampleBytes = 2
    /// In seconds: a day. The format's own limit is four gigabytes.
    private static let longest = 86_400

    private let header: [UInt8]
    private let length: Int64

    package init?(_ location: String) {
        guard location.hasPrefix(Self.scheme), let seconds = Int(location.dropFirst(Self.scheme.count)),
            (1...Self.longest).contains(seconds)
        else { return nil }
        let count = UInt32(seconds * Self.rate * Self.sampleBytes)
        header = Self.header(count)
        length = Int64(header.count) + Int64(count)
    }

    /// In whole seconds.
    static func location(exactly duration: MediaTime) -> String { location(of: duration - .seconds(1)) }

    /// Adds up to a second, so that the last second is complete.
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

    /// PCM with one channel of 16 bits.
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
