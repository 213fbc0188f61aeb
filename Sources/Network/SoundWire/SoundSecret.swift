import Encoding

/// The secret of a listener that a port of the loopback leads to, as text: 32 digits of base 16.
package enum SoundSecret {
    /// The variable of the environment that tells a listener its secret. A process's environment is its user's alone;
    /// its arguments are everybody's.
    package static let variable = "TVPLAY_SOUND_SECRET"

    package static func make() -> [UInt8] { SecureRandom().bytes(SoundWire.secretBytes) }

    package static func text(_ bytes: [UInt8]) -> String { Hexadecimal.text(bytes) }

    /// Nil for anything else than 32 digits.
    package static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 2 * SoundWire.secretBytes else { return nil }
        return Hexadecimal.bytes("0x" + text, count: SoundWire.secretBytes)
    }
}
