/// Cuts a stream of bytes into messages. Pure.
///
/// It keeps what the caller appends until it is read as messages, and never more than one message that is not whole:
/// a length that no message has is refused with its third byte. The first message is the hello.
package struct SoundMessageReader<Message: SoundMessage>: Sendable {
    private var bytes: [UInt8] = []
    /// Of `bytes`, how many were read.
    private var done = 0
    private var isGreeted = false

    package init() {}

    /// Bytes that no message was made of yet.
    package var waiting: Int { bytes.count - done }

    package mutating func append(_ more: some Collection<UInt8>) {
        if done > 0 {
            bytes.removeFirst(done)
            done = 0
        }
        bytes += more
    }

    /// Nil: there is no whole one.
    package mutating func next() throws(SoundWireError) -> Message? {
        guard waiting > 0 else { return nil }
        let kind = bytes[done]
        // Whoever speaks another protocol is told so at its first byte, not after as many as its second and third say.
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
