import Cells
import Glibc
import PlayCore
import TestSupport
import Testing

/// Tests of the real program on terminals with and without graphics.
@Suite(.serialized) struct GraphicsOutputTests {
    /// Starts the program in 80 × 24 cells of 8 × 16 pixels.
    private func run(_ output: String, answers: String, clip: String = "counter.mp4", _ options: [String] = [])
        throws -> PlayerRun
    {
        let run = try PlayerRun(["--vo=" + output, "--control-bar=never"] + options + [Fixtures.path(clip)])
        // The last query is the one for the attributes.
        run.terminal.attributes = "\u{1B}[6;16;8t" + answers
        return run
    }

    /// Returns the number of the picture from the stripes in its middle, or `nil` if the image is too small.
    private func counter(_ image: SixelImage) -> Int? {
        guard image.pixels.count > 12, image.width > 32 else { return nil }
        let row = image.pixels[image.height / 2]
        return (0..<16).reduce(0) { number, bit in
            let pixel = row[(2 * bit + 1) * image.width / 32] ?? 0
            return number | (pixel >> 8 & 0xFF > 127 ? 1 << bit : 0)
        }
    }

    private func sixels(_ screen: VTScreen) -> [VTScreen.Graphics] { screen.graphics.filter { $0.kind == "P" } }

    @Test("--vo=sixel writes whole images of the right size at one place without scrolling")
    func sixel() throws {
        let run = try run("sixel", answers: "\u{1B}[?64;1;2;4;6c")
        try run.wait(for: "pictures") { sixels($0).count >= 10 }
        let images = sixels(run.screen)
        var numbers: [Int] = []
        for graphics in images {
            let image = SixelImage(graphics.body)
            expect(image.problems, is: [])
            // Four times as wide as high, over the whole width, above the last row.
            expect(image.width, is: 640)
            expect(image.height, is: 160)
            expect(graphics.column, is: 0)
            #expect(graphics.row * 16 + image.pixels.count <= 23 * 16)
            #expect(image.pixels[..<image.height].allSatisfy { $0.allSatisfy { $0 != nil } })
            if let number = counter(image) { numbers.append(number) }
        }
        expect(numbers.count, is: images.count)
        expect(numbers, is: numbers.sorted())
        #expect((numbers.first ?? 0) < 300)
        expect(run.screen.scrollCount, is: 0)
        // The cells under the image are blank.
        #expect(run.screen.isLetterbox(row: 11))
        try run.quit()
    }

    @Test(
        "CTRL-09: a page hides the image, a floating picture consists of characters, and the large picture returns in pixels"
    )
    func floating() throws {
        let run = try run("sixel", answers: "\u{1B}[?64;4c", ["--pause"])
        try run.wait(for: "a picture") { !sixels($0).isEmpty }
        let first = sixels(run.screen).count
        run.type("?")
        try run.wait(for: "the keys") { $0.text.contains("play or pause") }
        run.type("?")
        try run.wait(for: "the picture again") { sixels($0).count > first && !$0.text.contains("play or pause") }
        run.type("c")
        try run.wait(for: "characters in the pane") {
            $0[52, 18].glyph == 0x2502 && $0.showsPicture(column: 60, row: 19)
        }
        let count = sixels(run.screen).count
        run.type("c")
        try run.wait(for: "a picture in pixels") { sixels($0).count > count && $0[52, 18].glyph != 0x2502 }
        try run.quit()
    }

    @Test("ADV-17: a feed with pixel output does not slide its pages, and a message says so")
    func feed() throws {
        let run = try PlayerRun([
            "feed", "--vo=sixel", "--control-bar=never", "--no-resume", Fixtures.path("counter.mp4"),
            Fixtures.path("video-only.mp4"),
        ])
        run.terminal.attributes = "\u{1B}[6;16;8t\u{1B}[?64;4c"
        try run.wait(for: "the refusal") { $0.text.contains("Pages do not slide") }
        try run.quit()
    }

    @Test("--vo=kitty transmits and places images where the terminal answers, and deletes them at the end")
    func kitty() throws {
        let run = try run("kitty", answers: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c")
        func commands(_ screen: VTScreen) -> [String] {
            screen.graphics.filter { $0.kind == "_" }.map { String(decoding: $0.body.prefix(80), as: UTF8.self) }
        }
        func number(_ command: String) -> Substring? { command.firstMatch(of: /i=([0-9]+)/)?.1 }
        try run.wait(for: "pictures") { commands($0).filter { $0.hasPrefix("Ga=p") }.count >= 5 }
        try run.quit()
        let all = commands(run.screen)
        var alive: Set<Substring> = []
        for command in all where command.hasPrefix("Ga=t") || command.hasPrefix("Ga=d") {
            if command.hasPrefix("Ga=d,d=A") { alive = [] }
            guard let number = number(command) else { continue }
            if command.hasPrefix("Ga=t") { alive.insert(number) } else { alive.remove(number) }
            #expect(alive.count <= 2)
        }
        #expect(alive.isEmpty, "images left behind: \(alive)")
        // Raw pixels on a short line, or the beginning of a PNG of 320 × 80 in base 64.
        let forms = ["s=320,v=80", "iVBORw0KGgoAAAANSUhEUgAAAUAAAABQ"]
        #expect(all.contains { command in command.hasPrefix("Ga=t") && forms.contains { command.contains($0) } })
        // More pixels than are sent: the terminal stretches them over the cells.
        for command in all where command.hasPrefix("Ga=p") {
            #expect(command.contains(",c=80,r=10,C=1,q=2"))
        }
    }

    @Test("--vo=auto shares the picture's memory with a terminal that reads it, says so, and removes it at the end")
    func automatic() throws {
        let run = try run(
            "auto", answers: "\u{1B}_Gi=32;OK\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c", ["--pause"])
        func names(_ screen: VTScreen) -> [String] {
            screen.graphics.compactMap { graphics in
                let text = String(decoding: graphics.body, as: UTF8.self)
                guard graphics.kind == "_", text.contains("t=s") else { return nil }
                return VTScreen.decoded(text.drop { $0 != ";" }.dropFirst())
            }
        }
        try run.wait(for: "a picture and the message") {
            names($0).count >= 5 && $0.text.contains("kitty graphics")
        }
        let objects = names(run.screen)
        // The query, then a picture in whole rows: nothing has read them.
        #expect(objects.allSatisfy { access("/dev/shm" + $0, F_OK) == 0 || $0 == objects[0] })
        #expect(run.screen.graphics.contains { String(decoding: $0.body, as: UTF8.self).contains("f=32,s=640,v=") })
        try run.quit()
        #expect(objects.allSatisfy { access("/dev/shm" + $0, F_OK) != 0 })
    }

    @Test("--vo=auto uses characters, without a message, in a terminal that cannot read this machine's memory")
    func automaticFar() throws {
        let run = try run("auto", answers: "\u{1B}_Gi=32;EBADF:no\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c")
        try run.wait(for: "a picture in characters") { $0.showsPicture(column: 40, row: 11) }
        #expect(!run.screen.graphics.contains { String(decoding: $0.body, as: UTF8.self).hasPrefix("Ga=t") })
        #expect(!run.screen.text.contains("graphics"))
        try run.quit()
    }

    @Test("--vo=quadrant, sextant and braille write only their own symbols for the picture")
    func symbols() throws {
        for (output, glyphs) in [
            ("quadrant", 0x2580...0x259F), ("sextant", 0x1FB00...0x1FB3B), ("braille", 0x2800...0x28FF),
        ] {
            let run = try PlayerRun(["--vo=" + output, "--control-bar=never", "--pause", Fixtures.path("odd-size.mkv")])
            // The title disappears by itself.
            try run.wait(for: "a picture of \(output) alone") { screen in
                screen.cells.contains { glyphs.contains(Int($0.glyph)) }
                    && screen.cells.allSatisfy { GlyphMask.of(glyph: $0.glyph) != nil }
            }
            try run.quit()
        }
    }
}
