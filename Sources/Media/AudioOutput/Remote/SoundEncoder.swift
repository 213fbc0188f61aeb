package import PlayCore

package struct EncodedSound: Sendable, Equatable {
    /// Time of the first sample, in microseconds since the encoder was created or reset.
    package let time: Int64
    package let data: [UInt8]

    package init(time: Int64, data: [UInt8]) {
        self.time = time
        self.data = data
    }
}

/// Created on any thread, then used by the `audio-out` thread only.
package protocol SoundEncoder: AnyObject {
    /// Returns the packets that are now full. `samples` are interleaved.
    func encode(_ samples: UnsafePointer<Float>, frames: Int) throws(AudioError) -> [EncodedSound]

    /// Returns the last packet, padded with silence, or nothing if no frames are left.
    func finish() throws(AudioError) -> [EncodedSound]

    /// Discards unsent frames; time restarts at zero.
    func reset() throws(AudioError)

    /// Bits per second. A change takes effect with the next packet.
    var bitRate: Int { get }
    func setBitRate(_ bitRate: Int) throws(AudioError)
}

package typealias SoundEncoderMaking = @Sendable (AudioFormat, _ bitRate: Int) throws(AudioError) -> any SoundEncoder

package struct RemoteSound: Sendable {
    let makeEncoder: SoundEncoderMaking
    let line: LineShare

    package init(line: LineShare, makeEncoder: @escaping SoundEncoderMaking) {
        self.line = line
        self.makeEncoder = makeEncoder
    }
}
