import CPlatform
import Cells
import TestSupport
import Testing

@Suite struct FrameEncoderTests {
    init() { setlocale(LC_CTYPE, "C.UTF-8") }

    /// An encoder, its output buffer, and a model of the terminal that receives the bytes.
    private struct Wire {
        let encoder: FrameEncoder
        var screen: VTScreen
        var lastBytes: [UInt8] = []

        init(columns: Int, rows: Int, profile: EncoderProfile) {
            encoder = FrameEncoder(columns: columns, rows: rows, profile: profile)
            screen = VTScreen(columns: columns, rows: rows)
            screen.hasBackColorErase = profile.hasBackColorErase
        }

        mutating func show(_ frame: ScreenFrame) {
            let capacity = encoder.maximumRowBytes * encoder.rows
            lastBytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                count = buffer.baseAddress.map { encoder.encode(frame, into: $0) } ?? 0
            }
            screen.feed(lastBytes)
        }
    }

    private func chrome(_ buffer: CellBuffer) -> ScreenFrame {
        ScreenFrame(chrome: buffer, picture: nil, pictureColumn: 0, pictureRow: 0)
    }

    /// Returns the cells that a terminal of this profile should show.
    private func expected(_ buffer: CellBuffer, _ profile: EncoderProfile) -> CellBuffer {
        var buffer = buffer
        buffer.withMutableCells { cells in
            for at in cells.indices {
                cells[at].foreground = profile.sent(cells[at].foreground)
                cells[at].background = profile.sent(cells[at].background)
            }
        }
        return buffer
    }

    @Test("only the chrome that an image has covered is written again, not the rest of its row")
    func repeatedChrome() {
        let (columns, rows) = (60, 3)
        var buffer = CellBuffer(columns: columns, rows: rows, filledWith: .transparent)
        for column in 30..<35 {
            buffer[column, 1] = Cell(
                glyph: 0x73, foreground: .rgb(255, 0, 0), background: .terminalDefault, attributes: [])
        }
        let frame = ScreenFrame(
            chrome: buffer, picture: CellBuffer(columns: columns, rows: rows), pictureColumn: 0, pictureRow: 0)
        var wire = Wire(columns: columns, rows: rows, profile: EncoderProfile())
        wire.show(frame)
        expect(wire.screen[30, 1].glyph, is: 0x73)
        wire.screen.feed(Array("\u{1B}[2;1H\u{1B}[m".utf8) + [UInt8](repeating: 0x69, count: 50))
        let bytes = [UInt8](unsafeUninitializedCapacity: wire.encoder.maximumRowBytes) { output, count in
            count = output.baseAddress.map { wire.encoder.repeatChrome(row: 1, of: frame, into: $0) } ?? 0
        }
        wire.screen.feed(bytes)
        expect((28..<37).map { wire.screen[$0, 1].glyph }, is: [0x69, 0x69, 0x73, 0x73, 0x73, 0x73, 0x73, 0x69, 0x69])
        expect(wire.screen[34, 1].foreground, is: .rgb(255, 0, 0))
    }

    static let sizes = [(1, 1), (2, 1), (1, 3), (3, 2), (9, 12), (40, 12), (131, 11), (300, 3)]

    @Test(
        "after any sequence of frames the terminal shows the last one", arguments: ColorDepth.allCases,
        [false, true])
    func randomFrames(depth: ColorDepth, hasExtras: Bool) {
        for (columns, rows) in Self.sizes {
            let profile = EncoderProfile(
                colorDepth: depth, hasDirectColor: hasExtras, hasBackColorErase: hasExtras, hasRepeat: hasExtras)
            var wire = Wire(columns: columns, rows: rows, profile: profile)
            var frames = RandomFrames(seed: UInt64(columns * 100 + rows))
            var buffer = CellBuffer(columns: columns, rows: rows)
            for step in 0..<60 {
                frames.change(&buffer)
                if frames.chance(15) { wire.encoder.forget(row: Int.random(in: 0..<rows, using: &frames.generator)) }
                wire.show(chrome(buffer))
                let wrong = wire.screen.differences(from: expected(buffer, profile))
                expect(wrong, is: [], "step \(step) of \(columns)×\(rows): \(wrong)")
                guard wrong.isEmpty else { return }
            }
            expect(wire.screen.problems, is: [])
            expect(wire.screen.scrollCount, is: 0)
        }
    }

    @Test("damaged cells never shift their neighbours, leave no state behind and write no control characters")
    func damage() {
        for seed in UInt64(1)...20 {
            var wire = Wire(columns: 33, rows: 6, profile: EncoderProfile())
            var frames = RandomFrames(seed: seed)
            frames.hasDamage = true
            var buffer = CellBuffer(columns: 33, rows: 6)
            for _ in 0..<40 {
                frames.change(&buffer)
                wire.show(chrome(buffer))
            }
            expect(wire.screen.problems, is: [])
            let incremental = wire.screen
            wire.encoder.forget()
            wire.show(chrome(buffer))
            expect(wire.screen.cells.map(VTScreen.Look.init), is: incremental.cells.map(VTScreen.Look.init))
        }
    }

    @Test("a frame that the terminal already shows takes no bytes")
    func unchanged() {
        var wire = Wire(columns: 40, rows: 10, profile: EncoderProfile())
        var buffer = CellBuffer(columns: 40, rows: 10)
        var frames = RandomFrames(seed: 5)
        for _ in 0..<10 { frames.change(&buffer) }
        wire.show(chrome(buffer))
        #expect(!wire.lastBytes.isEmpty)
        wire.show(chrome(buffer))
        #expect(wire.lastBytes.isEmpty)
    }

    @Test("chrome lies above the picture, and the picture is clipped to the terminal")
    func composition() {
        var chrome = CellBuffer(columns: 6, rows: 3, filledWith: .transparent)
        let letter = Cell(glyph: 0x58, foreground: .palette(2), background: .terminalDefault, attributes: .bold)
        chrome[2, 1] = letter
        let red = Cell(glyph: 0x2580, foreground: .rgb(255, 0, 0), background: .rgb(0, 0, 9), attributes: [])
        let picture = CellBuffer(columns: 4, rows: 4, filledWith: red)
        var wire = Wire(columns: 6, rows: 3, profile: EncoderProfile())
        wire.show(ScreenFrame(chrome: chrome, picture: picture, pictureColumn: 1, pictureRow: -2))
        var target = CellBuffer(columns: 6, rows: 3)
        for row in 0...1 { for column in 1...4 { target[column, row] = red } }
        target[2, 1] = letter
        expect(wire.screen.differences(from: target), is: [])
        wire.show(ScreenFrame(chrome: chrome, picture: picture, pictureColumn: -3, pictureRow: 1))
        target = CellBuffer(columns: 6, rows: 3)
        for row in 1...2 { target[0, row] = red }
        target[2, 1] = letter
        expect(wire.screen.differences(from: target), is: [])
    }

    @Test("a half-block with the pen's colours swapped is written as its mirror image, without a change of colour")
    func mirrored() {
        var buffer = CellBuffer(columns: 3, rows: 1)
        let a = Color.rgb(1, 2, 3)
        let b = Color.rgb(4, 5, 6)
        buffer[0, 0] = Cell(glyph: 0x2580, foreground: a, background: b, attributes: [])
        buffer[1, 0] = Cell(glyph: 0x2580, foreground: b, background: a, attributes: [])
        buffer[2, 0] = Cell(glyph: 0x2580, foreground: a, background: a, attributes: [])
        var wire = Wire(columns: 3, rows: 1, profile: EncoderProfile())
        wire.show(chrome(buffer))
        let text = String(decoding: wire.lastBytes, as: UTF8.self)
        expect(text, is: "\u{1B}[m\u{1B}[1H\u{1B}[38;2;1;2;3;48;2;4;5;6m▀▄█")
    }

    @Test("an empty row in the default colour is erased, even without back colour erase")
    func erased() {
        var wire = Wire(columns: 200, rows: 1, profile: EncoderProfile())
        wire.show(chrome(CellBuffer(columns: 200, rows: 1)))
        expect(String(decoding: wire.lastBytes, as: UTF8.self), is: "\u{1B}[m\u{1B}[1H \u{1B}[K")
    }

    @Test("without UTF-8 only ASCII is written")
    func asciiOnly() {
        var wire = Wire(columns: 40, rows: 8, profile: EncoderProfile(colorDepth: .palette16, isUTF8: false))
        var frames = RandomFrames(seed: 9)
        var buffer = CellBuffer(columns: 40, rows: 8)
        for _ in 0..<20 {
            frames.change(&buffer)
            wire.show(chrome(buffer))
            #expect(wire.lastBytes.allSatisfy { $0 < 0x80 })
        }
        expect(wire.screen.problems, is: [])
    }

    @Test("NO_COLOR turns hues into greys and theme colours into the default", arguments: [true, false])
    func greys(direct: Bool) {
        let profile = EncoderProfile(colorDepth: .grey, hasDirectColor: direct)
        expect(profile.sent(.palette(4)), is: .terminalDefault)
        expect(profile.sent(.palette(7)), is: .palette(7))
        let grey = profile.sent(.rgb(200, 10, 90))
        #expect(direct ? grey.red == grey.green && grey.green == grey.blue : (grey.paletteIndex ?? 0) >= 232)
    }
}
