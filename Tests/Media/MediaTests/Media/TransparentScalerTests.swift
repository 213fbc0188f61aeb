import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Media

/// Pictures with transparency: a red square in the middle of a transparent frame.
@Suite struct TransparentScalerTests {
    private func scaled(
        _ name: String, _ choice: AlphaChoice, _ width: Int, _ height: Int, crop: Crop = .none, turn: Rotation = .none
    ) throws -> TransparentPicture {
        let frame = try #require(try ScalingPictures.frames(name, count: 1).first)
        let transparency = try #require(frame.transparency(choice))
        return try TransparentScaler().scale(frame, transparency, to: width, height, crop: crop, turn: turn)
    }

    private func expectSquare(_ picture: TransparentPicture, _ name: String) throws {
        let opacity = try #require(picture.opacity)
        for y in 0..<16 {
            for x in 0..<16 {
                let isInside = (4..<12).contains(x) && (4..<12).contains(y)
                // Coding blurs the edges.
                guard ![3, 4, 11, 12].contains(x), ![3, 4, 11, 12].contains(y) else { continue }
                expect(opacity[16 * y + x], is: (isInside ? 255 : 0), "\(name) \(x), \(y)")
                let color = picture.pixels.rgb(x: x, y: y)
                if isInside { #expect(color.red > 240 && color.green < 16 && color.blue < 16, "\(name)") }
            }
        }
    }

    @Test(
        "ADV-15: the named half of the frame is the opacity, and the other half is the picture",
        arguments: [AlphaChoice.right, .left, .top, .bottom])
    func halves(choice: AlphaChoice) throws {
        let name = "alpha-\(choice.rawValue).mp4"
        try expectSquare(try scaled(name, choice, 16, 16), name)
        let frame = try #require(try ScalingPictures.frames(name, count: 1).first)
        expect(frame.displayAspect(choice), is: 1)
        expect(frame.transparency(.automatic), is: nil)
    }

    @Test(
        "ADV-15: VP8 and VP9 in WebM and ProRes 4444 have an opacity for each pixel",
        arguments: ["alpha-vp9.webm", "alpha-vp8.webm", "alpha-prores.mov"])
    func pixels(name: String) throws {
        try expectSquare(try scaled(name, .automatic, 16, 16), name)
        let frame = try #require(try ScalingPictures.frames(name, count: 1).first)
        expect(frame.displayAspect(.automatic), is: 1)
        expect(frame.transparency(.none), is: nil)
    }

    @Test("ADV-15: a pixel of a scaled PNG is the mean of the light under it, weighted by opacity")
    func mean() throws {
        let picture = try scaled("alpha-slope.png", .automatic, 8, 8)
        let opacity = try #require(picture.opacity)
        func light(_ code: Int) -> Double {
            let value = Double(code) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        func code(_ light: Double) -> Double {
            255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
        }
        for y in 0..<8 {
            for x in 0..<8 {
                var (red, green, weight) = (0.0, 0.0, 0.0)
                for row in 4 * y..<4 * y + 4 {
                    for column in 4 * x..<4 * x + 4 {
                        // The value of the original clip; remaining coding noise does not count.
                        let level = 4 * (row + column) <= 4 ? 0 : Double(4 * (row + column))
                        red += light(8 * column) * level
                        green += light(8 * row) * level
                        weight += level
                    }
                }
                let color = picture.pixels.rgb(x: x, y: y)
                #expect(abs(Double(color.red) - code(red / weight)) <= 1.5, "\(x), \(y)")
                #expect(abs(Double(color.green) - code(green / weight)) <= 1.5, "\(x), \(y)")
                #expect(abs(Double(opacity[8 * y + x]) - weight / 16) <= 1)
            }
        }
    }

    @Test("ADV-15: a crop and a rotation apply to both halves")
    func geometry() throws {
        let cut = try scaled("alpha-right.mp4", .right, 8, 16, crop: Crop(left: 0.5, top: 0, right: 0, bottom: 0))
        let opacity = try #require(cut.opacity)
        #expect(opacity[8 * 8 + 1] == 255 && opacity[8 * 8 + 6] == 0)
        for turn in Rotation.allCases {
            try expectSquare(try scaled("alpha-right.mp4", .right, 16, 16, turn: turn), "\(turn)")
        }
    }

    @Test("ADV-15: pictures without transparency stay unchanged")
    func opaque() throws {
        let frame = try #require(try ScalingPictures.frames("counter.mp4", count: 1).first)
        expect(frame.transparency(.automatic), is: nil)
        expect(frame.displayAspect(.automatic), is: frame.displayAspect)
    }
}
