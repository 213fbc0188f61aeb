import TUI
import TestSupport
import Testing

@Suite("Layout files")
struct LayoutFileTests {
    @Test("UI-10, UI-11, UI-15, UI-24, UI-25: a file sets rows, widths, elasticities, texts and numbers of the bar")
    func everything() throws {
        let layouts = try LayoutFile.parse(
            """
            # mine
            [first]
            compact-below = 60
            spacing=2
              height = 2
            standard = playback  jump-back:6 progress:8:24 "a : \u{1B}b":-:2 spacer logo:10:1
            standard = LabelVolume spacer:3 spacer
            compact = progress:8:24 playback

            [second]
            standard = progress:0:0.5
            """)
        expect(layouts.map(\.name), is: ["first", "second"])
        let first = layouts[0].layout
        expect(first.controlBarHeight, is: 2)
        expect(first.horizontalItemSpacing, is: 2)
        expect(first.compactLayoutMaximumWidth, is: 60)
        let rows = first.rows(.standard)
        expect(
            rows.map { $0.map(\.tag) },
            is: [
                [.playback, .jumpBack, .progress, .text, .empty, .logo], [.volume, .empty, .empty],
            ])
        expect(rows[0].map(\.width), is: [.standard, .columns(6), .columns(8), .standard, .columns(1), .columns(10)])
        expect(rows[0].map(\.elasticityInThousandths), is: [0, 0, 24_000, 2000, 1000, 1000])
        expect(rows[0][3].text, is: "a : b")
        expect(rows[0][3].minimumWidth { _ in 99 }, is: 5)
        // UI-19: a control with equal values in both sets is the same view.
        expect(first.rows(.compact), is: [[rows[0][2], rows[0][0]]])
        expect(layouts[1].layout.rows(.compact), is: layouts[1].layout.rows(.standard))
        expect(layouts[1].layout.rows(.compact)[0][0].elasticityInThousandths, is: 500)
    }

    @Test(
        "UI-10: a mistake is reported with its line",
        arguments: [
            ("standard = playback", 1), ("[a]\n\nstandard = plaback", 3), ("[a]\nstandard = playback:x", 2),
            ("[a]\nstandard = playback:1:x", 2), ("[a]\nstandard = playback:1:2:3", 2),
            ("[a]\nstandard = playback:501", 2), ("[a]\nstandard = playback:1:1001", 2),
            ("[a]\nstandard = playback playback", 2), ("[a]\nstandard =", 2), ("[a]\nstandard", 2),
            ("[a]\nstandard = \"text", 2), ("[a]\nstandard = \"text\"x", 2), ("[a]\ncolour = 3", 2),
            ("[a]\nheight = 0", 2), ("[a]\nspacing = -1", 2), ("[a]\ncompact-below = many", 2), ("[a", 1), ("[]", 1),
            ("[a b]", 1), ("[vod]\nstandard = playback", 1), ("[auto]", 1),
            ("[a]\nstandard = playback\n[a]\nstandard = volume", 3), ("#\n[a]\ncompact = playback", 2),
            ("[a]" + String(repeating: "\nstandard = playback", count: 5), 6),
            ("[a]\nstandard = ViewText", 2), ("[a]\nstandard = playback:1e9", 2), ("[a]\nstandard = :4", 2),
        ])
    func mistakes(_ text: String, _ line: Int) {
        #expect { try LayoutFile.parse(text) } throws: { error in
            (error as? LayoutFile.Mistake)?.line == line && (error as? LayoutFile.Mistake)?.reason.isEmpty == false
        }
    }

    @Test("UI-10: no text crashes the parser")
    func strangeTexts() {
        let parts = [
            "[a]", "\n", "standard", " = ", "playback", ":", "\"", "9", "\u{1B}", "本", "compact = ", "]", "#", "-",
        ]
        var text = ""
        var number = 12_345
        for _ in 0..<4000 {
            number = (number &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
            text += parts[number / 7 % parts.count]
            _ = try? LayoutFile.parse(text)
            if text.count > 60 { text = String(text.suffix(number % 40)) }
        }
    }

    @Test("UI-10: every control of the bar has a name in layout files")
    func names() throws {
        let names = ControlTag.allCases.compactMap(\.fileName)
        expect(Set(names).count, is: names.count)
        expect(names.count, is: ControlTag.allCases.count - 1)
        let row = try LayoutFile.parse("[a]\nstandard = " + names.joined(separator: " "))[0].layout.rows(.standard)[0]
        expect(row.map(\.tag), is: ControlTag.allCases.filter { $0 != .text })
    }
}
