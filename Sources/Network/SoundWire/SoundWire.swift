// SoundWire: what a player says to a listener elsewhere, and the listener to it, about sound. docs/ssh-sound.md is its
// specification.
//
// Must not know: sockets, codecs, devices. Everything here is a value made of bytes, or bytes made of a value.
//
// Begin with: `PlayerMessage` and `ListenerMessage`, then `SoundMessageReader`.

/// The numbers of the protocol, each with its reason.
package enum SoundWire {
    /// The newest version that this program speaks; it speaks all from 1.
    package static let version: UInt16 = 1
    /// A packet of Opus with one frame of 20 ms (RFC 6716, section 3.2.1).
    package static let maximumPacket = 1275
    /// The longest body: a packet and its head, with space for what a later version adds.
    package static let maximumBody = 1500
    /// Length of what one packet holds.
    package static let packetMicroseconds: Int64 = 20_000
    /// Packets carry sound of this rate, in two channels.
    package static let sampleRate = 48_000
    /// Sound that may lie at the listener, microseconds. The player is a second ahead of what it takes for heard, and two and a
    /// half of what was reported; more is no honest player.
    package static let maximumQueued: Int64 = 3_000_000
    /// Bytes of the secret.
    package static let secretBytes = 16
    /// How often the listener reports while sound is wanted.
    package static let reportsPerSecond = 10
}

/// Why bytes are no message. Trying again does not help: the other side is no player, or no listener, of ours.
package enum SoundWireError: Error, Sendable, Equatable {
    /// It does not begin as the protocol does.
    case notThisProtocol
    case unknownMessage(kind: UInt8)
    case badLength(kind: UInt8)
    case badValue(kind: UInt8)
}
