import PlayCore

package struct SoundHello: Sendable, Equatable {
    /// Unknown capabilities are ignored.
    package struct Capabilities: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Packets of Opus, 48 kHz, two channels, 20 ms. Every version requires it.
        package static let opus = Capabilities(rawValue: 1)
        package static let volume = Capabilities(rawValue: 2)
    }

    static let magic = Array("tvsound".utf8)

    /// The player's newest version. The listener answers with the newest common one.
    package var version: UInt16
    package var capabilities: Capabilities
    /// Zeros if the socket is in a private folder, which is proof enough.
    package var secret: [UInt8]

    package init(
        version: UInt16 = SoundWire.version, capabilities: Capabilities = [.opus, .volume], secret: [UInt8]? = nil
    ) {
        self.version = version
        self.capabilities = capabilities
        self.secret = secret ?? [UInt8](repeating: 0, count: SoundWire.secretBytes)
    }

    var body: [UInt8] {
        var writer = ByteWriter()
        writer.add(Self.magic)
        writer.add(version)
        writer.add(capabilities.rawValue)
        writer.add(secret)
        return writer.bytes
    }

    /// Ignores bytes that later versions append.
    init(kind: UInt8, body: [UInt8]) throws(SoundWireError) {
        guard body.starts(with: Self.magic) else { throw .notThisProtocol }
        var reader = BigEndianReader(Array(body.dropFirst(Self.magic.count)))
        guard let version = reader.number(2), let capabilities = reader.number(4),
            let secret = reader.rest(SoundWire.secretBytes)
        else { throw .badLength(kind: kind) }
        guard version > 0 else { throw .badValue(kind: kind) }
        self.version = UInt16(version)
        self.capabilities = Capabilities(rawValue: UInt32(capabilities))
        self.secret = secret
    }

    /// Compares the secret in constant time.
    package func hasSecret(_ expected: [UInt8]) -> Bool {
        guard secret.count == expected.count else { return false }
        return zip(secret, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
