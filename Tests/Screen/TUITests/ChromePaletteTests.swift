import Cells
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite struct ChromePaletteTests {
    private static let grounds = [
        0x000000, 0x1E1E1E, 0x002B36, 0x282C34, 0x300A24, 0x3F3F3F, 0xEEEEEE, 0xFDF6E3, 0xFFFFFF,
    ].map { Color(rawValue: $0) }
    private static let styles = [
        Theme.accent, Theme.accentBold, Theme.focused, Theme.link, Theme.warning, Theme.error, Theme.dim,
    ]

    private func shown(_ style: Style, _ background: Color?, _ depth: ColorDepth = .trueColor, glyph: UInt32 = 0x61)
        -> Cell
    {
        var cells = CellBuffer(
            columns: 1, rows: 1,
            filledWith: Cell(
                glyph: glyph, foreground: style.foreground, background: style.background, attributes: style.attributes))
        var palette = ChromePalette(
            TerminalTraits(columns: 80, rows: 24, colorDepth: depth, background: background))
        palette.apply(to: &cells)
        return cells[0, 0]
    }

    @Test("every style of the theme has a contrast of 4.5 : 1 on every known background", arguments: grounds)
    func theme(background: Color) {
        for depth in [ColorDepth.trueColor, .palette256] {
            for style in Self.styles {
                let cell = shown(style, background, depth)
                #expect(Contrast.ratio(cell.foreground, background) >= 4.5, "\(style) \(depth)")
                #expect(!cell.attributes.contains(.dim))
            }
            for index in UInt8(0)..<16 {
                let cell = shown(Style(foreground: .palette(index)), background, depth)
                #expect(Contrast.ratio(cell.foreground, background) >= 4.5, "\(index) \(depth)")
            }
        }
    }

    @Test("with 16 or 8 colours, whose values are unknown, dark colours are used on white")
    func fewColors() {
        for depth in [ColorDepth.palette16, .palette8] {
            for style in Self.styles where style != Theme.dim {
                let cell = shown(style, .rgb(255, 255, 255), depth)
                #expect(Contrast.ratio(cell.foreground, .rgb(255, 255, 255)) >= 4.5, "\(style)")
                expect(shown(style, .rgb(0, 0, 0), depth).foreground, is: style.foreground)
            }
        }
    }

    @Test("on an unknown background the theme's colours do not change")
    func unknown() {
        for style in Self.styles {
            let cell = shown(style, nil)
            expect(cell.foreground, is: style.foreground)
            expect(cell.attributes, is: style.attributes)
        }
    }

    @Test("names in #1E1E1E and pure blue are lifted on a dark background and keep their hue")
    func names() {
        for background in [Color.rgb(0, 0, 0), .rgb(0x1E, 0x1E, 0x1E), nil] {
            let ground = background ?? .rgb(0, 0, 0)
            for (depth, name) in [(ColorDepth.trueColor, 0x1E1E1E), (.trueColor, 0x0000FF), (.palette256, 0x0000FF)] {
                let cell = shown(Style(foreground: Color(rawValue: UInt32(name))), background, depth)
                #expect(Contrast.ratio(cell.foreground, ground) >= 4.5)
                if name == 0xFF { #expect(cell.foreground.direct.blue > cell.foreground.direct.red) }
            }
        }
    }

    @Test("pixels of a picture and text with a background of its own do not change")
    func untouched() {
        let dark = Color.rgb(0x10, 0x10, 0x10)
        expect(shown(Style(foreground: dark), .rgb(0, 0, 0), glyph: 0x2580).foreground, is: dark)
        expect(shown(Style(foreground: dark, background: .rgb(0, 0, 0)), .rgb(0, 0, 0)).foreground, is: dark)
    }
}
