import TestSupport
import Testing

@testable import ByteCaches

@Suite struct SpanSetTests {
    /// The same set as a list of bits.
    private struct Model {
        var bits = [Bool](repeating: false, count: 64)

        var spans: [Range<Int64>] {
            var result: [Range<Int64>] = []
            for (offset, isSet) in bits.enumerated() where isSet {
                if let last = result.last, last.upperBound == Int64(offset) {
                    result[result.count - 1] = last.lowerBound..<Int64(offset + 1)
                } else {
                    result.append(Int64(offset)..<Int64(offset + 1))
                }
            }
            return result
        }
    }

    private func span(_ random: inout SeededGenerator) -> Range<Int64> {
        let a = Int64.random(in: 0...64, using: &random)
        let b = Int64.random(in: 0...64, using: &random)
        return min(a, b)..<max(a, b)
    }

    @Test("a span set equals a list of bits after any insertions and removals", arguments: 0..<40)
    func model(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var set = SpanSet()
        var model = Model()
        for _ in 0..<60 {
            let span = span(&random)
            let isInsertion = Bool.random(using: &random)
            if isInsertion { set.insert(span) } else { set.subtract(span) }
            for offset in span { model.bits[Int(offset)] = isInsertion }
            expect(set.spans, is: model.spans)
            expect(set.count, is: Int64(model.bits.count { $0 }))
            check(set, model, &random)
        }
        expect(SpanSet(set.spans.shuffled(using: &random)), is: set)
    }

    private func check(_ set: SpanSet, _ model: Model, _ random: inout SeededGenerator) {
        let span = span(&random)
        let bits = model.bits[Int(span.lowerBound)..<Int(span.upperBound)]
        expect(set.contains(span), is: bits.allSatisfy { $0 })
        let gap = bits.firstIndex(of: false).map { first in
            Int64(first)..<Int64(bits[first...].firstIndex(of: true) ?? bits.endIndex)
        }
        expect(set.firstGap(in: span), is: gap)
        expect(set.spans(in: span).reduce(0) { $0 + $1.count }, is: bits.count { $0 })
        let offset = Int.random(in: 0..<64, using: &random)
        expect(set.contains(Int64(offset)), is: model.bits[offset])
        let end = model.bits[offset] ? Int64(model.bits[offset...].firstIndex(of: false) ?? 64) : nil
        expect(set.end(at: Int64(offset)), is: end)
        let length = Int64.random(in: 1...8, using: &random)
        expect(
            set.start(after: Int64(offset), ofAtLeast: length),
            is: model.spans.first { $0.lowerBound > offset && $0.count >= length }?.lowerBound)
    }

    @Test("the largest numbers are valid bounds, and empty ranges change nothing")
    func ends() {
        var set = SpanSet([Int64.max - 5..<Int64.max, 0..<1])
        set.insert(3..<3)
        set.subtract(0..<0)
        expect(set.spans, is: [0..<1, Int64.max - 5..<Int64.max])
        set.insert(1..<(.max))
        expect(set.spans, is: [0..<(.max)])
        expect(set.firstGap(in: 0..<(.max)), is: nil)
    }
}

@Suite struct PieceMapTests {
    private func piece(_ span: Range<Int64>, _ checksum: UInt64 = 1) -> CachePiece {
        CachePiece(span: span, checksum: checksum)
    }

    @Test("bytes written here can be read at once, and those of the index must be verified first")
    func finding() {
        var map = PieceMap([piece(0..<100), piece(100..<200, 2)])
        expect(map.find(0), is: .unverified(piece(0..<100)))
        expect(map.find(150), is: .unverified(piece(100..<200, 2)))
        expect(map.find(200), is: .missing)
        map.markVerified(piece(0..<100))
        expect(map.find(99), is: .verified(upTo: 100))
        map.addWritten(100..<150)
        expect(map.find(0), is: .verified(upTo: 150))
        expect(map.covered.spans, is: [0..<200])
    }

    @Test("removing a damaged piece keeps bytes of other pieces and of this process")
    func dropping() {
        var map = PieceMap([piece(0..<100), piece(50..<150, 2), piece(300..<400, 3)])
        map.addWritten(0..<10)
        map.remove(piece(0..<100))
        expect(map.covered.spans, is: [0..<10, 50..<150, 300..<400])
        expect(map.find(20), is: .missing)
        expect(map.find(60), is: .unverified(piece(50..<150, 2)))
        map.forget(320..<330)
        expect(map.covered.spans, is: [0..<10, 50..<150])
    }

    @Test("a duplicate piece and an invalid piece are ignored")
    func adding() {
        var map = PieceMap([piece(0..<100)])
        let before = map
        map.add([piece(0..<100), piece(200..<200), piece(-10..<5), piece(0..<CachePiece.block + 1)])
        expect(map, is: before)
        map.add([piece(0..<100, 7)])
        #expect(map != before)
    }

    @Test("spans are cut at the ends of blocks")
    func cutting() {
        let block = CachePiece.block
        expect(CachePiece.cut(100..<block), is: [100..<block])
        expect(CachePiece.cut(100..<2 * block + 1), is: [100..<block, block..<2 * block, 2 * block..<2 * block + 1])
        expect(CachePiece.cut(5..<5), is: [])
    }
}
