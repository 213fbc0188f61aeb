import CPlatform
import Cells
import TestSupport
import Testing

@Suite struct PictureEncodingTests {
    init() { setlocale(LC_CTYPE, "C.UTF-8") }

    /// An encoder with a model of the terminal at the other end.
    private struct Wire {
        let encoder: FrameEncoder
        var screen: VTScreen
        var outcome = FrameOutcome()
        var bytes = 0

        init(columns: Int, rows: Int, profile: EncoderProfile = EncoderProfile(), quality: QualityTarget) {
            encoder = FrameEncoder(columns: columns, rows: rows, profile: profile)
            encoder.quality = quality
            screen = VTScreen(columns: columns, rows: rows)
            screen.hasBackColorErase = profile.hasBackColorErase
        }

        mutating func show(_ frame: ScreenFrame, _ allowance: LinkAllowance = .unlimited) {
            let capacity = encoder.maximumRowBytes * encoder.rows
            var outcome = FrameOutcome()
            let written = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                guard let base = buffer.baseAddress else { return }
                (count, outcome) = encoder.encode(frame, allowance: allowance, into: base)
            }
            self.outcome = outcome
            bytes = written.count
            screen.feed(written)
        }

        /// The cells that the encoder believes the terminal shows.
        var shown: CellBuffer {
            var buffer = CellBuffer(columns: encoder.columns, rows: encoder.rows)
            encoder.withShown { shown in
                buffer.withMutableCells { cells in for at in cells.indices { cells[at] = shown[at] } }
            }
            return buffer
        }

        /// The cells where the terminal differs from the encoder's belief. Cells that the encoder does not know are
        /// left out.
        var disagreements: [String] {
            var believed = shown.asSent(encoder.profile)
            for row in 0..<encoder.rows {
                for column in 0..<encoder.columns where believed[column, row].isTransparent {
                    believed[column, row] = screen.cells[row * encoder.columns + column]
                }
            }
            return screen.differences(from: believed)
        }
    }

    private func frame(_ picture: CellBuffer, chrome: CellBuffer? = nil, column: Int = 0, row: Int = 0) -> ScreenFrame {
        ScreenFrame(
            chrome: chrome ?? CellBuffer(columns: picture.columns, rows: picture.rows, filledWith: .transparent),
            picture: picture, pictureColumn: column, pictureRow: row)
    }

    private static let qualities: [QualityTarget] = [.lossless, .automatic, .exact, .high, .low, .similarity(0.7)]
    private static let budgets: [Int?] = [nil, 0, 40, 300, 2_000, 9_000]

    @Test(
        "the terminal shows what the encoder believes, with any frames, budgets and colours",
        arguments: ColorDepth.allCases, qualities)
    func agreement(depth: ColorDepth, quality: QualityTarget) {
        for (columns, rows) in [(1, 1), (7, 2), (40, 12), (131, 5)] {
            for hasExtras in [false, true] {
                let profile = EncoderProfile(
                    colorDepth: depth, hasDirectColor: hasExtras, hasBackColorErase: hasExtras, hasRepeat: hasExtras)
                var wire = Wire(columns: columns, rows: rows, profile: profile, quality: quality)
                var frames = RandomFrames(seed: UInt64(columns * 31 + rows))
                var film = MovingPicture(columns: columns, rows: rows, seed: UInt64(rows))
                var chrome = CellBuffer(columns: columns, rows: rows, filledWith: .transparent)
                var noise = CellBuffer(columns: columns, rows: rows)
                for step in 0..<24 {
                    if frames.chance(6) { film.cut() }
                    if frames.chance(4) { frames.change(&chrome) }
                    if frames.chance(9) { chrome = CellBuffer(columns: columns, rows: rows, filledWith: .transparent) }
                    frames.change(&noise)
                    if frames.chance(12) {
                        wire.encoder.forget(row: Int.random(in: 0..<rows, using: &frames.generator))
                    }
                    let picture = (frames.chance(5) ? noise : film.next()).asSent(profile)
                    let allowance = LinkAllowance(bytes: frames.pick(Self.budgets))
                    wire.show(
                        frame(
                            picture, chrome: chrome, column: frames.chance(3) ? -2 : 0,
                            row: frames.chance(3) ? 1 : 0), allowance)
                    let wrong = wire.disagreements
                    expect(wrong, is: [], "step \(step) of \(columns)×\(rows): \(wrong.prefix(3))")
                    guard wrong.isEmpty else { return }
                }
                expect(wire.screen.problems, is: [])
                expect(wire.screen.scrollCount, is: 0)
            }
        }
    }

    @Test("nothing is written outside the pane", arguments: qualities)
    func insidePane(quality: QualityTarget) {
        var wire = Wire(columns: 40, rows: 12, quality: quality)
        var film = MovingPicture(columns: 20, rows: 6, seed: 4)
        let mark = Cell(glyph: 0x23, foreground: .palette(3), background: .terminalDefault, attributes: [])
        var chrome = CellBuffer(columns: 40, rows: 12, filledWith: mark)
        for row in 3..<9 { for column in 10..<30 { chrome[column, row] = .transparent } }
        for budget in [nil, 500, 60, 0, 3000] as [Int?] {
            wire.show(frame(film.next(), chrome: chrome, column: 10, row: 3), LinkAllowance(bytes: budget))
            let screen = wire.screen
            for row in 0..<12 {
                for column in 0..<40 where !(3..<9).contains(row) || !(10..<30).contains(column) {
                    expect(screen.cells[row * 40 + column].glyph, is: 0x23, "\(column), \(row)")
                }
            }
        }
    }

    @Test("exact quality keeps at least 45 dB with less than three quarters of the bytes of lossless")
    func exactness() {
        var exact = Wire(columns: 120, rows: 30, quality: .exact)
        var lossless = Wire(columns: 120, rows: 30, quality: .lossless)
        var film = MovingPicture(columns: 120, rows: 30, seed: 11)
        var (bytes, reference, error) = (0, 0, 0.0)
        for step in 0..<60 {
            let picture = film.next()
            exact.show(frame(picture))
            lossless.show(frame(picture))
            expect(lossless.shown, is: picture)
            guard step >= 20 else { continue }
            bytes += exact.bytes
            reference += lossless.bytes
            error += exact.shown.meanSquaredError(to: picture)
        }
        // 45 dB: 255² / 10^4.5.
        #expect(error / 40 <= 2.056)
        #expect(bytes * 4 < reference * 3)
    }

    @Test("two similar cells are written in their mean, so that the colours are set once")
    func sharedColors() {
        var wire = Wire(columns: 80, rows: 10, quality: .exact)
        var random = SeededGenerator(seed: 5)
        func pixel(_ component: UInt8) -> Color {
            let red = UInt8.random(in: 0...200, using: &random)
            return .rgb(red &+ component, component &+ 50, 200 &- red &+ component)
        }
        var shared = 0
        for step in 0..<40 {
            var picture = CellBuffer(columns: 80, rows: 10)
            var means = picture
            for row in 0..<10 {
                for column in stride(from: 0, to: 80, by: 2) {
                    let (top, bottom) = (pixel(0), pixel(20))
                    for (offset, change) in [(0, UInt8(0)), (1, 2)] {
                        picture[column + offset, row] = Self.halves(top, bottom, brighter: change)
                        means[column + offset, row] = Self.halves(top, bottom, brighter: 1)
                    }
                }
            }
            wire.show(frame(picture))
            guard step >= 20 else { continue }
            let shown = wire.shown
            for row in 0..<10 {
                for column in 0..<80 where shown[column, row] == means[column, row] { shared += 1 }
            }
        }
        // Of 16,000.
        #expect(shared > 12_000, "\(shared)")
    }

    private static func halves(_ top: Color, _ bottom: Color, brighter: UInt8) -> Cell {
        func changed(_ color: Color) -> Color {
            .rgb(color.red &+ brighter, color.green &+ brighter, color.blue &+ brighter)
        }
        return Cell(glyph: 0x2580, foreground: changed(top), background: changed(bottom), attributes: [])
    }

    @Test("the mean similarity reaches its target and hardly exceeds it", arguments: [0.9, 0.95, 0.985])
    func similarity(target: Double) throws {
        var wire = Wire(columns: 120, rows: 30, quality: .similarity(target))
        var film = MovingPicture(columns: 120, rows: 30, seed: 3)
        var reached: [Double] = []
        for step in 0..<160 {
            wire.show(frame(film.next()))
            if step >= 100 { reached.append(try #require(wire.outcome.ssim)) }
        }
        let mean = reached.reduce(0, +) / Double(reached.count)
        #expect(mean >= target, "\(mean)")
        #expect(mean < target + (1 - target) * 0.6, "\(mean)")
    }

    @Test("a frame stays close to its byte budget, even at a cut", arguments: [600, 1500, 4000, 12_000])
    func budget(bytes: Int) {
        var wire = Wire(columns: 120, rows: 30, quality: .automatic)
        var film = MovingPicture(columns: 120, rows: 30, seed: 8)
        var total = 0
        for step in -15..<90 {
            if step == 30 || step == 60 { film.cut() }
            wire.show(frame(film.next()), LinkAllowance(bytes: bytes))
            // The limit is half as much again as the budget, and one row.
            #expect(wire.bytes < bytes * 3 / 2 + 1600, "step \(step)")
            // The first picture takes several frames, and each of them needs more than this.
            if step >= 0 { total += wire.bytes }
        }
        #expect(total < bytes * 90 * 11 / 10)
        #expect(total > bytes * 90 / 2)
    }

    @Test("a picture that stands still becomes exact within its byte budget", arguments: [800, 3000, 20_000])
    func still(bytes: Int) {
        var wire = Wire(columns: 80, rows: 24, quality: .automatic)
        var film = MovingPicture(columns: 80, rows: 24, seed: 2)
        for _ in 0..<10 { wire.show(frame(film.next()), LinkAllowance(bytes: bytes)) }
        let picture = film.next()
        var presents = 0
        repeat {
            wire.show(frame(picture), LinkAllowance(bytes: bytes))
            presents += 1
        } while wire.outcome.isApproximate && presents < 400
        expect(wire.shown.meanSquaredError(to: picture), is: 0)
        // Twice the frames that the bytes of the whole picture need, and a few until the picture counts as still.
        #expect(presents <= 2 * 80 * 24 * 40 / bytes + 12)
        wire.show(frame(picture), LinkAllowance(bytes: bytes))
        expect(wire.bytes, is: 0)
    }

    @Test("chrome is written even if there are no bytes for the picture")
    func chromeOnly() {
        var wire = Wire(columns: 40, rows: 10, quality: .automatic)
        var film = MovingPicture(columns: 40, rows: 10, seed: 6)
        let first = film.next()
        wire.show(frame(first))
        let before = wire.shown
        var chrome = CellBuffer(columns: 40, rows: 10, filledWith: .transparent)
        let letter = Cell(glyph: 0x41, foreground: .palette(2), background: .terminalDefault, attributes: .bold)
        chrome[7, 3] = letter
        wire.show(frame(film.next(), chrome: chrome), .chromeOnly)
        var expected = before
        expected[7, 3] = letter
        expect(wire.shown, is: expected)
        #expect(wire.outcome.isApproximate)
        expect(wire.disagreements, is: [])
    }

    @Test("every row is written in the end, even with a far too small budget")
    func fairness() {
        var wire = Wire(columns: 100, rows: 30, quality: .automatic)
        var film = MovingPicture(columns: 100, rows: 30, seed: 5)
        for _ in 0..<120 { wire.show(frame(film.next()), LinkAllowance(bytes: 250)) }
        for row in 0..<30 {
            #expect((0..<100).contains { wire.shown[$0, row].background != .terminalDefault }, "row \(row)")
        }
    }

    @Test("text over the picture disappears with the next frame, even with few bytes")
    func leftovers() {
        var wire = Wire(columns: 60, rows: 12, quality: .automatic)
        var film = MovingPicture(columns: 60, rows: 12, seed: 7)
        wire.show(frame(film.next()))
        var chrome = CellBuffer(columns: 60, rows: 12, filledWith: .transparent)
        for column in 5..<25 {
            chrome[column, 4] = Cell(glyph: 0x58, foreground: .palette(7), background: .terminalDefault, attributes: [])
        }
        wire.show(frame(film.next(), chrome: chrome), LinkAllowance(bytes: 2000))
        wire.show(frame(film.next()), LinkAllowance(bytes: 700))
        #expect(!wire.screen.text.contains("X"))
    }
}

extension CellBuffer {
    /// Returns the cells in the colours that a terminal of this profile receives.
    fileprivate func asSent(_ profile: EncoderProfile) -> CellBuffer {
        var buffer = self
        buffer.withMutableCells { cells in
            for at in cells.indices {
                cells[at].foreground = profile.sent(cells[at].foreground)
                cells[at].background = profile.sent(cells[at].background)
            }
        }
        return buffer
    }

    /// Returns the mean squared error of the components of half-blocks in direct or palette colours.
    fileprivate func meanSquaredError(to other: CellBuffer) -> Double {
        var total = 0
        for row in 0..<rows {
            for column in 0..<columns {
                let (a, b) = (self[column, row], other[column, row])
                total += Self.squared(a.background, b.background)
                total += Self.squared(
                    a.glyph == 0x20 ? a.background : a.foreground, b.glyph == 0x20 ? b.background : b.foreground)
            }
        }
        return Double(total) / Double(6 * columns * rows)
    }

    private static func squared(_ a: Color, _ b: Color) -> Int {
        let (a, b) = (a.direct, b.direct)
        let (red, green, blue) = (
            Int(a.red) - Int(b.red), Int(a.green) - Int(b.green), Int(a.blue) - Int(b.blue)
        )
        return red * red + green * green + blue * blue
    }
}
