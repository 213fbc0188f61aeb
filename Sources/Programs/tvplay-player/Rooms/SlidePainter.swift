import Cells
import Media
import MediaSources
import Mosaic
import PlayCore
import Playback
import Playlists
import Rooms
import TUI

/// Draws pages; keeps the pictures of the last ones. One thread.
struct SlidePainter {
    /// Pictures that are kept: turning back and forth reads nothing.
    private static let kept = 12

    /// A picture in the size that was asked for first (ROOM-39): a photograph of a blackboard takes no more memory than
    /// any other page.
    private struct Picture {
        let location: String
        /// Of the longer side, at most.
        let limit: Int
        let pixels: PixelBuffer
        let aspect: Double
    }

    private let access: SourceAccess
    private let cancel: CancelToken
    private var pictures: [Picture] = []
    /// The page that was drawn last, without what is drawn on it: a pointer that moves costs the pointer.
    private var ground: (location: String?, limit: Int, grid: SlideGrid, canvas: SlideCanvas)?
    private var renderer = MosaicRenderer()

    init(access: SourceAccess, cancel: CancelToken) {
        self.access = access
        self.cancel = cancel
    }

    mutating func picture(of job: SlideJob, look: MosaicLook) -> SlideFacts.Picture {
        do {
            let page = try smallPicture(job) ?? job.picture.map { try picture($0, job) }
            return .cells(cells(job, page, look))
        } catch let error as MediaError {
            return .failed(error.reason)
        } catch let error as ByteSourceError {
            return .failed(error.reason)
        } catch let error as RoomError {
            return .failed(error.reason)
        } catch {
            return .failed("\(error)")
        }
    }

    /// Nil: there is none, or it cannot be had, which the picture itself may.
    private mutating func smallPicture(_ job: SlideJob) -> Picture? {
        guard let location = job.smallPicture else { return nil }
        do {
            return try picture(location, job)
        } catch {
            Log.shared.write(.info, "rooms", "\(SourceAccess.shown(location)): \(error)")
            return nil
        }
    }

    private mutating func picture(_ location: String, _ job: SlideJob) throws -> Picture {
        if let known = pictures.first(where: { $0.location == location && $0.limit >= job.imageSize }) { return known }
        if let folder = job.folder, !location.hasPrefix("http"), !FileSystemAccess.isInside(location, of: folder) {
            throw ByteSourceError(.notFound, operation: "open", context: SourceAccess.shown(location))
        }
        let source = try access.open(location, cancel: cancel, keeps: true)
        guard let frame = try StillPicture.decode(source, name: SourceAccess.shown(location), cancel: cancel) else {
            throw RoomError.malformed("not a picture", in: SourceAccess.shown(location))
        }
        let side = min(job.imageSize, max(frame.width, frame.height))
        let new = Picture(
            location: location, limit: job.imageSize, pixels: try StillPicture.fitted(frame, within: side, side),
            aspect: frame.displayAspect)
        pictures.removeAll { $0.location == location }
        pictures.append(new)
        if pictures.count > Self.kept { pictures.removeFirst() }
        return new
    }

    private mutating func cells(_ job: SlideJob, _ page: Picture?, _ look: MosaicLook) -> CellBuffer {
        let grid = SlideGrid(job, look.symbols, pageAspect: page?.aspect)
        var canvas = ground(of: page, grid)
        for shape in job.shapes { draw(shape, job, grid, &canvas) }
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

    private mutating func ground(of page: Picture?, _ grid: SlideGrid) -> SlideCanvas {
        if let ground, ground.location == page?.location, ground.limit == page?.limit ?? 0, ground.grid == grid {
            return ground.canvas
        }
        var canvas = SlideCanvas(width: grid.width, height: grid.height)
        canvas.fillPage(grid)
        if let page { canvas.put(page.pixels, grid) }
        ground = (page?.location, page?.limit ?? 0, grid, canvas)
        return canvas
    }

    /// ROOM-16: what stands in the place of a picture that cannot be had is its frame.
    private mutating func draw(_ shape: Shape, _ job: SlideJob, _ grid: SlideGrid, _ canvas: inout SlideCanvas) {
        guard shape.kind == .picture else { return canvas.draw(shape, grid) }
        guard let location = shape.picture.flatMap({ job.pictures[$0] }) else {
            return canvas.drawFrame(of: shape, grid)
        }
        do {
            canvas.put(try picture(location, job).pixels, shape, grid)
        } catch {
            Log.shared.write(.warning, "rooms", "\(SourceAccess.shown(location)): \(error)")
            canvas.drawFrame(of: shape, grid)
        }
    }
}
