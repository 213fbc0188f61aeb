/// The order in which people expect names: `2.mp4` before `10.mp4`, capitals beside small letters. Pure.
package enum NaturalOrder {
    /// A strict order: names that differ are never equal.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        let (left, right) = (key(a), key(b))
        return left == right ? a.utf8.lexicographicallyPrecedes(b.utf8) : left.lexicographicallyPrecedes(right)
    }

    /// The indices of names in their order. For tens of thousands at once: each name is looked at once.
    package static func order(_ names: [String]) -> [Int] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(names.count * 24)
        var ends: [Int] = [0]
        ends.reserveCapacity(names.count + 1)
        for name in names {
            append(keyOf: name, to: &bytes)
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
        // Eight at a time: names of one folder have long beginnings in common.
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
        append(keyOf: name, to: &bytes)
        return bytes
    }

    /// Stands before a number, and before every letter: a number precedes text.
    private static let numberMark: UInt8 = 1

    /// Bytes whose order is that of the names: small letters; of a number the count of its digits without leading zeros,
    /// then these.
    private static func append(keyOf name: String, to key: inout [UInt8]) {
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        var text = isASCII ? name : name.lowercased()
        text.withUTF8 { bytes in
            var place = 0
            while place < bytes.count {
                let byte = bytes[place]
                guard isDigit(byte) else {
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
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
