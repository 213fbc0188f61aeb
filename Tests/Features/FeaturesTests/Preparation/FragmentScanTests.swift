import PlayCore
import TestSupport
import Testing

@testable import Preparation

@Suite("Complete fragments of a partial file")
struct FragmentScanTests {
    private func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        let size = UInt32(body.count + 8)
        return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(kind.utf8) + body
    }

    private func fragment(_ ticks: UInt8, _ bytes: Int, isLong: Bool = true) -> [UInt8] {
        let time = isLong ? [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ticks] : [0, 0, 0, 0, 0, 0, 0, ticks]
        let track = box("traf", box("tfhd", [0, 0, 0, 0, 0, 0, 0, 1]) + box("tfdt", time))
        return box("moof", box("mfhd", [UInt8](repeating: 0, count: 8)) + track)
            + box("mdat", [UInt8](repeating: ticks, count: bytes))
    }

    private func scan(_ bytes: [UInt8]) -> FragmentScan {
        var scan = FragmentScan()
        scan.extend(to: Int64(bytes.count)) { offset, count in Array(bytes.dropFirst(Int(offset)).prefix(count)) }
        return scan
    }

    @Test("exactly the complete fragments of a truncated file count, and later fragments are added to them")
    func cut() {
        let head = box("ftyp", [1, 2, 3, 4]) + box("moov", [5, 6])
        let parts = [fragment(0, 20), fragment(9, 30, isLong: false), fragment(200, 1)]
        let file = head + parts.flatMap { $0 }
        let offsets = [head.count, head.count + parts[0].count, head.count + parts[0].count + parts[1].count]
        let whole = scan(file)
        expect(whole.head, is: Int64(head.count))
        expect(whole.starts, is: [0, 9, 200])
        expect(whole.offsets, is: offsets.map(Int64.init))
        expect(whole.end, is: Int64(file.count))
        for count in 0..<file.count {
            var scan = scan(Array(file.prefix(count)))
            expect((scan.head != nil), is: (count >= head.count))
            let ends = offsets.dropFirst() + [file.count]
            expect(scan.starts.count, is: ends.count { $0 <= count }, "\(count)")
            scan.extend(to: Int64(file.count)) { offset, count in Array(file.dropFirst(Int(offset)).prefix(count)) }
            expect(scan, is: whole)
        }
        var two = whole
        two.cut(to: 2)
        #expect(two.starts == [0, 9] && two.end == Int64(offsets[2]))
    }

    @Test("damaged bytes end the scan, and no input makes it hang")
    func damaged() {
        let head = box("ftyp", []) + box("moov", [])
        let file = head + fragment(1, 20) + fragment(2, 20)
        expect(scan(head + [UInt8](repeating: 0, count: 64)).starts, is: [])
        expect(scan([UInt8](repeating: 0xFF, count: 64)).head, is: nil)
        // Times that decrease end the scan.
        expect(scan(head + fragment(5, 4) + fragment(3, 4)).starts, is: [5])
        for index in file.indices {
            var other = file
            other[index] ^= 0x81
            #expect(scan(other).end <= Int64(file.count))
        }
    }
}
