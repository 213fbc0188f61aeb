import CPlatform
import Cells
import Classes
import Mosaic
import PlayCore
import SlidePictures
import TestSupport
import Testing

private final class WideImages: PageImageReading {
    private let asked = Monitor<[String]>([])

    var reads: [String] { asked.withLock { $0 } }

    func image(at location: String, within side: Int, folder: String?) throws(ClassReadError) -> PageImage {
        asked.withLock { $0.append(location) }
        guard location != "missing" else { throw ClassReadError(.fileLost, "no such file", in: location) }
        let pixels = PixelBuffer(width: 16, height: 4) { target in
            for byte in 0..<256 { target[byte] = 200 }
        }
        return PageImage(pixels: pixels, aspect: 4)
    }

    func cancel() {}
}

@Suite("Thumbnails of a chat", .timeLimit(.minutes(10))) struct ChatThumbnailTests {
    private let images = WideImages()
    private let wakeUp = WakeUp()

    private func wish(_ location: String) -> ThumbnailWish {
        ThumbnailWish(location, columns: 24, rows: 6, cellAspect: 0.5)
    }

    private func wait(_ worker: ThumbnailWorker, count: Int) -> [String: SlidePicture] {
        let limit = SystemClock().now + Patience.limit
        while SystemClock().now < limit, worker.newest.pictures.count < count {
            var waits = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
            _ = poll(&waits, 1, 1000)
            wakeUp.clear()
        }
        return worker.newest.pictures
    }

    @Test("LIVE-67: each thumbnail keeps its shape within its space and is read once, and a missing one is reported")
    func shapes() {
        let worker = ThumbnailWorker("thumbnails", images: images, wakeUp: wakeUp) { MosaicLook() }
        defer { worker.close() }
        worker.show([wish("a"), wish("missing")])
        let made = wait(worker, count: 2)
        guard case .cells(let cells)? = made["a"], case .failed? = made["missing"] else {
            Issue.record("\(made.keys)")
            return
        }
        // The picture is four times as wide as high, and a cell is twice as high as wide.
        #expect(cells.columns == 24 && cells.rows == 3)
        let number = worker.newest.number
        worker.show([wish("missing"), wish("a")])
        expect(wait(worker, count: 2).count, is: 2)
        expect(images.reads.sorted(), is: ["a", "missing"])
        expect(worker.newest.number, is: number)
    }

    @Test("LIVE-73: of a flood of pictures only as many are read as a screen can show")
    func bounded() {
        let worker = ThumbnailWorker("thumbnails", images: images, wakeUp: wakeUp) { MosaicLook() }
        defer { worker.close() }
        worker.show((0..<1000).map { wish("\($0)") })
        expect(wait(worker, count: ThumbnailWorker.most).count, is: ThumbnailWorker.most)
        expect(images.reads, is: (0..<ThumbnailWorker.most).map(String.init))
    }
}
