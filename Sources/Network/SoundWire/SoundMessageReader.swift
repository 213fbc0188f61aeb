/// Splits a stream of bytes into messages, the first of which must be the hello. Keeps at most one incomplete message,
/// and refuses an invalid length at its third byte.
package struct SoundMessageReader<Message: SoundMessage>: Sendable {
    private var bytes: [UInt8] = []
    private var done = 0
    private var isGreeted = false

    package init() {}

    package var waiting: Int { bytes.count - done }

    package mutating func append(_ more: some Collection<UInt8>) {
        if done > 0 {
            bytes.removeFirst(done)
            done = 0
        }
        bytes += more
    }

    package mutating func next() throws(SoundWireError) -> Message? {
        guard waiting > 0 else { return nil }
        let kind = bytes[done]
        // Refuses another protocol at its first byte, before the next two count as a length.
        guard isGreeted || kind == Message.helloKind else { throw .notThisProtocol }
        guard waiting >= 3 else { return nil }
        let length = Int(bytes[done + 1]) << 8 | Int(bytes[done + 2])
        guard length <= SoundWire.maximumBody else { throw .badLength(kind: kind) }
        guard waiting >= 3 + length else { return nil }
        let message = try Message(kind: kind, body: Array(bytes[done + 3..<done + 3 + length]))
        done += 3 + length
        guard isGreeted == (kind != Message.helloKind) else { throw .unknownMessage(kind: kind) }
        isGreeted = true
        return message
    }
}
