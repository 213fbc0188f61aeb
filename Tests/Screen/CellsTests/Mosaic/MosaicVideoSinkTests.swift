import CPlatform
import Cells
import Mosaic
import PlayCore
import TestSupport
import Testing

@Suite struct MosaicVideoSinkTests {
    private func sink(columns: Int = 4, rows: Int = 2) -> MosaicVideoSink {
        let sink = MosaicVideoSink()
        sink.setPane(columns: columns, rows: rows, cellAspect: 0.5)
        return sink
    }

    private func picture(for sink: MosaicVideoSink, color: UInt8, at seconds: Int = 0, due: HostTime? = nil) throws
        -> ScaledPicture
    {
        let grid = try #require(sink.grid)
        let pixels = PixelBuffer(width: grid.width, height: grid.height) { $0.update(repeating: color) }
        return ScaledPicture(
            pixels: pixels, grid: grid, x: 0, y: 0, time: .seconds(seconds), due: due, isStill: due == nil)
    }

    private func isReadable(_ wakeUp: WakeUp) -> Bool {
        var entry = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    @Test("the grid has two pixels per cell in the cell's shape, and there is no grid without a pane")
    func grid() {
        let sink = MosaicVideoSink()
        expect(sink.grid, is: nil)
        sink.setPane(columns: 80, rows: 24, cellAspect: 0.5)
        expect(sink.grid, is: PixelGrid(width: 80, height: 48, pixelAspect: 1))
        sink.setPane(columns: 80, rows: 24, cellAspect: 0.45)
        expect(sink.grid?.pixelAspect, is: 0.9)
        sink.setPane(columns: 80, rows: 24, cellAspect: .nan)
        expect(sink.grid?.pixelAspect, is: 1)
        sink.setPane(columns: 80, rows: 0, cellAspect: 0.5)
        expect(sink.grid, is: nil)
        sink.setPane(columns: -3, rows: 5, cellAspect: 0.5)
        expect(sink.grid, is: nil)
    }

    @Test("only the newest picture is taken, once, and it wakes the main thread")
    func newestWins() throws {
        let sink = sink()
        #expect(sink.takeNewest() == nil)
        #expect(!isReadable(sink.wakeUp))
        sink.present(try picture(for: sink, color: 10, at: 1, due: .seconds(5)))
        sink.present(try picture(for: sink, color: 20, at: 2, due: .seconds(6)))
        #expect(isReadable(sink.wakeUp))
        let frame = try #require(sink.takeNewest())
        expect(frame.time, is: .seconds(2))
        expect(frame.due, is: .seconds(6))
        expect(frame.number, is: 2)
        #expect(frame.hasPicture)
        expect(frame.cells.columns, is: 4)
        expect(frame.cells.rows, is: 2)
        expect(frame.cells[3, 1].background, is: .rgb(20, 20, 20))
        #expect(sink.takeNewest() == nil)
        #expect(!isReadable(sink.wakeUp))
        expect(sink.droppedCount, is: 1)
    }

    @Test("a picture for the grid before a resize is dropped, both before rendering and before showing")
    func resizeRace() throws {
        let sink = sink()
        let old = try picture(for: sink, color: 10)
        sink.setPane(columns: 5, rows: 2, cellAspect: 0.5)
        sink.present(old)
        #expect(sink.takeNewest() == nil)
        sink.present(try picture(for: sink, color: 20))
        sink.setPane(columns: 5, rows: 3, cellAspect: 0.5)
        #expect(sink.takeNewest() == nil)
        expect(sink.droppedCount, is: 2)
        sink.present(try picture(for: sink, color: 30))
        expect(sink.takeNewest()?.cells[0, 0].background, is: .rgb(30, 30, 30))
    }

    @Test("clearing leaves an empty pane in the letterbox's colour")
    func clear() throws {
        let sink = sink()
        sink.present(try picture(for: sink, color: 10))
        sink.clear()
        let frame = try #require(sink.takeNewest())
        #expect(!frame.hasPicture)
        expect(frame.due, is: nil)
        expect(frame.cells, is: CellBuffer(columns: 4, rows: 2))
        sink.setBackground(0x0000FF00)
        sink.clear()
        expect(sink.takeNewest()?.cells[1, 1].background, is: .rgb(0, 255, 0))
    }

    @Test("a new colour depth and new symbols apply from the next picture")
    func look() throws {
        let sink = sink()
        sink.setColorDepth(.palette256)
        sink.present(try picture(for: sink, color: 255))
        expect(sink.takeNewest()?.cells[0, 0].background, is: .palette(231))
        sink.setColorDepth(.mono)
        sink.setSymbols(.ascii)
        sink.present(try picture(for: sink, color: 255))
        expect(sink.takeNewest()?.cells[0, 0].glyph, is: 0x40)
    }

    @Test("graphics apply from the next picture, above blank cells of the pane's size, and can be switched off again")
    func graphics() throws {
        let sink = sink()
        sink.setGraphics(GraphicsOutput(format: .kitty, cellWidth: 8, cellHeight: 16, usableRows: 2))
        expect(sink.grid, is: PixelGrid(width: 32, height: 32, pixelAspect: 1, cellWidth: 8, cellHeight: 16))
        sink.present(try picture(for: sink, color: 10))
        let frame = try #require(sink.takeNewest())
        expect(frame.cells, is: CellBuffer(columns: 4, rows: 2))
        expect(frame.graphics?.width, is: 32)
        sink.present(try picture(for: sink, color: 10))
        sink.setGraphics(nil)
        // This picture was made for another output.
        #expect(sink.takeNewest() == nil)
        sink.present(try picture(for: sink, color: 10))
        expect(sink.takeNewest()?.graphics, is: nil)
    }

    @Test("a picture that is taken during resizes on another thread always fits the pane")
    func threads() throws {
        let sink = sink()
        let writer = WorkerThread(name: "picture") {
            for round in 0..<300 {
                guard let grid = sink.grid else { continue }
                let pixels = PixelBuffer(width: grid.width, height: grid.height) {
                    $0.update(repeating: UInt8(round & 255))
                }
                sink.present(
                    ScaledPicture(pixels: pixels, grid: grid, x: 0, y: 0, time: .zero, due: nil, isStill: false))
            }
        }
        for round in 0..<300 {
            let columns = 1 + round % 7
            sink.setPane(columns: columns, rows: 2, cellAspect: 0.5)
            if let frame = sink.takeNewest() { expect(frame.cells.columns, is: columns) }
        }
        writer.join()
    }
}
