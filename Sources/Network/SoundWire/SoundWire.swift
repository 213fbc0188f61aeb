// SoundWire: the protocol by which a player sends sound to a remote listener. docs/ssh-sound.md is its specification.
//
// Must not know: sockets, codecs, devices. Everything here converts between values and bytes.
//
// Begin with: `PlayerMessage` and `ListenerMessage`, then `SoundMessageReader`.

package enum SoundWire {
    /// The newest supported version. All versions from 1 are supported.
    package static let version: UInt16 = 1
    /// A packet of Opus with one frame of 20 ms (RFC 6716, section 3.2.1).
    package static let maximumPacket = 1275
    /// A packet with its header, and space for a later version's additions.
    package static let maximumBody = 1500
    package static let packetMicroseconds: Int64 = 20_000
    /// The rate of all packets, which have two channels.
    package static let sampleRate = 48_000
    /// In microseconds. The player stays one second ahead of the position that it assumes, and 2.5 s ahead of the
    /// reported one. More violates the protocol.
    package static let maximumQueued: Int64 = 3_000_000
    package static let secretBytes = 16
    package static let reportsPerSecond = 10
}

/// Why bytes are no message. A retry does not help: the other side speaks another protocol.
package enum SoundWireError: Error, Sendable, Equatable {
    case notThisProtocol
    case unknownMessage(kind: UInt8)
    case badLength(kind: UInt8)
    case badValue(kind: UInt8)
}
