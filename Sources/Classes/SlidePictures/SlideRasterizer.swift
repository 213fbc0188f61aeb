import Cells
import Classes
import Mosaic
import PlayCore

/// Keeps the last pictures. One thread.
struct SlideRasterizer {
    /// Turning back and forth reads none of these pictures.
    private static let kept = 12

    /// A picture in the first requested size, so that a photograph takes no more memory than any other page.
    private struct Picture {
        let location: String
        let limit: Int
        let image: PageImage
    }

    private let images: any PageImageReading
    private var pictures: [Picture] = []
    /// The last page without the shapes on it, so that a moved pointer redraws only itself.
    private var ground: (location: String?, limit: Int, grid: SlideGrid, canvas: SlideCanvas)?
    private var renderer = MosaicRenderer()

    init(_ images: any PageImageReading) { self.images = images }

    mutating func picture(of job: SlideJob) -> SlidePicture {
        do throws(ClassReadError) {
            var picture = lesserPicture(job.page.smallPicture, job.page)
            if picture == nil, let location = job.page.picture { picture = try wholePicture(location, job.page) }
            return .cells(cells(job, picture))
        } catch {
            return .failed(error.reason)
        }
    }

    mutating func thumbnail(of page: SlidePage, _ wish: ThumbnailWish, _ look: MosaicLook) -> SlidePicture {
        guard let location = page.picture else { return .none }
        do throws(ClassReadError) {
            let picture = try picture(location, page)
            let pane = wish.pane(ofAspect: min(max(picture.image.aspect, 0.05), 20))
            return .cells(cells(SlideJob(page: page, pane: pane, look: look), picture))
        } catch {
            return .failed(error.reason)
        }
    }

    private mutating func wholePicture(_ location: String, _ page: SlidePage) throws(ClassReadError) -> Picture {
        do throws(ClassReadError) {
            return try picture(location, page)
        } catch {
            guard let spare = lesserPicture(page.sparePicture, page) else { throw error }
            Log.shared.write(.warning, "rooms", "\(error.context): \(error.reason)")
            return spare
        }
    }

    private mutating func lesserPicture(_ location: String?, _ page: SlidePage) -> Picture? {
        guard let location else { return nil }
        do throws(ClassReadError) {
            return try picture(location, page)
        } catch {
            Log.shared.write(.info, "rooms", "\(error.context): \(error.reason)")
            return nil
        }
    }

    private mutating func picture(_ location: String, _ page: SlidePage) throws(ClassReadError) -> Picture {
        if let known = pictures.first(where: { $0.location == location && $0.limit >= page.imageSize }) { return known }
        let image = try images.image(at: location, within: page.imageSize, folder: page.folder)
        let new = Picture(location: location, limit: page.imageSize, image: image)
        pictures.removeAll { $0.location == location }
        pictures.append(new)
        if pictures.count > Self.kept { pictures.removeFirst() }
        return new
    }

    private mutating func cells(_ job: SlideJob, _ picture: Picture?) -> CellBuffer {
        let (page, pane, look) = (job.page, job.pane, job.look)
        let grid = SlideGrid(page, in: pane, look.symbols, pageAspect: picture?.image.aspect)
        var canvas = ground(of: picture, grid)
        for shape in page.shapes { draw(shape, page, grid, &canvas) }
        if let pointer = page.pointer { canvas.draw(pointer: pointer, grid) }
        let scaled = ScaledPicture(
            pixels: canvas.pixels,
            grid: look.symbols.grid(columns: pane.columns, rows: pane.rows, cellAspect: pane.cellAspect), x: 0, y: 0,
            time: .zero, due: nil, isStill: true)
        var cells = renderer.render(scaled, columns: pane.columns, rows: pane.rows, look: look)
        if let ground = ground?.canvas {
            for shape in page.shapes where shape.kind == .text { cells.write(shape, grid, look, on: ground) }
        }
        return cells
    }

    private mutating func ground(of picture: Picture?, _ grid: SlideGrid) -> SlideCanvas {
        if let ground, ground.location == picture?.location, ground.limit == picture?.limit ?? 0, ground.grid == grid {
            return ground.canvas
        }
        var canvas = SlideCanvas(width: grid.width, height: grid.height)
        canvas.fillPage(grid)
        if let picture { canvas.put(picture.image.pixels, grid) }
        ground = (picture?.location, picture?.limit ?? 0, grid, canvas)
        return canvas
    }

    /// A picture that cannot be read is drawn as its frame.
    private mutating func draw(_ shape: Shape, _ page: SlidePage, _ grid: SlideGrid, _ canvas: inout SlideCanvas) {
        guard shape.kind == .picture else { return canvas.draw(shape, grid) }
        guard let location = shape.picture.flatMap({ page.pictures[$0] }) else {
            return canvas.drawFrame(of: shape, grid)
        }
        do throws(ClassReadError) {
            canvas.put(try picture(location, page).image.pixels, shape, grid)
        } catch {
            Log.shared.write(.warning, "rooms", "\(error.context): \(error.reason)")
            canvas.drawFrame(of: shape, grid)
        }
    }
}
