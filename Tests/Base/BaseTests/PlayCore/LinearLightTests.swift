import Foundation
import PlayCore
import TestSupport
import Testing

/// Blending in linear light, against the formulas of sRGB (IEC 61966-2-1).
@Suite struct LinearLightTests {
    private func light(_ code: UInt8) -> Double {
        let value = Double(code) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private func code(_ light: Double) -> Double {
        255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }

    @Test("every code value is restored from its light")
    func roundTrip() {
        for value in UInt8.min...UInt8.max {
            expect(LinearLight.table.code(LinearLight.table.ofCode[Int(value)]), is: value)
        }
    }

    @Test("ADV-15: partly opaque values are blended in linear light")
    func blending() {
        for above in stride(from: UInt8(0), through: 255, by: 15) {
            for below in stride(from: UInt8(0), through: 255, by: 17) {
                for opacity in stride(from: UInt8(0), through: 255, by: 51) {
                    let share = Double(opacity) / 255
                    let wanted = code(light(above) * share + light(below) * (1 - share))
                    let got = LinearLight.table.blended(above, over: below, opacity: opacity)
                    #expect(abs(Double(got) - wanted) <= 1, "\(above) over \(below) by \(opacity)")
                }
            }
        }
        expect(LinearLight.table.blended(7, over: 200, opacity: 255), is: 7)
        expect(LinearLight.table.blended(7, over: 200, opacity: 0), is: 200)
    }

    @Test("ADV-15: a transparent picture is blended with its ground, and an opaque one stays unchanged")
    func flattened() {
        let pixels = PixelBuffer(width: 3, height: 1) { bytes in
            for at in 0..<3 { bytes[4 * at] = 255 }
        }
        let grid = PixelGrid(width: 3, height: 2, pixelAspect: 1)
        func picture(_ opacity: [UInt8]?) -> ScaledPicture {
            ScaledPicture(
                pixels: pixels, opacity: opacity, grid: grid, x: 0, y: 0, time: .zero, due: nil, isStill: true)
        }
        var pool = PixelPool()
        let flat = picture([0, 128, 255]).flattened(over: 0x0000FF, pool: &pool)
        #expect(flat.pixels.rgb(x: 0, y: 0) == (0, 0, 255))
        #expect(flat.pixels.rgb(x: 1, y: 0) == (188, 0, 187))
        #expect(flat.pixels.rgb(x: 2, y: 0) == (255, 0, 0))
        expect(flat.opacity, is: [0, 128, 255])
        #expect(picture(nil).flattened(over: 0x0000FF, pool: &pool).pixels === pixels)
    }
}
