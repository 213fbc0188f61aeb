/// Finds splice messages while an MP4 file is read in any order: the `emsg` boxes between its fragments.
package struct EventMessageFinder: Sendable {
    package struct Found: Sendable, Equatable {
        package let offset: Int64
        package let message: EventMessage
    }

    private enum Kind { case unknown, boxes, other }
    private var kind = Kind.unknown
    /// Offset of the next box. ``partial`` holds its bytes so far.
    private var next: Int64 = 0
    private var partial: [UInt8] = []
    private var end: Int64 = 0
    private var found: [Found] = []

    /// In bytes, with the header. Larger ones are skipped.
    private static let longestBox = 64 << 10
    /// Beyond it, the oldest messages not fetched yet are dropped.
    private static let mostFound = 256
    /// The first box of such a file.
    private static let firstTypes: Set = ["ftyp", "styp"]
    /// Boxes from which reading can start within the file.
    private static let types: Set = ["moof", "styp", "sidx", "emsg", "prft"]

    package init() {}

    package mutating func note(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        guard kind != .other, !bytes.isEmpty else { return }
        // The first bytes identify the file, even if they arrive in several pieces.
        if kind == .unknown, offset != 0, offset != end { return }
        if offset != end { realign(at: offset, with: bytes) }
        end = offset + Int64(bytes.count)
        while kind != .other, next + Int64(partial.count) < end, collect(bytes, from: offset) {}
    }

    package mutating func newMessages() -> [Found] {
        guard !found.isEmpty else { return [] }
        defer { found = [] }
        return found
    }

    private mutating func realign(at offset: Int64, with bytes: UnsafeRawBufferPointer) {
        partial = []
        guard !(offset..<offset + Int64(bytes.count)).contains(next), bytes.count >= 8 else { return }
        if Self.types.contains(Self.type(bytes)) { next = offset }
    }

    private mutating func collect(_ bytes: UnsafeRawBufferPointer, from offset: Int64) -> Bool {
        let begin = Int(next + Int64(partial.count) - offset)
        guard begin >= 0 else { return false }
        func add(upTo length: Int) -> Bool {
            let missing = max(0, length - partial.count)
            let place = Int(next + Int64(partial.count) - offset)
            partial += bytes[place..<min(bytes.count, place + missing)]
            return partial.count >= length
        }
        guard add(upTo: 8) else { return false }
        if kind == .unknown { kind = Self.firstTypes.contains(Self.type(partial)) ? .boxes : .other }
        guard kind == .boxes else { return false }
        var length = partial[0..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        if length == 1 {
            guard add(upTo: 16) else { return false }
            length = partial[8..<16].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        }
        // Length zero means up to the file's end.
        guard length >= 8, length < Int64.max - next else {
            kind = .other
            return false
        }
        if partial[4..<8].elementsEqual("emsg".utf8), length <= Self.longestBox {
            guard add(upTo: Int(length)) else { return false }
            for message in EventMessage.list(in: partial) { found.append(Found(offset: next, message: message)) }
            if found.count > Self.mostFound { found.removeFirst(found.count - Self.mostFound) }
        }
        next += length
        partial = []
        return true
    }

    private static func type(_ head: some Collection<UInt8>) -> String {
        String(decoding: head.dropFirst(4).prefix(4), as: UTF8.self)
    }
}
