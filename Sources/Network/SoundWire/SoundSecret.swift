import Encoding

/// The secret of a listener behind a loopback port, as text: 32 hexadecimal digits.
package enum SoundSecret {
    /// Only its user can read the environment, whereas all users can read arguments.
    package static let variable = "TVPLAY_SOUND_SECRET"

    package static func make() -> [UInt8] { SecureRandom().bytes(SoundWire.secretBytes) }

    package static func text(_ bytes: [UInt8]) -> String { Hexadecimal.text(bytes) }

    package static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 2 * SoundWire.secretBytes else { return nil }
        return Hexadecimal.bytes("0x" + text, count: SoundWire.secretBytes)
    }
}
