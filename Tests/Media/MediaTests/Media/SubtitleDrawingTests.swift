import PlayCore
import TestSupport
import Testing

@testable import Media

@Suite("Text drawn on pictures by libass") struct SubtitleDrawingTests {
    private static let script = """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 320
        PlayResY: 180

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BorderStyle, Outline, Alignment, MarginV
        Style: Default,sans-serif,24,&H00FFFFFF,&H00000000,1,1,2,8

        [Events]
        Format: Layer, Start, End, Style, Text
        Dialogue: 0,0:00:00.00,9:59:59.99,Default,Hello there

        """

    private func brightest(_ picture: PixelBuffer, rows: Range<Int>) -> UInt8 {
        rows.reduce(0) { most, y in
            (0..<picture.width).reduce(most) { max($0, picture.rgb(x: $1, y: y).green) }
        }
    }

    @Test("the text is drawn where the script places it, and the rest of the picture stays unchanged")
    func drawing() throws {
        // A width whose rows FFmpeg pads.
        let plain = PixelBuffer(width: 322, height: 180) { bytes in
            for at in bytes.indices { bytes[at] = UInt8(at % 4 * 20) }
        }
        let drawn = try SubtitleDrawing.draw(Self.script, on: plain)
        #expect(drawn.width == 322 && drawn.height == 180)
        #expect(brightest(drawn, rows: 130..<180) > 230)
        expect(brightest(drawn, rows: 0..<120), is: 20)
        #expect(drawn.rgb(x: 321, y: 100) == plain.rgb(x: 321, y: 100))
    }
}
