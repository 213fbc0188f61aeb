import CPlatform
import Cells
import Classes
import Mosaic
import PlayCore
import SlidePictures
import TestSupport
import Testing

/// Returns pictures of one colour by their names. All other pictures are missing.
private final class FakeImages: PageImageReading {
    private let colors: [String: (UInt8, UInt8, UInt8)]
    private let asked = Monitor<[String]>([])

    init(_ colors: [String: (UInt8, UInt8, UInt8)]) { self.colors = colors }

    var reads: [String] { asked.withLock { $0 } }

    func image(at location: String, within side: Int, folder: String?) throws(ClassReadError) -> PageImage {
        asked.withLock { $0.append(location) }
        guard let color = colors[location] else { throw ClassReadError(.fileLost, "no such file", in: location) }
        let pixels = PixelBuffer(width: 8, height: 6) { target in
            for pixel in 0..<48 {
                (target[pixel * 4], target[pixel * 4 + 1], target[pixel * 4 + 2]) = color
                target[pixel * 4 + 3] = 255
            }
        }
        return PageImage(pixels: pixels, aspect: 4.0 / 3)
    }

    func cancel() {}
}

@Suite("Pages as cells", .timeLimit(.minutes(10))) struct SlidePictureTests {
    private let pane = SlidePane(columns: 16, rows: 6, cellAspect: 0.5, fit: .whole)
    private let wakeUp = WakeUp()
    private static let key = PageKey(document: "d", page: 0)

    private func worker(_ images: FakeImages, look: @escaping () -> MosaicLook = { MosaicLook() }) -> SlideWorker {
        SlideWorker("slides", images: images, wakeUp: wakeUp, look: look)
    }

    private func picture(_ worker: SlideWorker, _ page: SlidePage, _ pane: SlidePane? = nil) -> SlidePicture {
        worker.show(page, in: pane ?? self.pane)
        let limit = SystemClock().now + Patience.limit
        while SystemClock().now < limit {
            if worker.newest != .none { return worker.newest }
            var waits = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
            _ = poll(&waits, 1, 1000)
            wakeUp.clear()
        }
        return .none
    }

    private func cells(_ worker: SlideWorker, _ page: SlidePage, _ pane: SlidePane? = nil) throws -> CellBuffer {
        guard case .cells(let cells) = picture(worker, page, pane) else {
            throw ClassReadError.malformed("no cells", in: "test")
        }
        return cells
    }

    @Test("ROOM-40: a page fills its pane in its own shape, and the rest of the pane stays free")
    func shape() throws {
        let worker = worker(FakeImages(["a": (200, 0, 0)]))
        defer { worker.close() }
        let wide = SlidePane(columns: 32, rows: 6, cellAspect: 0.5, fit: .whole)
        let cells = try cells(worker, SlidePage(picture: "a"), wide)
        expect(cells.columns, is: 32)
        expect(cells.rows, is: 6)
        // 6 rows of two pixels make 12 pixels in height, so the page is 16 wide.
        expect(cells[16, 3].background, is: .rgb(200, 0, 0))
        #expect(cells[0, 3].background != .rgb(200, 0, 0) && cells[31, 3].background != .rgb(200, 0, 0))
        let filled = try self.cells(
            worker, SlidePage(picture: "a"), SlidePane(columns: 32, rows: 6, cellAspect: 0.5, fit: .filling))
        #expect(filled[0, 3].background == .rgb(200, 0, 0) && filled[31, 3].background == .rgb(200, 0, 0))
    }

    @Test("ROOM-39: the smaller picture is requested first, and the full picture if the smaller one is missing")
    func small() throws {
        let images = FakeImages(["a": (200, 0, 0), "small": (0, 200, 0)])
        let worker = worker(images)
        defer { worker.close() }
        var page = SlidePage(picture: "a")
        page.smallPicture = "small"
        try expect(cells(worker, page)[8, 3].background, is: .rgb(0, 200, 0))
        page.smallPicture = "gone"
        worker.show(nil, in: nil)
        try expect(cells(worker, page)[8, 3].background, is: .rgb(200, 0, 0))
        expect(images.reads, is: ["small", "gone", "a"])
    }

    @Test("a spare picture replaces a picture that is missing")
    func spare() throws {
        let worker = worker(FakeImages(["spare": (0, 200, 0)]))
        defer { worker.close() }
        var page = SlidePage(picture: "gone")
        page.sparePicture = "spare"
        try expect(cells(worker, page)[8, 3].background, is: .rgb(0, 200, 0))
    }

    @Test("ROOM-16: shapes and pictures on a page are drawn, text as text, and a missing picture as a frame")
    func drawn() throws {
        let images = FakeImages(["a": (0, 0, 0), "stamp": (0, 0, 200)])
        let worker = worker(images)
        defer { worker.close() }
        func shape(
            _ id: String, _ kind: Shape.Kind, _ points: [(Double, Double)], fill: UInt32? = nil, text: String? = nil,
            picture: String? = nil
        ) -> Shape {
            Shape(
                id: id, on: Self.key, kind, points.map { BoardPoint(x: $0.0, y: $0.1) }, color: 0xFF00, fill: fill,
                text: text, picture: picture)
        }
        var page = SlidePage(picture: "a")
        page.shapes = [
            shape("1", .rectangle, [(0, 0), (0.4, 0.4)], fill: 0xFF0000),
            shape("2", .picture, [(0.6, 0), (1, 0.4)], picture: "s"),
            shape("3", .picture, [(0.6, 0.6), (1, 1)], picture: "gone"),
            shape("4", .text, [(0, 0.8)], text: "2+2"),
        ]
        page.pictures = ["s": "stamp", "gone": "nowhere"]
        let cells = try cells(worker, page)
        expect(cells[2, 1].background, is: .rgb(255, 0, 0))
        expect(cells[13, 1].background, is: .rgb(0, 0, 200))
        #expect(
            (9..<16).contains { column in
                (3..<6).contains {
                    cells[column, $0].background == .rgb(0, 255, 0) || cells[column, $0].foreground == .rgb(0, 255, 0)
                }
            })
        expect((0..<3).map { cells[$0, 4].glyph }, is: "2+2".unicodeScalars.map(\.value))
    }

    @Test("text stands out from a stroke or a page of its own colour")
    func readableWords() throws {
        let worker = worker(FakeImages(["black": (0, 0, 0), "red": (255, 0, 0)]))
        defer { worker.close() }
        func shape(_ id: String, _ kind: Shape.Kind, _ points: [(Double, Double)], text: String? = nil) -> Shape {
            Shape(
                id: id, on: Self.key, kind, points.map { BoardPoint(x: $0.0, y: $0.1) }, color: 0xFF0000,
                fill: kind == .rectangle ? 0xFF0000 : nil, text: text)
        }
        for picture in ["black", "red"] {
            var page = SlidePage(picture: picture)
            page.shapes = [
                shape("1", .rectangle, [(0, 0), (1, 1)]), shape("2", .text, [(0, 0.8)], text: "2+2"),
            ]
            worker.show(nil, in: nil)
            let cell = try cells(worker, page)[1, 4]
            #expect(cell.glyph == "+".unicodeScalars.first?.value && cell.foreground == .rgb(255, 0, 0))
            expect(cell.background, is: (picture == "black" ? .rgb(0, 0, 0) : .rgb(16, 16, 16)))
        }
    }

    @Test("ROOM-41: a new page never shows the previous one, but a page with a new drawing stays meanwhile")
    func turning() throws {
        let images = FakeImages(["a": (200, 0, 0)])
        let worker = worker(images)
        defer { worker.close() }
        var page = SlidePage(picture: "a")
        let first = picture(worker, page)
        page.pointer = BoardPoint(x: 0.5, y: 0.5)
        worker.show(page, in: pane)
        #expect(worker.newest != .none, "the page stays until the pointer is drawn")
        #expect(first != .none)
        expect(images.reads, is: ["a"])
        worker.show(SlidePage(picture: "b"), in: pane)
        let second = picture(worker, SlidePage(picture: "b"))
        expect(second, is: .failed("no such file"))
        worker.show(nil, in: pane)
        expect(worker.newest, is: .none)
    }
}
