/// A short queue of packets to send. Late packets are useless, so a full queue is emptied and continues with the next
/// independently decodable packet.
struct SendQueue<Element: Sendable>: Sendable {
    /// Two seconds of sound in AAC blocks, or four of pictures.
    static var mostCount: Int { 100 }
    /// Six seconds of the largest pictures.
    static var mostBytes: Int { 1 << 20 }

    private var elements: [(element: Element, bytes: Int)] = []
    private var bytes = 0
    private(set) var waitsForKey = true
    private(set) var dropped = 0

    var isEmpty: Bool { elements.isEmpty }
    var count: Int { elements.count }

    mutating func append(_ element: Element, bytes: Int, isKey: Bool) {
        if elements.count >= Self.mostCount || self.bytes + bytes > Self.mostBytes { restart() }
        guard isKey || !waitsForKey, bytes <= Self.mostBytes else {
            dropped += 1
            return
        }
        waitsForKey = false
        elements.append((element, bytes))
        self.bytes += bytes
    }

    mutating func popFirst() -> Element? {
        guard !elements.isEmpty else { return nil }
        let first = elements.removeFirst()
        bytes -= first.bytes
        return first.element
    }

    /// Empties the queue for a new connection, which starts with an independently decodable packet.
    mutating func restart() {
        dropped += elements.count
        (elements, bytes, waitsForKey) = ([], 0, true)
    }
}
