import PlayCore
import TestSupport
import Testing

@testable import PlaybackModel

@Suite("BufferUtility")
struct BufferUtilityTests {
    private let utility = BufferUtility(
        rates: [1, 2, 4, 8].map { .megabits($0) }, least: .seconds(10), most: .seconds(30))

    @Test("BOLA picks the lowest rate up to the least buffer, the highest from the most on, and rises in between")
    func range() {
        let indices = (0...50).map { utility.index(buffered: .seconds($0)) }
        #expect(indices[0...9].allSatisfy { $0 == 0 })
        #expect(indices[30...50].allSatisfy { $0 == 3 })
        expect(indices, is: indices.sorted())
        expect(Set(indices), is: [0, 1, 2, 3])
    }

    @Test("equal rates always yield the first")
    func equal() {
        let utility = BufferUtility(rates: [.megabits(2), .megabits(2)], least: .seconds(1), most: .seconds(2))
        expect(utility.index(buffered: .seconds(9)), is: 0)
    }
}
