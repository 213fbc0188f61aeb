import Cells
import Encoding
import TestSupport
import Testing

@testable import Terminal

@Suite struct KittyTilesTests {
    private let grid = KittyTiles.Grid(columns: 2, rows: 2)

    /// Returns 8 × 6 cells of 2 × 3 pixels.
    private func frame(_ changed: [Int] = [], columns: Int = 8, isStretched: Bool = false) -> GraphicsFrame {
        let width = columns * 2
        var pixels = (0..<UInt32(width * 18)).map { $0 | 0xFF00_0000 }
        for at in changed { pixels[at] ^= 1 }
        return GraphicsFrame(
            format: .kitty, pixels: pixels, width: width, height: 18, column: 0, row: 0, columns: columns, rows: 6,
            pixelsInRow: 3, pixelsInColumn: 2, isStretched: isStretched)
    }

    private func placement(_ pieces: [GraphicsLayer.Piece]? = nil, columns: Int = 8) -> GraphicsLayer.Placement {
        GraphicsLayer.Placement(
            serial: 1, column: 10, row: 4, columns: columns, rows: 0..<6,
            pieces: pieces ?? [GraphicsLayer.Piece(columns: 0..<columns, rows: 0..<6)])
    }

    private func sent(_ steps: [KittyTiles.Step]) -> [PixelArea] {
        steps.compactMap { if case .send(let area, _) = $0 { area } else { nil } }
    }

    /// Returns the numbers of images that are neither deleted nor hidden after the steps.
    private func alive(_ steps: [KittyTiles.Step], after before: Set<Int> = []) -> Set<Int> {
        steps.reduce(into: before) { alive, step in
            switch step {
            case .deleteAll: alive = []
            case .send(_, let number): #expect(alive.insert(number).inserted, "a shown image is overwritten")
            case .delete(let number): #expect(alive.remove(number) != nil)
            case .place(_, _, let number, _), .deletePlacement(let number, _): #expect(alive.contains(number))
            }
        }
    }

    @Test("the first picture sends all tiles, which cover it without a gap, and each is placed at its cells")
    func first() throws {
        var tiles = KittyTiles()
        let steps = tiles.update(frame(), placement(), grid)
        expect(
            sent(steps),
            is: [
                PixelArea(columns: 0..<8, rows: 0..<9), PixelArea(columns: 8..<16, rows: 0..<9),
                PixelArea(columns: 0..<8, rows: 9..<18), PixelArea(columns: 8..<16, rows: 9..<18),
            ])
        let places = steps.compactMap { step -> [Int]? in
            guard case .place(let place, let area, _, let index) = step else { return nil }
            #expect(index == 1 && area == PixelArea(columns: 0..<8, rows: 0..<9))
            return [place.column, place.row]
        }
        expect(places, is: [[10, 4], [14, 4], [10, 7], [14, 7]])
        expect(alive(steps).count, is: 4)
    }

    @Test("an image that the terminal stretches is one tile")
    func stretched() {
        var tiles = KittyTiles()
        let steps = tiles.update(frame(isStretched: true), placement(), grid)
        expect(sent(steps), is: [PixelArea(columns: 0..<16, rows: 0..<18)])
    }

    @Test("only tiles with a changed pixel are sent again, and their old images are deleted after the new are placed")
    func changes() throws {
        var tiles = KittyTiles()
        var shown = alive(tiles.update(frame(), placement(), grid))
        expect(tiles.update(frame(), placement(), grid), is: [])
        // The last pixel of the first row, and the first of the last.
        for (changed, area) in [
            (15, PixelArea(columns: 8..<16, rows: 0..<9)), (17 * 16, PixelArea(columns: 0..<8, rows: 9..<18)),
        ] {
            let steps = tiles.update(frame([changed]), placement(), grid)
            expect(sent(steps).filter { $0 == area }.count, is: 1)
            if case .delete = try #require(steps.last) {} else { Issue.record("\(steps)") }
            shown = alive(steps, after: shown)
            expect(shown.count, is: 4)
            shown = alive(tiles.update(frame(), placement(), grid), after: shown)
        }
    }

    @Test("chrome moves placements of its tiles alone, and a hidden tile is sent when it appears")
    func pieces() {
        var tiles = KittyTiles()
        var shown = alive(tiles.update(frame(), placement(), grid))
        // The chrome covers the last row's second cell.
        let parts = [
            GraphicsLayer.Piece(columns: 0..<8, rows: 0..<5), GraphicsLayer.Piece(columns: 0..<1, rows: 5..<6),
            GraphicsLayer.Piece(columns: 2..<8, rows: 5..<6),
        ]
        let steps = tiles.update(frame(), placement(parts), grid)
        #expect(sent(steps).isEmpty)
        shown = alive(steps, after: shown)
        let back = tiles.update(frame(), placement(), grid)
        #expect(sent(back).isEmpty && back.contains { if case .deletePlacement(_, 3) = $0 { true } else { false } })
        let upper = [GraphicsLayer.Piece(columns: 0..<8, rows: 0..<3)]
        shown = alive(tiles.update(frame([17 * 16]), placement(upper), grid), after: shown)
        expect(shown.count, is: 3)
        shown = alive(tiles.update(frame(), placement(), grid), after: shown)
        expect(shown.count, is: 4)
    }

    @Test("a picture of another size replaces all tiles, and hiding deletes each image once")
    func sizes() {
        var tiles = KittyTiles()
        var shown = alive(tiles.update(frame(), placement(), grid))
        let steps = tiles.update(frame(columns: 1), placement(columns: 1), grid)
        expect(sent(steps).count, is: 2)
        shown = alive(steps, after: shown)
        expect(shown.count, is: 2)
        #expect(alive(tiles.hide(), after: shown).isEmpty)
        expect(tiles.hide(), is: [])
        tiles.forget()
        expect(tiles.update(frame(), placement(), grid).first, is: .deleteAll)
    }

    @Test("a transmission in chunks has exactly the pixels of its area, raw or compressed", arguments: [false, true])
    func transmission(isPacked: Bool) throws {
        var generator = SeededGenerator(seed: 7)
        let pixels = (0..<140 * 40).map { _ in UInt32.random(in: 0xFF00_0000...UInt32.max, using: &generator) }
        for area in [PixelArea(columns: 0..<140, rows: 3..<34), PixelArea(columns: 20..<97, rows: 0..<40)] {
            let bytes = KittyEncoder.transmission(pixels, width: 140, area: area, isPacked: isPacked, number: 5)
            #expect(bytes.allSatisfy { $0 == 0x1B || (0x20...0x7E).contains($0) })
            let strings = String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}\\")
            #expect(strings.count > 2)
            var text = ""
            for (at, string) in strings.enumerated() {
                let parts = string.split(separator: ";", maxSplits: 1)
                #expect(parts.count == 2 && parts[0].hasPrefix("\u{1B}_G") && parts[1].utf8.count <= 4096)
                #expect(parts[0].hasSuffix(at + 1 < strings.count ? "m=1" : "m=0"))
                if at == 0 {
                    let form = isPacked ? "f=100" : "f=24,s=\(area.columns.count),v=\(area.rows.count)"
                    #expect(parts[0].contains("a=t,i=5,\(form),q=2,"))
                }
                text += parts[1]
            }
            let expected = area.rows.flatMap { row in
                area.columns.flatMap { column in
                    [0, 8, 16].map { UInt8(truncatingIfNeeded: pixels[row * 140 + column] >> $0) }
                }
            }
            let sent = try #require(Base64.decoded(text[...]))
            expect(isPacked ? components(ofPNG: sent, area) : sent, is: expected)
        }
    }

    /// Returns red, green and blue of each pixel of a PNG as ``PNGImage`` writes it, or `nil` if it is another.
    private func components(ofPNG bytes: [UInt8], _ area: PixelArea) -> [UInt8]? {
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (area.columns.count, area.rows.count)
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]))
        #expect(number(16) == width && number(20) == height && bytes[24..<29] == [8, 2, 0, 0, 0])
        #expect(bytes[37..<41] == [0x49, 0x44, 0x41, 0x54])
        let end = 41 + number(33)
        // The last chunk, whose checksum every PNG has.
        expect(Array(bytes[(end + 4)...]), is: [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        guard var rows = Deflate.unpacked(Array(bytes[41..<end]), count: (width * 3 + 1) * height) else { return nil }
        var result: [UInt8] = []
        for row in 0..<height {
            let start = row * (width * 3 + 1)
            expect(rows[start], is: 1)
            for at in start + 4..<start + 1 + width * 3 { rows[at] &+= rows[at - 3] }
            result += rows[start + 1..<start + 1 + width * 3]
        }
        return result
    }

    @Test("the tiles keep the pixels of the newest picture alone, though each picture changes other tiles")
    func memory() throws {
        var tiles = KittyTiles()
        for changed in [0, 8, 16 * 9, 16 * 9 + 8] { _ = tiles.update(frame([changed]), placement(), grid) }
        let held = try #require(Mirror(reflecting: tiles).descendant("held") as? [Any])
        let pictures = held.compactMap { Mirror(reflecting: $0).descendant("some", "pixels") as? [UInt32] }
        expect(pictures.count, is: 4)
        expect(Set(pictures.map { $0.withUnsafeBufferPointer(\.baseAddress) }).count, is: 1)
    }
}
