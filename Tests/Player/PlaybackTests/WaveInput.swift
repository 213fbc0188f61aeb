import Foundation
import MediaSources
import PlayCore
import Playback
import TestSupport

extension SessionInput {
    /// Returns a wave file of 8 bits at 8 kHz, which FFmpeg cuts into packets of 4096 samples, half a second each.
    static func wave(seconds: Int) -> SessionInput {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let samples: [UInt8] = (0..<8000 * seconds).map { $0 / 8 % 2 == 0 ? 128 : 188 }
        let format = [(1, 2), (1, 2), (8000, 4), (8000, 4), (1, 2), (8, 2)].flatMap { number($0.0, $0.1) }
        var body = Array("WAVEfmt ".utf8) + number(format.count, 4) + format
        body += Array("data".utf8) + number(samples.count, 4) + samples
        let source = MemoryByteSource(Data(Array("RIFF".utf8) + number(body.count, 4) + body))
        return SessionInput(name: "x.wav") { _ throws(ByteSourceError) in source }
    }
}
