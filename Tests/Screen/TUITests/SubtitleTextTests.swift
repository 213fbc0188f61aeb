import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import Subtitles
import TestSupport
import Testing

@testable import TUI

@Suite("Subtitles on the screen")
struct SubtitleTextTests {
    private func rows(_ state: AppState) -> [String] {
        let chrome = compose(state, at: Samples.now).chrome
        return (0..<chrome.rows).map { ScreenText.text(row: $0, of: chrome) }
    }

    private func trimmed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("PLAY-27: two tracks are shown centred at the bottom, the first one above the second")
    func two() {
        let rows = rows(SubtitleSamples.state(showsBar: false))
        expect(trimmed(rows[21]), is: "We should have taken the other road.")
        expect(trimmed(rows[22]), is: "我们本该走另一条路。")
        let left = rows[21].prefix { $0 == " " }.count
        expect(left, is: (80 - 36) / 2)
        #expect(trimmed(rows[23]).isEmpty)
    }

    @Test(
        "at every size subtitles stay above the bar and the message, which do not change",
        arguments: [(80, 24), (79, 24), (240, 67), (20, 5), (20, 4)])
    func aboveTheBar(_ columns: Int, _ height: Int) {
        let state = SubtitleSamples.state(columns, height)
        let geometry = ScreenGeometry(state, at: Samples.now)
        let with = rows(state)
        var other = state
        other.subtitles.set.setVisible(false, .first)
        other.subtitles.set.setVisible(false, .second)
        let without = rows(other)
        expect(Array(with[geometry.messageRow...]), is: Array(without[geometry.messageRow...]))
        let shown = with[..<geometry.messageRow].joined(separator: " ")
        #expect(shown.contains("We should"))
        #expect(shown != without[..<geometry.messageRow].joined(separator: " "))
    }

    @Test("subtitles that an open list would cover move beside it, or above it in a narrow terminal")
    func besideList() throws {
        for (columns, isBeside) in [(80, true), (50, false)] {
            var state = SubtitleSamples.state(columns, 24)
            state.press("s")
            let geometry = ScreenGeometry(state, at: Samples.now)
            let list = PanelFrame(try #require(state.panel), state, geometry).rect
            let free = isBeside ? rows(state).map { String($0.prefix(list.column)) } : Array(rows(state)[..<list.row])
            let text = trimmed(free.joined(separator: " "))
            #expect(text.contains("We should have taken the other road."), "\(text)")
            #expect(CellBuffer.subtitleRows(state, geometry, at: Samples.now).allSatisfy { isBeside || $0 < list.row })
            state.press(.escape)
            #expect(rows(state).contains { trimmed($0) == "We should have taken the other road." })
        }
    }

    @Test("Hebrew lines are broken in the file's order, and then reordered by the direction of their paragraph")
    func rightToLeft() {
        let cue = SubtitleSamples.cue("שלום VLC 2 עולם טוב!\nplayed by VLC")
        let track = SubtitleSamples.track("he.srt", "heb", [cue])
        var state = SubtitleSamples.state(20, 12, tracks: [track], showsBar: false)
        func shown() -> [String] { rows(state).map(trimmed).filter { !$0.isEmpty }.suffix(3) }
        expect(shown(), is: ["שלום VLC 2", "עולם טוב!", "played by VLC"])
        state.terminal.reordersText = true
        expect(shown(), is: ["VLC 2 םולש", "!בוט םלוע", "played by VLC"])
    }

    @Test("on 20 × 4 the first track has the only row, and an ellipsis marks the rest")
    func tiny() {
        let rows = rows(SubtitleSamples.state(20, 4))
        #expect(trimmed(rows[0]).hasPrefix("We should") && trimmed(rows[0]).hasSuffix("…"))
    }

    @Test("white text on opaque black has a blank on each side, and the picture shows everywhere else")
    func ground() {
        let state = SubtitleSamples.state(
            tracks: [SubtitleSamples.track("a", nil, [SubtitleSamples.cue("Hello")])], showsBar: false)
        let chrome = compose(state, at: Samples.now).chrome
        let row = 22
        let opaque = (0..<80).filter { !chrome[$0, row].isTransparent }
        expect(opaque, is: Array(36...42))
        for column in opaque {
            expect(chrome[column, row].background, is: .rgb(0, 0, 0))
            expect(chrome[column, row].foreground, is: .rgb(255, 255, 255))
        }
    }

    @Test("ADV-21: text keeps the author's colours and styles, on a background that it stands out from")
    func looks() {
        var style = CueStyle()
        (style.isBold, style.isItalic, style.isUnderlined) = (true, true, true)
        style.foreground = RGB(0xFFFF00)
        expect(
            SubtitleColors.style(style),
            is: Style(
                foreground: .rgb(255, 255, 0), background: .rgb(0, 0, 0), attributes: [.bold, .italic, .underline]))
        style.foreground = RGB(0x101010)
        expect(SubtitleColors.style(style).background, is: .rgb(255, 255, 255))
        style.foreground = RGB(0xF0F0F0)
        style.background = RGB(0xFFFFFF)
        expect(SubtitleColors.style(style).background, is: .rgb(0, 0, 0))
        style.background = RGB(0x0000FF)
        expect(SubtitleColors.style(style).background, is: .rgb(0, 0, 255))
    }

    @Test(
        "long lines break at spaces into equal parts, and Chinese between characters but not before a full stop"
    )
    func wrapping() {
        func wrap(_ text: String, _ width: Int) -> [String] {
            SubtitleWrap.lines([CueSpan(text)].glyphs(isASCII: false), width: width).map { String($0.map(\.character)) }
        }
        expect(wrap("one two three four", 40), is: ["one two three four"])
        expect(wrap("one two three four five", 20), is: ["one two three", "four five"])
        expect(wrap("我们本该走另一条路。", 18), is: ["我们本该走", "另一条路。"])
        expect(wrap("我们走。", 6), is: ["我们", "走。"])
        expect(wrap("abcdefghij", 4), is: ["abcd", "efgh", "ij"])
        expect(wrap("a\u{A0}b c", 3), is: ["a\u{A0}b", "c"])
        #expect(wrap("", 10).isEmpty)
        var random = SeededGenerator(seed: 3)
        let pieces = ["word", "本", "。", "（", " ", "-", "e\u{301}", "👨‍👩‍👧", "\u{200B}", "longlonglonglong", "한국", "\u{A0}"]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let width = Int.random(in: 2...60, using: &random)
            let glyphs = [CueSpan(text)].glyphs(isASCII: false)
            let lines = SubtitleWrap.lines(glyphs, width: width)
            #expect(lines.allSatisfy { SubtitleWrap.columns($0) <= width })
            expect(lines.joined().filter { !$0.isSpace }, is: glyphs.filter { !$0.isSpace })
        }
    }

    @Test("cues keep the author's corner and line, and move if they would overlap")
    func places() {
        var top = CuePlacement()
        (top.vertical, top.horizontal) = (.top, .left)
        var line = CuePlacement()
        line.line = .row(4)
        var percent = CuePlacement()
        (percent.line, percent.lineAnchor) = (.percent(50), .middle)
        let cues = [
            SubtitleSamples.cue("corner", placement: top), SubtitleSamples.cue("fourth", placement: line),
            SubtitleSamples.cue("middle", placement: percent), SubtitleSamples.cue("low"),
            SubtitleSamples.cue("above low"),
            SubtitleSamples.cue("also fourth", placement: line),
        ]
        let layout = SubtitleLayout(
            ShownSubtitles(first: cues, second: [], rowsUp: 0), columns: 60, rows: 21, isASCII: false)
        let rows = Dictionary(uniqueKeysWithValues: layout.lines.map { (String($0.glyphs.map(\.character)), $0) })
        expect(rows["corner"]?.row, is: 0)
        expect(rows["corner"]?.column, is: 1)
        expect(rows["fourth"]?.row, is: 4)
        expect(rows["also fourth"]?.row, is: 5)
        #expect(rows["middle"]?.row == 11 || rows["middle"]?.row == 10)
        expect(rows["low"]?.row, is: 20)
        expect(rows["above low"]?.row, is: 19)
        let higher = SubtitleLayout(
            ShownSubtitles(first: [cues[3]], second: [], rowsUp: 5), columns: 60, rows: 21, isASCII: false)
        expect(higher.lines.map(\.row), is: [15])
    }

    @Test("a terminal limited to ASCII shows letters without marks and leaves Chinese to the encoder")
    func ascii() {
        var state = SubtitleSamples.state(
            tracks: [SubtitleSamples.track("a", nil, [SubtitleSamples.cue("“Café – naïve…” ♪ 本 Łódź e\u{301}")])],
            showsBar: false)
        state.terminal.isASCII = true
        expect(trimmed(rows(state)[22]), is: "\"Cafe - naive...\" # 本 Lodz e")
    }

    @Test("UI-22: the button names the shown languages, is hidden without subtitles, and fits both layouts")
    func button() {
        var state = SubtitleSamples.state(100, 24)
        #expect(rows(state)[23].contains(" CC en+zh "))
        state.subtitles.set.select(nil, in: .second)
        #expect(rows(state)[23].contains(" CC en "))
        state.subtitles.set.select(nil)
        #expect(rows(state)[23].contains(" CC "))
        #expect(rows(SubtitleSamples.state(79, 24))[23].contains(" CC en+zh "))
        state.apply(.subtitles([.begin(SubtitleWish())]))
        #expect(state.bar.layout.isRemoved(.closedCaption))
    }

    @Test("subtitles are hidden on the page of a failure and on a terminal that is too small")
    func pages() {
        var state = SubtitleSamples.state()
        state.apply(.snapshot(Samples.failed()))
        #expect(!rows(state).joined().contains("other road."))
        #expect(!rows(SubtitleSamples.state(19, 4)).joined().contains("We"))
    }

    @Test("subtitles compose the chrome only when a line comes or goes, and the loop wakes for it")
    func changes() {
        let state = SubtitleSamples.state(showsBar: false)
        let now = Samples.now
        // The line is shown until 12:36, and the next one comes at 12:37.
        let next = state.nextChange(after: now)
        expect(next, is: now + .seconds(2) + .microseconds(1))
        expect(ChromeKey(state, at: now), is: ChromeKey(state, at: now + .milliseconds(1999)))
        #expect(ChromeKey(state, at: now) != ChromeKey(state, at: now + .milliseconds(2001)))
        expect(state.nextChange(after: now + .seconds(2) + .microseconds(1)), is: now + .seconds(3) + .microseconds(1))
        var hidden = state
        hidden.subtitles.set.setVisible(false, .first)
        hidden.subtitles.set.setVisible(false, .second)
        expect(hidden.nextChange(after: now), is: nil)
        expect(ChromeKey(hidden, at: now), is: ChromeKey(hidden, at: now + .milliseconds(2001)))
    }

    @Test("hostile strings, escape sequences and random text draw no control characters at any size")
    func hostile() throws {
        let source = try HostileText(seed: 1)
        draw((0..<source.originals.count + 500).lazy.map(source.input))
    }

    @Test("control characters, changes of direction and random text draw no control characters at any size")
    func hostileMade() {
        let controls: [UInt32] = Array(0...0x1F) + Array(0x7F...0x9F) + Array(0x202A...0x202E) + Array(0x2066...0x2069)
        let plain = controls.compactMap(Unicode.Scalar.init).flatMap {
            ["\($0)[2Jx", "x&#\($0.value);[2J", "a\u{1B}]0;\($0)"]
        }
        var random = SeededGenerator(seed: 2)
        let texts = plain + (0..<500).map { _ in RandomText.make(using: &random, length: 1...200) }
        let broken: [[UInt8]] = [
            [0x9B, 0x32, 0x4A], [0xC1, 0x9B], [0xE0, 0x80, 0x9B], [0xED, 0xA0, 0x80], [0xFF], [0xF0, 0x9F],
        ]
        draw(texts.map { Array($0.utf8) } + broken)
    }

    /// Draws each text as a cue of each format, and looks for glyphs that must not reach a terminal.
    private func draw(_ texts: some Sequence<[UInt8]>) {
        var random = SeededGenerator(seed: 1)
        let sizes = [(80, 24), (20, 4), (240, 67), (33, 9)]
        var drawn = 0
        for text in texts {
            for (name, bytes) in Hostile.files(text) {
                guard let track = try? SubtitleFile.track(bytes, path: name) else { continue }
                let (columns, height) = sizes[Int.random(in: 0..<sizes.count, using: &random)]
                var state = SubtitleSamples.state(
                    columns, height, tracks: [track, SubtitleSamples.chinese], showsBar: random.next() % 2 == 0)
                state.terminal.isASCII = random.next() % 4 == 0
                let chrome = compose(state, at: Samples.now).chrome
                drawn += 1
                if let bad = Hostile.unprintable(chrome, isASCII: state.terminal.isASCII) {
                    Issue.record("\(name): U+\(String(bad, radix: 16)) of \(text)")
                }
            }
        }
        #expect(drawn > 1000, "else nothing was looked at")
    }

    @Test(
        "signs take a third of the rows at most, and leave the dialogue its rows",
        arguments: [(80, 24), (40, 8), (20, 5)])
    func signs(_ columns: Int, _ height: Int) throws {
        let header = "[Script Info]\nPlayResX: 1280\nPlayResY: 720\n[Events]\nFormat: Layer, Start, End, Text\n"
        let events = (0..<60).map { "\\pos(\($0 % 5 * 250),\($0 / 5 * 60))}SIGN \($0)" }
        let text =
            header + "Dialogue: 0,0:12:00.00,0:13:00.00,Where is the ferry?\n"
            + events.map { "Dialogue: 0,0:12:30.00,0:13:00.00,{\($0)\n" }.joined()
        let track = try SubtitleFile.track(Array(text.utf8), path: "a.ass")
        let rows = rows(SubtitleSamples.state(columns, height, tracks: [track], showsBar: false))
        #expect(rows.contains { trimmed($0).contains("Where") })
        let count = rows.count { $0.contains("SIGN") }
        #expect((1...max(2, height / 3)).contains(count))
    }
}
