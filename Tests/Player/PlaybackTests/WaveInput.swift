import Foundation
import MediaSources
import PlayCore
import Playback
import TestSupport

extension SessionInput {
    /// 8 bits at 8 kHz: FFmpeg makes packets of 4096 samples of it, half a second each.
    static func wave(seconds: Int) -> SessionInput {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let samples = (0..<8000 * seconds).map { UInt8(128 + 60 * ($0 / 8 % 2)) }
        let format = number(1, 2) + number(1, 2) + number(8000, 4) + number(8000, 4) + number(1, 2) + number(8, 2)
        let body =
            Array("WAVEfmt ".utf8) + number(format.count, 4) + format + Array("data".utf8) + number(samples.count, 4)
            + samples
        let source = MemoryByteSource(Data(Array("RIFF".utf8) + number(body.count, 4) + body))
        return SessionInput(name: "x.wav") { _ throws(ByteSourceError) in source }
    }
}
