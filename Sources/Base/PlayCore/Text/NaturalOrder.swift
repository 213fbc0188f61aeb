/// The natural order of names: `2.mp4` before `10.mp4`, upper case beside lower case, letters beyond ASCII in the
/// locale's order, Chinese numerals as numbers.
package enum NaturalOrder {
    /// Orders strictly: different names are never equal.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        let (left, right) = (key(a), key(b))
        return left == right ? a.utf8.lexicographicallyPrecedes(b.utf8) : left.lexicographicallyPrecedes(right)
    }

    /// Returns the names' indices in order. For tens of thousands at once: computes each name's key once.
    package static func order(_ names: [String]) -> [Int] { order(names, .ofEnvironment) }

    static func order(_ names: [String], _ collation: @autoclosure () -> Collation) -> [Int] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(names.count * 24)
        var ends: [Int] = [0]
        ends.reserveCapacity(names.count + 1)
        for name in names {
            append(keyOf: name, collation(), to: &bytes)
            ends.append(bytes.count)
        }
        return bytes.withUnsafeBytes { all in
            names.indices.sorted { one, other in
                let left = UnsafeRawBufferPointer(rebasing: all[ends[one]..<ends[one + 1]])
                let right = UnsafeRawBufferPointer(rebasing: all[ends[other]..<ends[other + 1]])
                let order = compare(left, right)
                return order == 0 ? names[one].utf8.lexicographicallyPrecedes(names[other].utf8) : order < 0
            }
        }
    }

    private static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
        let count = min(a.count, b.count)
        var place = 0
        // Compares eight bytes at a time: names of one folder share long prefixes.
        while place + 8 <= count {
            let left = a.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let right = b.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if left != right { return left.bigEndian < right.bigEndian ? -1 : 1 }
            place += 8
        }
        while place < count {
            if a[place] != b[place] { return a[place] < b[place] ? -1 : 1 }
            place += 1
        }
        return a.count - b.count
    }

    private static func key(_ name: String) -> [UInt8] {
        var bytes: [UInt8] = []
        append(keyOf: name, .ofEnvironment, to: &bytes)
        return bytes
    }

    /// Marks the end of the name before its extension, so that a name precedes its continuations.
    private static let stemMark: UInt8 = 0
    /// Precedes a bracket after a space, as around a year or another note, which sorts before any other continuation.
    private static let noteMark: UInt8 = 1
    /// Precedes a number, and sorts before every letter: a number precedes text.
    private static let numberMark: UInt8 = 2

    /// Appends bytes that sort like the name: lower case; each number as its count of digits, then the digits.
    private static func append(keyOf name: String, _ collation: @autoclosure () -> Collation, to key: inout [UInt8]) {
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            var text = name
            text.withUTF8 { append(keyOfBytes: $0, to: &key) }
            return
        }
        let collation = collation()
        var bytes: [UInt8] = []
        let text = ChineseNumber.withDigits(HalfWidth.folded(name).lowercased())
        for scalar in text.unicodeScalars { collation.append(scalar, to: &bytes) }
        bytes.withUnsafeBufferPointer { append(keyOfBytes: $0, to: &key) }
    }

    private static func append(keyOfBytes bytes: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        let end = stemEnd(of: bytes)
        append(keyOf: UnsafeBufferPointer(rebasing: bytes[..<end]), to: &key)
        guard end < bytes.count else { return }
        key.append(stemMark)
        append(keyOf: UnsafeBufferPointer(rebasing: bytes[end...]), to: &key)
    }

    /// Returns the start of the extension: up to five letters and digits, not digits alone, after the last dot.
    private static func stemEnd(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0, (2...6).contains(bytes.count - dot) else {
            return bytes.count
        }
        let ending = bytes[(dot + 1)...]
        let hasLetter = ending.contains { !isDigit($0) }
        return hasLetter && ending.allSatisfy { isDigit($0) || isLetter($0) } ? dot : bytes.count
    }

    private static func append(keyOf bytes: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            guard isDigit(byte) else {
                let isNote = [UInt8(ascii: "("), UInt8(ascii: "[")].contains(byte)
                if isNote, place > 0, bytes[place - 1] == 0x20 { key.append(noteMark) }
                key.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
                place += 1
                continue
            }
            var end = place
            while end < bytes.count, isDigit(bytes[end]) { end += 1 }
            while place < end, bytes[place] == UInt8(ascii: "0") { place += 1 }
            let count = UInt32(clamping: end - place)
            key += [numberMark, UInt8(truncatingIfNeeded: count >> 16), UInt8(truncatingIfNeeded: count >> 8)]
            key.append(UInt8(truncatingIfNeeded: count))
            key += bytes[place..<end]
            place = end
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
