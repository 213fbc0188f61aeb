import PlayCore
import TestSupport
import Testing

@testable import AudioOutput

@Suite("Pictures as luma and chroma")
struct YUVPictureTests {
    private func picture(_ width: Int, _ height: Int, in grid: (Int, Int), at place: (Int, Int), _ color: [UInt8])
        -> ScaledPicture
    {
        let pixels = PixelBuffer(width: width, height: height) { bytes in
            for index in bytes.indices { bytes[index] = (color + [0])[index % 4] }
        }
        return ScaledPicture(
            pixels: pixels,
            grid: PixelGrid(width: grid.0, height: grid.1, pixelAspect: 1, cellWidth: 1, cellHeight: 1), x: place.0,
            y: place.1, time: .zero, due: nil, isStill: true)
    }

    /// By the formulas of the standards: white, black and red of BT.601, red of BT.709.
    @Test("ARCH-39: colours have limited range, by BT.601 below 720 rows and by BT.709 from there on")
    func colors() {
        func first(_ height: Int, _ color: [UInt8]) -> [UInt8] {
            let bytes = YUVPicture.bytes(of: picture(2, height, in: (2, height), at: (0, 0), color))
            return [bytes[0], bytes[2 * height], bytes[2 * height + height / 2]]
        }
        expect(first(2, [255, 255, 255]), is: [235, 128, 128])
        expect(first(2, [0, 0, 0]), is: [16, 128, 128])
        expect(first(2, [255, 0, 0]), is: [82, 90, 240])
        expect(first(720, [255, 0, 0]), is: [63, 102, 240])
    }

    @Test("ARCH-39: the picture is surrounded by black, and odd sizes round the chroma up")
    func places() {
        let bytes = YUVPicture.bytes(of: picture(1, 3, in: (3, 3), at: (1, 0), [255, 255, 255]))
        expect(Array(bytes[..<9]), is: [16, 235, 16, 16, 235, 16, 16, 235, 16])
        expect(bytes.count, is: 9 + 2 * 4)
        #expect(bytes[9...].allSatisfy { $0 == 128 })
    }
}
