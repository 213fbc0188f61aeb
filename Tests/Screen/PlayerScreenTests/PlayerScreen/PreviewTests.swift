import Cells
import Media
import MediaSources
import Mosaic
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import PlayerScreen
@testable import TUI

@Suite struct PreviewTests {
    private static let look = MosaicLook(
        depth: .trueColor, hasDirectColor: true, symbols: .halfBlocks, background: nil)

    private func job(_ second: Double, input: SessionInput? = nil, width: Int = 5) throws -> PreviewJob {
        let slider = try #require(ProgressSlider(width: width, duration: .seconds(8)))
        let wish = PreviewWish(
            item: 1, track: 0, isStream: false, time: MediaTime(seconds: second),
            space: CellSpace(columns: 32, rows: 10, cellAspect: 0.5), slider: slider)
        let clip = SessionInput(name: "counter.mp4") { _ throws(ByteSourceError) in Fixtures.source("counter.mp4") }
        return PreviewJob(wish: wish, input: input ?? clip, look: Self.look)
    }

    @Test("a preview shows the key frame of its place, as large as fits")
    func picture() throws {
        var maker = PreviewMaker(cancel: CancelToken())
        let cells = try #require(maker.cells(try job(7.3)))
        // The film is four times as wide as high.
        #expect((cells.columns, cells.rows) == (32, 4))
        // The frame number is 150: bits 1, 2, 4 and 7 of sixteen, from the left.
        let light = (0..<16).filter { bit in
            let cell = cells[2 * bit + 1, 1]
            let color = cell.glyph == Cell.blank.glyph ? cell.background : cell.foreground
            return color.rawValue >> 8 & 0xFF > 127
        }
        expect(light, is: [1, 2, 4, 7])
    }

    @Test("times that show the same key frame have the same place")
    func places() throws {
        let pictures = try #require(
            try PreviewPictures(try job(0).input, track: 0, isStream: false, cancel: CancelToken()))
        let times = try [6.1, 7.9, 5, 4].map { try pictures.place(at: MediaTime(seconds: $0))?.time.inSeconds }
        expect(times, is: [6, 6, 4, 4])
        // The place is found again after another one was decoded.
        let last = try #require(try pictures.place(at: .seconds(7)))
        try expect(pictures.picture(of: last)?.frame.time, is: .seconds(6))
    }

    @Test("the slider's other places are decoded ahead once each, the farthest apart first")
    func ahead() throws {
        var maker = PreviewMaker(cancel: CancelToken())
        var job = try job(0)
        var times: [Double] = []
        while let time = maker.missing(job), times.count < 20 {
            times.append(time.inSeconds)
            job.wish = job.wish.moved(to: time)
            _ = maker.cells(job)
        }
        #expect(times == [0, 4, 8, 2, 6] || times == [0, 8, 4, 2, 6])
    }

    @Test("a newer request replaces an older one, and local files alone are decoded ahead, in a fiftieth of the time")
    func order() throws {
        let clock = ManualClock(.zero)
        let jobs = PreviewJobs(clock: clock)
        jobs.post(try job(1))
        jobs.post(try job(2))
        var missing: [MediaTime] = [.seconds(4), .seconds(6)]
        let first = try #require(jobs.next { _ in missing.first })
        #expect(first.0.wish.time == .seconds(2) && first.isWanted)
        let fill = try #require(jobs.next { _ in missing.removeFirst() })
        #expect(fill.0.wish.time == .seconds(4) && !fill.isWanted)
        jobs.rest(after: .milliseconds(10))
        jobs.post(try job(3))
        let wanted = try #require(jobs.next { _ in missing.first })
        #expect(wanted.0.wish.time == .seconds(3) && wanted.isWanted, "who waits does not wait for the rest")
        clock.advance(by: .milliseconds(490))
        let later = try #require(jobs.next { _ in missing.first })
        #expect(!later.isWanted)
        let remote = SessionInput(name: "https://example.org/a.mp4") { _ throws(ByteSourceError) in
            Fixtures.source("counter.mp4")
        }
        jobs.post(try job(1, input: remote))
        clock.advance(by: .milliseconds(150))
        #expect(try #require(jobs.next { _ in missing.first }).isWanted)
        jobs.close()
        #expect(jobs.next { _ in missing.first } == nil)
    }

    @Test("an input that cannot be opened gives no picture and is tried once")
    func broken() throws {
        let counter = Monitor(0)
        let input = SessionInput(name: "gone.mp4") { _ throws(ByteSourceError) in
            counter.withLock { $0 += 1 }
            throw ByteSourceError(.notFound, operation: "open", context: "gone.mp4")
        }
        var maker = PreviewMaker(cancel: CancelToken())
        for second in [1.0, 2, 3] { try expect(maker.cells(try job(second, input: input)), is: nil) }
        expect(counter.withLock { $0 }, is: 1)
    }
}
