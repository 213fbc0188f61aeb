import PlayCore
import TestSupport
import Testing

struct PixelPoolTests {
    @Test func aReleasedPictureIsReused() {
        var pool = PixelPool()
        let first = ObjectIdentifier(pool.make(width: 2, height: 2) { $0.update(repeating: 1) })
        let second = pool.make(width: 2, height: 2) { $0.update(repeating: 2) }
        expect(ObjectIdentifier(second), is: first)
        #expect(second.rgb(x: 1, y: 1) == (2, 2, 2))
    }

    @Test func aHeldPictureKeepsItsPixels() {
        var pool = PixelPool()
        let held = (1...5).map { value in
            pool.make(width: 2, height: 1) { $0.update(repeating: UInt8(value)) }
        }
        expect(held.map { $0.rgb(x: 0, y: 0).red }, is: [1, 2, 3, 4, 5])
        expect(Set(held.map(ObjectIdentifier.init)).count, is: 5)
    }

    @Test func aChangedSizeGetsAPictureOfThatSize() {
        var pool = PixelPool()
        _ = pool.make(width: 2, height: 1) { _ in }
        let wide = pool.make(width: 4, height: 1) { $0.update(repeating: 9) }
        expect(wide.width, is: 4)
        #expect(wide.rgb(x: 3, y: 0) == (9, 9, 9))
    }
}
