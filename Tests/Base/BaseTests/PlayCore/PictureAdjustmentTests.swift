import PlayCore
import TestSupport
import Testing

@Suite("PictureAdjustment")
struct PictureAdjustmentTests {
    private func apply(_ rgb: (UInt8, UInt8, UInt8), _ change: (inout PictureAdjustment) -> Void) -> [UInt8] {
        var adjustment = PictureAdjustment()
        change(&adjustment)
        let picture = PixelBuffer(width: 1, height: 1) { bytes in
            (bytes[0], bytes[1], bytes[2]) = rgb
        }
        var pool = PixelPool()
        let result = adjustment.applied(to: picture, pool: &pool).rgb(x: 0, y: 0)
        return [result.red, result.green, result.blue]
    }

    @Test("neutral values change nothing, and values are clamped to ±100")
    func neutral() {
        expect(apply((12, 200, 99)) { _ in }, is: [12, 200, 99])
        var adjustment = PictureAdjustment()
        adjustment[.gamma] = 500
        expect(adjustment[.gamma], is: 100)
        adjustment[.gamma] = 0
        expect(adjustment, is: .neutral)
        expect(PictureAdjustment.neutral.curve(), is: (0...255).map { UInt8($0) })
    }

    @Test("contrast scales from black, brightness adds, and gamma keeps both ends")
    func curves() {
        expect(apply((100, 100, 100)) { $0[.contrast] = 50 }, is: [150, 150, 150])
        expect(apply((100, 100, 100)) { $0[.contrast] = -100 }, is: [0, 0, 0])
        expect(apply((100, 100, 100)) { $0[.brightness] = 20 }, is: [151, 151, 151])
        expect(apply((255, 255, 255)) { $0[.brightness] = 20 }, is: [255, 255, 255])
        var brighter = PictureAdjustment()
        brighter[.gamma] = 30
        let curve = brighter.curve()
        #expect(curve[0] == 0 && curve[255] == 255 && curve[128] > 150)
    }

    @Test("saturation −100 keeps only the luma, and 100 doubles the distance from grey")
    func saturation() {
        let grey = apply((200, 50, 50)) { $0[.saturation] = -100 }
        #expect(grey[0] == grey[1] && grey[1] == grey[2] && abs(Int(grey[0]) - 82) <= 1)
        let strong = apply((140, 120, 120)) { $0[.saturation] = 100 }
        #expect(Int(strong[0]) - Int(strong[1]) >= 38)
    }
}
