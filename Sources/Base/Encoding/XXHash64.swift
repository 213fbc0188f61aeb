/// xxHash with 64 bits and seed 0 (github.com/Cyan4973/xxHash, doc/xxhash_spec.md): detects bytes that a disk has
/// damaged. It does not protect against attackers, who would need write access to the viewer's own folder.
package enum XXHash64 {
    private static let p1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let p2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let p3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let p4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let p5: UInt64 = 0x27D4_EB2F_1656_67C5

    package static func hash(_ text: String) -> UInt64 { Array(text.utf8).withUnsafeBytes(hash) }

    package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var place = 0
        var sum: UInt64
        if bytes.count >= 32 {
            sum = stripes(bytes, &place)
        } else {
            sum = p5
        }
        sum &+= UInt64(bytes.count)
        while place &+ 8 <= bytes.count {
            sum = rotate(sum ^ round(0, word(bytes, place)), 27) &* p1 &+ p4
            place &+= 8
        }
        if place &+ 4 <= bytes.count {
            let half = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
            sum = rotate(sum ^ (half &* p1), 23) &* p2 &+ p3
            place &+= 4
        }
        while place < bytes.count {
            sum = rotate(sum ^ (UInt64(bytes[place]) &* p5), 11) &* p1
            place &+= 1
        }
        return avalanche(sum)
    }

    private static func stripes(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> UInt64 {
        var a = p1 &+ p2
        var b = p2
        var c: UInt64 = 0
        var d = 0 &- p1
        while place &+ 32 <= bytes.count {
            a = round(a, word(bytes, place))
            b = round(b, word(bytes, place &+ 8))
            c = round(c, word(bytes, place &+ 16))
            d = round(d, word(bytes, place &+ 24))
            place &+= 32
        }
        var sum = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
        for lane in [a, b, c, d] { sum = (sum ^ round(0, lane)) &* p1 &+ p4 }
        return sum
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 { rotate(lane &+ input &* p2, 31) &* p1 }

    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value &<< count | value &>> (64 &- count)
    }

    private static func avalanche(_ value: UInt64) -> UInt64 {
        var sum = value
        sum = (sum ^ sum &>> 33) &* p2
        sum = (sum ^ sum &>> 29) &* p3
        return sum ^ sum &>> 32
    }
}
