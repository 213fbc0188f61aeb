import Glibc

/// Splits a file that arrives in pieces into lines. Holds at most one line.
struct LineSplitter {
    private let limit: Int
    private var pending: [UInt8] = []
    private var isSkipping = false
    private(set) var number = 0

    init(limit: Int) { self.limit = limit }

    /// - Parameter line: receives each line without its end, or `nil` if it is too long, and its number.
    mutating func feed(_ bytes: [UInt8], _ line: (ArraySlice<UInt8>?, Int) -> Void) {
        var rest = bytes[...]
        while let end = Self.lineEnd(in: bytes, from: rest.startIndex) {
            give(rest[..<end], line)
            rest = rest[(end + 1)...]
        }
        guard !isSkipping else { return }
        if pending.count + rest.count > limit {
            isSkipping = true
            pending = []
        } else {
            pending += rest
        }
    }

    /// Unlike `firstIndex(of:)`, `memchr` is fast in debug builds, too.
    private static func lineEnd(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { space in
            guard start < space.count, let base = space.baseAddress,
                let found = memchr(base + start, 0x0A, space.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    mutating func finish(_ line: (ArraySlice<UInt8>?, Int) -> Void) {
        if isSkipping || !pending.isEmpty { give([], line) }
    }

    private mutating func give(_ end: ArraySlice<UInt8>, _ line: (ArraySlice<UInt8>?, Int) -> Void) {
        number += 1
        if isSkipping || pending.count + end.count > limit {
            line(nil, number)
        } else if pending.isEmpty {
            line(Self.withoutReturn(end), number)
        } else {
            line(Self.withoutReturn((pending + end)[...]), number)
        }
        isSkipping = false
        pending.removeAll(keepingCapacity: true)
    }

    private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == 0x0D ? line.dropLast() : line
    }
}
