import Cells
import TestSupport
import Testing

@Suite struct ContrastTests {
    /// Backgrounds of common terminal themes, from black to white.
    static let grounds = [
        0x000000, 0x1E1E1E, 0x002B36, 0x282C34, 0x300A24, 0x3F3F3F, 0x808080, 0xEEEEEE, 0xFDF6E3, 0xFFFFDD, 0xFFFFFF,
    ].map { Color(rawValue: $0) }

    @Test("the contrast ratio matches WCAG's own examples")
    func ratios() {
        expect(Contrast.ratio(.rgb(0, 0, 0), .rgb(255, 255, 255)), is: 21)
        expect(Contrast.ratio(.rgb(255, 255, 255), .rgb(255, 255, 255)), is: 1)
        #expect(abs(Contrast.ratio(.rgb(0x76, 0x76, 0x76), .rgb(255, 255, 255)) - 4.54) < 0.01)
        #expect(abs(Contrast.ratio(.rgb(0, 0, 255), .rgb(0, 0, 0)) - 2.44) < 0.01)
    }

    @Test("any colour lifted on any background is readable, and a readable colour does not change", arguments: grounds)
    func lifted(ground: Color) {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let color = Color(rawValue: UInt32.random(in: 0...0xFF_FFFF, using: &random))
            let lifted = Contrast.lifted(color, on: ground)
            // On a middle grey only black reaches the ratio, and only just.
            #expect(Contrast.ratio(lifted, ground) >= Contrast.readable)
            if Contrast.ratio(color, ground) >= Contrast.readable { expect(lifted, is: color) }
            #expect(Contrast.ratio(Contrast.nearestReadable(color, on: ground), ground) >= Contrast.readable)
        }
    }

    @Test("lifting keeps the hue: the order of the components does not change")
    func hue() {
        for ground in [Color.rgb(0, 0, 0), .rgb(0x1E, 0x1E, 0x1E), .rgb(255, 255, 255)] {
            let blue = Contrast.lifted(.rgb(0, 0, 0xFF), on: ground)
            #expect(blue.blue > blue.red)
            expect(blue.red, is: blue.green)
            let brown = Contrast.lifted(.rgb(0x20, 0x10, 0x00), on: ground)
            #expect(brown.red > brown.green)
            #expect(brown.green > brown.blue)
            let grey = Contrast.lifted(.rgb(0x1E, 0x1E, 0x1E), on: ground)
            #expect(grey.red == grey.green && grey.green == grey.blue)
        }
        // A colour gets brighter before it gets paler.
        expect(Contrast.lifted(.rgb(0x40, 0, 0), on: .rgb(0, 0, 0)).green, is: 0)
    }
}
