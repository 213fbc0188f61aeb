import Cells
import TestSupport
import Testing

struct CellPoolTests {
    private func address(_ buffer: CellBuffer) -> UnsafePointer<Cell>? { buffer.withCells(\.baseAddress) }

    private let mark = Cell(glyph: 0x58, foreground: .rgb(1, 2, 3), background: .rgb(4, 5, 6), attributes: [])

    private func make(_ pool: inout CellPool, columns: Int = 4, _ cell: Cell = .blank) -> CellBuffer {
        pool.make(columns: columns, rows: 2) { $0.update(repeating: cell) }
    }

    @Test("a copy of a buffer does not change with the original")
    func copies() {
        var one = CellBuffer(columns: 3, rows: 2)
        let other = one
        expect(address(one), is: address(other))
        one[2, 1] = mark
        expect(one[2, 1], is: mark)
        expect(other, is: CellBuffer(columns: 3, rows: 2))
        #expect(one != other)
        one[2, 1] = .blank
        expect(one, is: other)
    }

    @Test("the pool reuses a buffer that has no holder, and leaves held buffers alone")
    func reuse() {
        var pool = CellPool()
        var first: CellBuffer? = make(&pool, mark)
        let second = make(&pool)
        #expect(first.flatMap(address) != address(second))
        let freed = first.flatMap(address)
        expect(first, is: CellBuffer(columns: 4, rows: 2, filledWith: mark))
        first = nil
        let third = make(&pool)
        expect(address(third), is: freed)
        expect(third, is: second)
    }

    @Test("a change to a held buffer does not change the pool's buffers")
    func changed() {
        var pool = CellPool()
        var held = make(&pool)
        held[0, 0] = mark
        let next = make(&pool)
        #expect(held[0, 0] == mark && next[0, 0] == .blank)
    }

    @Test("the pool makes buffers of another size, and more buffers than it keeps")
    func sizes() {
        var pool = CellPool()
        let many = (0..<9).map { _ in make(&pool) }
        expect(Set(many.map(address)).count, is: 9)
        expect(make(&pool, columns: 7).columns, is: 7)
    }
}
