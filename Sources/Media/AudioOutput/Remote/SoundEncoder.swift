package import PlayCore

package struct EncodedSound: Sendable, Equatable {
    /// The time of its first sample, in microseconds since the encoder was created or reset.
    package let time: Int64
    package let data: [UInt8]

    package init(time: Int64, data: [UInt8]) {
        self.time = time
        self.data = data
    }
}

/// Encodes sound into packets. Created on any thread, then used by the `audio-out` thread only.
package protocol SoundEncoder: AnyObject {
    /// Encodes interleaved frames of the encoder's format. Returns the packets that are full now.
    func encode(_ samples: UnsafePointer<Float>, frames: Int) throws(AudioError) -> [EncodedSound]

    /// Returns the last packet, padded with silence; empty if no frames are left.
    func finish() throws(AudioError) -> [EncodedSound]

    /// Discards unsent frames; time restarts at zero.
    func reset() throws(AudioError)

    /// Bits per second; a change takes effect with the next packet.
    var bitRate: Int { get }
    func setBitRate(_ bitRate: Int) throws(AudioError)
}

/// Makes an encoder for frames of a format, in programs that link an encoder.
package typealias SoundEncoderMaking = @Sendable (AudioFormat, _ bitRate: Int) throws(AudioError) -> any SoundEncoder

package struct RemoteSound: Sendable {
    let makeEncoder: SoundEncoderMaking
    let line: LineShare

    package init(line: LineShare, makeEncoder: @escaping SoundEncoderMaking) {
        self.line = line
        self.makeEncoder = makeEncoder
    }
}
