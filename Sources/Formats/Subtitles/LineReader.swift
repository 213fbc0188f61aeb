import PlayCore

/// Finds line ends (LF, CR, or CR LF) lazily, so that a file of only line ends costs time but no memory.
struct LineReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int
    private let cancel: CancelToken?
    private var count = 0

    /// - Parameter cancel: a cancelled token ends the text, and with it the reader's loop.
    init(_ bytes: ArraySlice<UInt8>, cancel: CancelToken? = nil) {
        self.bytes = bytes
        self.cancel = cancel
        position = bytes.startIndex
    }

    /// In bytes. Longer lines are cut. No subtitle is as long, and processing a line may need memory for it.
    static let maximumLength = 1 << 16

    mutating func next() -> ArraySlice<UInt8>? {
        count &+= 1
        if count % 1024 == 0, cancel?.isCancelled == true { position = bytes.endIndex }
        guard position < bytes.endIndex else { return nil }
        let start = position
        var end = start
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") { end += 1 }
        position = end + 1
        if position < bytes.endIndex, bytes[end] == UInt8(ascii: "\r"), bytes[position] == UInt8(ascii: "\n") {
            position += 1
        }
        return bytes[start..<min(end, start + Self.maximumLength)]
    }

    func peek() -> ArraySlice<UInt8>? {
        var copy = self
        return copy.next()
    }
}

extension ArraySlice<UInt8> {
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0C }

    var trimmed: ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, Self.isBlank(first) { slice = slice.dropFirst() }
        while let last = slice.last, Self.isBlank(last) { slice = slice.dropLast() }
        return slice
    }

    var isBlank: Bool { allSatisfy(Self.isBlank) }

    var text: String { String(decoding: self, as: UTF8.self) }

    func contains(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard self.count >= count else { return false }
        return word.withUTF8Buffer { word in
            guard let first = word.first else { return true }
            var index = startIndex
            while index + count <= endIndex {
                if self[index] == first, (1..<count).allSatisfy({ self[index + $0] == word[$0] }) { return true }
                index += 1
            }
            return false
        }
    }

    func hasPrefix(_ word: StaticString) -> Bool {
        guard count >= word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { word in
            word.indices.allSatisfy { Self.lower(self[startIndex + $0]) == Self.lower(word[$0]) }
        }
    }

    static func lower(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}

extension UInt8 {
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
