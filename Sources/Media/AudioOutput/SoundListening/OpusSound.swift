import Media
import PlayCore

package enum OpusSound {
    package static let encoder: SoundEncoderMaking = { (format, bitRate) throws(AudioError) in
        do throws(MediaError) {
            return Encoder(try OpusEncoder(format: format, bitRate: bitRate))
        } catch {
            throw AudioError(error)
        }
    }

    private final class Encoder: SoundEncoder {
        private let encoder: OpusEncoder

        init(_ encoder: OpusEncoder) { self.encoder = encoder }

        var bitRate: Int { encoder.bitRate }

        func setBitRate(_ bitRate: Int) throws(AudioError) {
            try attempt { () throws(MediaError) in try encoder.setBitRate(bitRate) }
        }

        func encode(_ samples: UnsafePointer<Float>, frames: Int) throws(AudioError) -> [EncodedSound] {
            var packets: [EncodedSound] = []
            try attempt { () throws(MediaError) in
                try encoder.encode(samples, frames: frames) { packets.append(EncodedSound(sample: $0, $1)) }
            }
            return packets
        }

        func finish() throws(AudioError) -> [EncodedSound] {
            var packets: [EncodedSound] = []
            try attempt { () throws(MediaError) in
                try encoder.finish { packets.append(EncodedSound(sample: $0, $1)) }
            }
            return packets
        }

        func reset() throws(AudioError) { try attempt { () throws(MediaError) in try encoder.reset() } }

        private func attempt(_ body: () throws(MediaError) -> Void) throws(AudioError) {
            do throws(MediaError) {
                try body()
            } catch {
                throw AudioError(error)
            }
        }
    }
}

extension EncodedSound {
    fileprivate init(sample: Int64, _ data: UnsafeRawBufferPointer) {
        self.init(time: sample * 1_000_000 / Int64(OpusEncoder.sampleRate), data: Array(data))
    }
}

extension AudioError {
    /// Reports a missing device: without an encoder, `remote` does not exist.
    fileprivate init(_ error: MediaError) {
        let text = error.libraryText.isEmpty ? error.operation : error.libraryText
        self.init(
            error.code == .noDecoder ? .noFormat : .lost, operation: error.operation, number: error.libraryCode,
            text: text, context: "remote")
    }
}
