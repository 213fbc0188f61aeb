import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Media

struct ToneMappingTests {
    private static func color(_ transfer: PictureColor.Transfer, isWide: Bool = true) -> PictureColor {
        PictureColor(red: 0.2627, blue: 0.0593, isFullRange: false, bits: 10, transfer: transfer, isWide: isWide)
    }

    /// Returns red, green and blue (0 … 255) of code values from 0 to 1.
    private static func shown(_ red: Float, _ green: Float, _ blue: Float, _ color: PictureColor) -> [Int] {
        let pixel = ToneMapping(color).tables.pixel(red, green, blue)
        return [Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 16 & 0xFF)]
    }

    /// BT.2100 table 4, calculated with the rational exponents of the standard.
    @Test(arguments: [(0.0, 0.0), (0.508_08, 100), (0.580_69, 203), (0.751_83, 1000), (1, 10_000)])
    func pqCodesMatchTheLuminancesOfTheStandard(code: Double, luminance: Double) {
        #expect(abs(Perceptual.luminance(code) - luminance) <= luminance * 0.001)
        #expect(abs(Perceptual.code(luminance) - code) < 0.0001)
    }

    /// BT.2100 table 5: half the code value is a twelfth of the light, and both branches meet there.
    @Test func hlgCodesMatchTheLightOfTheStandard() {
        #expect(abs(ToneMapping.sceneLight(0.5) - 1.0 / 12) < 1e-9)
        #expect(abs(ToneMapping.sceneLight(0.500_000_1) - 1.0 / 12) < 1e-6)
        #expect(abs(ToneMapping.sceneLight(1) - 1) < 1e-5)
        expect(ToneMapping.sceneLight(0), is: 0)
        // BT.2408 table 1: 75 % is white, 203 cd/m² on a screen of 1000.
        let scene = ToneMapping.sceneLight(0.75)
        #expect(abs(1000 * scene * pow(scene, 0.2) - 203) < 1)
    }

    @Test func theCurveKeepsDarkLevelsAndMapsThePeakToWhite() {
        let top = 1000.0 / 203
        #expect(abs(ToneMapping.compressed(0.1, top: top) - 0.1) < 1e-6)
        #expect(abs(ToneMapping.compressed(top, top: top) - 1) < 1e-6)
        expect(ToneMapping.compressed(1, top: 1), is: 1)
        var last = 0.0
        for step in 1...200 {
            let light = ToneMapping.compressed(Double(step) / 200 * top, top: top)
            #expect(light >= last)
            last = light
        }
    }

    @Test func greysStayGreyAndThePeakIsWhite() {
        let hdr = Self.color(.perceptual(peak: 1000))
        for code in stride(from: Float(0), through: 1, by: 0.05) {
            let levels = Self.shown(code, code, code, hdr)
            #expect((levels.max() ?? 0) - (levels.min() ?? 0) <= 1)
        }
        expect(Self.shown(0, 0, 0, hdr), is: [0, 0, 0])
        #expect(Self.shown(0.7519, 0.7519, 0.7519, hdr).allSatisfy { $0 >= 254 })
        #expect(Self.shown(1, 1, 1, Self.color(.hybridLogGamma)).allSatisfy { $0 >= 254 })
    }

    /// Below the knee: 20 cd/m² is (20/203)^(1/2.4) of white.
    @Test func darkGreysKeepTheirHDRLuminance() {
        let code = Float(Perceptual.code(20))
        let expected = 255 * pow(20.0 / 203, 1 / 2.4)
        for level in Self.shown(code, code, code, Self.color(.perceptual(peak: 1000))) {
            #expect(abs(Double(level) - expected) <= 1)
        }
    }

    @Test func coloursInsideBothGamutsArePreserved() {
        // BT.709's pure red in BT.2020 (BT.2087 table 2, first column).
        let wide: [Double] = [0.6274, 0.0691, 0.0164]
        let codes = wide.map { Float(pow($0, 1 / 2.4)) }
        let levels = Self.shown(codes[0], codes[1], codes[2], Self.color(.standard))
        #expect(levels[0] >= 254)
        #expect(levels[1] <= 6)
        #expect(levels[2] <= 6)
    }

    @Test func standardRangePicturesNeedNoMapping() {
        #expect(!Self.color(.standard, isWide: false).needsMapping)
        #expect(Self.color(.hybridLogGamma, isWide: false).needsMapping)
    }
}
