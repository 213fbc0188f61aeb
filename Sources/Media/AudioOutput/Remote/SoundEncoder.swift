package import PlayCore

/// A packet of Opus that an encoder has made.
package struct EncodedSound: Sendable, Equatable {
    /// Of its first sample, microseconds since the encoder began or was reset.
    package let time: Int64
    package let data: [UInt8]

    package init(time: Int64, data: [UInt8]) {
        self.time = time
        self.data = data
    }
}

/// Makes packets of sound. Created anywhere, then used by the `audio-out` thread only.
package protocol SoundEncoder: AnyObject {
    /// Interleaved frames of the format it was made for; the packets that are full now.
    func encode(_ samples: UnsafePointer<Float>, frames: Int) throws(AudioError) -> [EncodedSound]

    /// The last packet, filled up with silence; empty where nothing is left.
    func finish() throws(AudioError) -> [EncodedSound]

    /// Forgets what was not sent; time begins at zero again.
    func reset() throws(AudioError)

    /// Bits per second; takes effect with the next packet.
    var bitRate: Int { get }
    func setBitRate(_ bitRate: Int) throws(AudioError)
}

/// Makes an encoder for frames of a format, where an encoder may be linked.
package typealias SoundEncoderMaking = @Sendable (AudioFormat, _ bitRate: Int) throws(AudioError) -> any SoundEncoder

/// What sound on a listener elsewhere needs beside the listener.
package struct RemoteSound: Sendable {
    let makeEncoder: SoundEncoderMaking
    let line: LineShare

    /// - Parameter line: what the sound shares with the picture.
    package init(line: LineShare, makeEncoder: @escaping SoundEncoderMaking) {
        self.line = line
        self.makeEncoder = makeEncoder
    }
}
