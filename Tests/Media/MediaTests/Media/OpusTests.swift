import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Media

@Suite("Opus for sound over SSH")
struct OpusTests {
    private static func tone(_ format: AudioFormat, seconds: Double) -> [Float] {
        (0..<Int(seconds * Double(format.sampleRate))).flatMap { frame in
            let sample = Float(0.5 * sin(2 * Double.pi * 440 * Double(frame) / Double(format.sampleRate)))
            return [Float](repeating: sample, count: format.channelCount)
        }
    }

    /// - Parameter change: Called before each piece of 10 ms.
    private func encode(
        _ samples: [Float], _ encoder: OpusEncoder, _ format: AudioFormat, _ change: (Int) throws -> Void = { _ in }
    ) throws -> [(sample: Int64, data: [UInt8])] {
        var packets: [(sample: Int64, data: [UInt8])] = []
        let piece = format.sampleRate / 100
        for (number, start) in stride(from: 0, to: samples.count / format.channelCount, by: piece).enumerated() {
            try change(number)
            let frames = min(piece, samples.count / format.channelCount - start)
            try samples[(start * format.channelCount)...].withUnsafeBufferPointer {
                try encoder.encode($0.baseAddress!, frames: frames) { packets.append(($0, Array($1))) }
            }
        }
        try encoder.finish { packets.append(($0, Array($1))) }
        return packets
    }

    @Test(
        "Sound of any sample rate and channel count returns at its time and level",
        arguments: [AudioFormat(sampleRate: 48000, channelCount: 2), AudioFormat(sampleRate: 44100, channelCount: 1)])
    func roundTrip(_ format: AudioFormat) throws {
        let encoder = try OpusEncoder(format: format, bitRate: 64_000)
        let packets = try encode(Self.tone(format, seconds: 1), encoder, format)
        #expect(packets.allSatisfy { (1...1275).contains($0.data.count) })
        #expect((50...52).contains(packets.count))
        expect(packets[0].sample, is: -312)
        #expect(zip(packets, packets.dropFirst()).allSatisfy { $1.sample - $0.sample == 960 })
        let heard = try decode(packets.map(\.data))
        // From 0.2 s on, at its time: the first packet begins 312 samples early.
        let expected = Self.tone(AudioFormat(sampleRate: 48000, channelCount: 2), seconds: 1)
        let range = 9600 * 2..<40_000 * 2
        let error = range.reduce(Float(0)) { sum, place in
            let difference = heard[place + 312 * 2] - expected[place]
            return sum + difference * difference
        }
        // Less than a tenth of the tone's power (0.125), which proves time and phase.
        #expect(error / Float(range.count) < 0.0125)
    }

    @Test("Another bit rate takes effect without a click")
    func bitRate() throws {
        let format = AudioFormat(sampleRate: 48000, channelCount: 2)
        let encoder = try OpusEncoder(format: format, bitRate: 128_000)
        let packets = try encode(Self.tone(format, seconds: 2), encoder, format) { number in
            if number == 100 { try encoder.setBitRate(32_000) }
        }
        let sizes = packets.map(\.data.count)
        let (before, after): (Int, Int) = (sizes[10..<40].reduce(0, +), sizes[60..<90].reduce(0, +))
        #expect(before > 2 * after)
        let heard = try decode(packets.map(\.data))
        let left = stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
        // A tone of 440 Hz at 0.5 moves by 0.029 a sample at most.
        let steps = zip(left[4800..<90_000], left[4801..<90_001]).map { abs($0 - $1) }
        #expect(steps.max() ?? 1 < 0.06)
    }

    @Test("A sound that begins anywhere in a packet keeps its level in the repairable encoding")
    func beginnings() throws {
        let format = AudioFormat(sampleRate: 48000, channelCount: 1)
        let period = 48_658
        let beeps = (0..<40 * period).map { sample -> Float in
            sample % period < 4800 ? Float(0.5 * sin(2 * Double.pi * 1000 * Double(sample) / 48_000)) : 0
        }
        let encoder = try OpusEncoder(format: format, bitRate: 48_000, isRepairable: true)
        let heard = try decode(try encode(beeps, encoder, format).map(\.data))
        let peaks = (1..<39).map { beep -> Float in
            heard[beep * period * 2..<(beep * period + 6000) * 2].map(abs).max() ?? 0
        }
        #expect(peaks.min() ?? 0 > 0.2)
    }

    @Test("Repairable speech packets repair the previous one, and packets over SSH repair nothing")
    func repair() throws {
        let format = AudioFormat(sampleRate: 48000, channelCount: 1)
        // A voice of 120 Hz, with breaks.
        let speech = (0..<96_000).map { sample -> Float in
            let (phase, time) = (Double(sample) * 120 / 48_000, Double(sample) / 48_000)
            let loud = time.truncatingRemainder(dividingBy: 0.5) < 0.35
            return loud ? Float(0.4 * (2 * (phase - phase.rounded()))) : 0
        }
        for isRepairable in [true, false] {
            let encoder = try OpusEncoder(format: format, bitRate: 48_000, isRepairable: isRepairable)
            let packets = try encode(speech, encoder, format).map(\.data)
            let repairing = packets.count(where: Self.hasRepair)
            let isAsWanted = isRepairable ? repairing > packets.count / 3 : repairing == 0
            #expect(isAsWanted, "\(repairing) of \(packets.count)")
            // The limit is two seconds at 48 kbit/s, plus a quarter.
            let bytes = packets.map(\.count).reduce(0, +)
            #expect(bytes < 15_000)
        }
    }

    /// Whether a packet has repair data, by the first flags of its SILK part (RFC 6716, 4.2.3): activity, repair.
    private static func hasRepair(_ packet: [UInt8]) -> Bool {
        packet.count > 1 && packet[0] >> 3 < 16 && packet[1] & 0x40 != 0
    }

    @Test("Damaged packets yield silence or noise, never a crash")
    func damaged() throws {
        let format = AudioFormat(sampleRate: 48000, channelCount: 2)
        let packets = try encode(
            Self.tone(format, seconds: 1), try OpusEncoder(format: format, bitRate: 64_000), format)
        let decoder = try OpusDecoder(format: format)
        var random = SeededGenerator(seed: 3)
        for round in 0..<2000 {
            var data = packets[round % packets.count].data
            for _ in 0..<3 {
                data[Int.random(in: 0..<data.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if round % 3 == 0 { data = Array(data.prefix(Int.random(in: 1...data.count, using: &random))) }
            // A packet lasts 120 ms at most.
            #expect(try decoder.decode(data).count <= 2 * 5760)
        }
    }

    private func decode(_ packets: [[UInt8]]) throws -> [Float] {
        let decoder = try OpusDecoder(format: AudioFormat(sampleRate: 48000, channelCount: 2))
        return try packets.flatMap { try decoder.decode($0) }
    }
}
