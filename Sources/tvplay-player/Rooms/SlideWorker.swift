import Cells
import Media
import Mosaic
import PlayCore
import Playback
import Rooms
import TUI

/// A page that is to be drawn. A value.
struct SlideJob: Sendable, Equatable {
    let pane: SlidePane
    /// Path or address; nil: nothing but what is drawn on it.
    let picture: String?
    /// Pixels of the page, where the recording says.
    let width: Int?
    let height: Int?
    let shapes: [Shape]
    let viewport: Viewport
    let pointer: BoardPoint?
}

/// The thread `slides`: reads pictures of pages and makes cells of them, with all that is drawn on them. A job replaces
/// the one before, so a pointer that moves fast leaves no queue. The methods are for the main thread.
final class SlideWorker {
    private struct State {
        var job: (SlideJob, MosaicLook)?
        var number = 0
        /// With the number of the job that it was made for.
        var result: (number: Int, picture: SlideFacts.Picture)?
        var isClosed = false
    }

    private let state = Monitor(State())
    private let cancel = CancelToken()
    private let access: SourceAccess
    private let wakeUp: WakeUp
    private let look: () -> MosaicLook
    private var current: (job: SlideJob, look: MosaicLook)?
    private var thread: WorkerThread?
    /// Of the job that was given last, or, while that is made, of the one before on the same page.
    private(set) var picture = SlideFacts.Picture.none

    init(access: SourceAccess, wakeUp: WakeUp, look: @escaping () -> MosaicLook) {
        self.access = access
        self.wakeUp = wakeUp
        self.look = look
    }

    /// Nil: no slides are to be seen.
    func begin(_ job: SlideJob?) {
        guard let job else {
            current = nil
            picture = .none
            return
        }
        let look = look()
        if let current, current.job == job, current.look == look { return }
        if current?.job.picture != job.picture || current?.job.pane != job.pane { picture = .none }
        current = (job, look)
        state.update { state in
            state.job = (job, look)
            state.number += 1
        }
        if thread == nil { thread = makeThread() }
    }

    /// - Returns: whether there is another picture.
    func takeNews() -> Bool {
        let new = state.withLock { state in
            defer { state.result = nil }
            return state.result?.number == state.number || current != nil ? state.result?.picture : nil
        }
        guard let new, current != nil else { return false }
        picture = new
        return true
    }

    func close() {
        cancel.cancel()
        state.update { $0.isClosed = true }
        thread?.join()
        thread = nil
    }

    private func makeThread() -> WorkerThread {
        let (state, wakeUp, access, cancel) = (state, wakeUp, access, cancel)
        return WorkerThread(name: "slides") {
            var painter = SlidePainter(access: access, cancel: cancel)
            while let (job, look, number) = Self.next(state) {
                let picture = painter.picture(of: job, look: look)
                state.update { $0.result = (number, picture) }
                wakeUp.signal()
            }
        }
    }

    /// Waits for work; nil: closed.
    private static func next(_ state: Monitor<State>) -> (SlideJob, MosaicLook, Int)? {
        state.wait { state -> (SlideJob, MosaicLook, Int)?? in
            if state.isClosed { return .some(nil) }
            guard let (job, look) = state.job else { return nil }
            state.job = nil
            return (job, look, state.number)
        } ?? nil
    }
}

/// Draws pages; keeps the pictures of the last ones. One thread.
struct SlidePainter {
    /// Decoded pictures that are kept: turning back and forth reads nothing.
    private static let kept = 6
    /// A page that is larger than this is not made larger still (a viewport may be a thousandth of it).
    private static let mostPixels = 4096

    private let access: SourceAccess
    private let cancel: CancelToken
    private var frames: [(location: String, frame: VideoFrame)] = []
    private var scaled: (location: String, pixels: PixelBuffer)?
    private var renderer = MosaicRenderer()

    init(access: SourceAccess, cancel: CancelToken) {
        self.access = access
        self.cancel = cancel
    }

    mutating func picture(of job: SlideJob, look: MosaicLook) -> SlideFacts.Picture {
        var frame: VideoFrame?
        if let location = job.picture {
            do {
                frame = try self.frame(location)
            } catch let error as MediaError {
                return .failed(error.reason)
            } catch let error as ByteSourceError {
                return .failed(error.reason)
            } catch {
                return .failed("\(error)")
            }
            if frame == nil { return .failed("not a picture") }
        }
        do throws(MediaError) {
            return .cells(try cells(job, frame, look))
        } catch {
            return .failed(error.reason)
        }
    }

    private mutating func frame(_ location: String) throws -> VideoFrame? {
        if let known = frames.first(where: { $0.location == location }) { return known.frame }
        let source = try access.open(location, cancel: cancel, keeps: true)
        guard let frame = try StillPicture.decode(source, name: SourceAccess.shown(location), cancel: cancel) else {
            return nil
        }
        frames.append((location, frame))
        if frames.count > Self.kept { frames.removeFirst() }
        return frame
    }

    private mutating func cells(_ job: SlideJob, _ frame: VideoFrame?, _ look: MosaicLook) throws(MediaError)
        -> CellBuffer
    {
        let grid = SlideGrid(job, look.symbols, pageAspect: frame?.displayAspect)
        var canvas = SlideCanvas(width: grid.width, height: grid.height)
        if let frame, let location = job.picture {
            canvas.put(try pixels(of: frame, location, grid), grid)
        } else {
            canvas.fillPage(grid)
        }
        for shape in job.shapes { canvas.draw(shape, grid) }
        if let pointer = job.pointer { canvas.draw(pointer: pointer, grid) }
        let picture = ScaledPicture(
            pixels: canvas.pixels,
            grid: look.symbols.grid(
                columns: job.pane.columns, rows: job.pane.rows, cellAspect: job.pane.cellAspect), x: 0, y: 0,
            time: .zero, due: nil, isStill: true)
        var cells = renderer.render(picture, columns: job.pane.columns, rows: job.pane.rows, look: look)
        for shape in job.shapes where shape.kind == .text { cells.write(shape, grid, look) }
        return cells
    }

    private mutating func pixels(
        of frame: VideoFrame, _ location: String, _ grid: SlideGrid
    ) throws(MediaError) -> PixelBuffer {
        let (width, height) = (min(grid.pageWidth, Self.mostPixels), min(grid.pageHeight, Self.mostPixels))
        if let scaled, scaled.location == location, scaled.pixels.width == width, scaled.pixels.height == height {
            return scaled.pixels
        }
        let pixels = try StillPicture.scaled(frame, to: width, height)
        scaled = (location, pixels)
        return pixels
    }
}
