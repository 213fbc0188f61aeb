import Cells
import Media
import MediaSources
import Mosaic
import PlayCore
import ScreenKit
import TUI

/// Makes preview pictures and keeps them. One thread.
struct PreviewMaker {
    /// Pictures of three to twelve kilobytes each.
    private static let kept = 400

    private struct Made {
        let wish: PreviewWish
        let look: MosaicLook
        var picture = Picture()
    }

    private struct Picture {
        var place: MediaTime?
        var cells: CellBuffer?
    }

    private let cancel: CancelToken
    private var pictures: PreviewPictures?
    private var opened: (item: Int, track: Int)?
    private var made: [Made] = []
    private let scaler = Scaler()
    private var renderer = MosaicRenderer()

    init(cancel: CancelToken) { self.cancel = cancel }

    /// Returns nil if there is no picture. Failures are only logged, because previews are optional.
    mutating func cells(_ job: PreviewJob) -> CellBuffer? {
        if let known = known(job.wish, job.look) { return known.picture.cells }
        var new = Made(wish: job.wish, look: job.look)
        do throws(MediaError) {
            new.picture = try draw(job)
        } catch {
            Log.shared.write(.debug, "preview", "\(job.wish.time): \(error.reason)")
        }
        made.append(new)
        if made.count > Self.kept { made.removeFirst() }
        return new.picture.cells
    }

    /// Returns the place without a picture that is farthest from the others.
    func missing(_ job: PreviewJob) -> MediaTime? {
        let width = job.wish.slider.width
        guard width <= Self.kept else { return nil }
        var step = 1
        while step < width { step *= 2 }
        while step >= 1 {
            for cell in stride(from: 0, to: width, by: step) {
                let time = job.wish.slider.time(ofCell: cell)
                if known(job.wish.moved(to: time), job.look) == nil { return time }
            }
            step /= 2
        }
        return nil
    }

    private func known(_ wish: PreviewWish, _ look: MosaicLook) -> Made? {
        made.first { $0.wish.isSamePicture(as: wish) && $0.look == look }
    }

    /// Decodes a key frame that shows several places once.
    private mutating func draw(_ job: PreviewJob) throws(MediaError) -> Picture {
        let wish = job.wish
        if opened?.item != wish.item || opened?.track != wish.track { try open(job) }
        guard let pictures, let place = try pictures.place(at: wish.time) else { return Picture() }
        let same = made.first {
            $0.picture.place == place.time && $0.wish.space == wish.space && $0.look == job.look
        }
        if let same { return same.picture }
        var made = Picture(place: place.time)
        if let picture = try pictures.picture(of: place) { made.cells = try cells(of: picture, job) }
        return made
    }

    private mutating func cells(of picture: PreviewPicture, _ job: PreviewJob) throws(MediaError) -> CellBuffer {
        let wish = job.wish
        let (columns, rows) = wish.space.size(aspect: picture.aspect)
        let symbols = job.look.symbols
        let grid = symbols.grid(columns: columns, rows: rows, cellAspect: wish.space.cellAspect)
        let pixels = try scaler.scale(picture.frame, to: grid.width, grid.height, crop: picture.crop)
        let scaled = ScaledPicture(pixels: pixels, grid: grid, x: 0, y: 0, time: wish.time, due: nil, isStill: true)
        return renderer.render(scaled, columns: columns, rows: rows, look: job.look)
    }

    /// Does not retry an item that failed to open.
    private mutating func open(_ job: PreviewJob) throws(MediaError) {
        made = []
        pictures = nil
        opened = (job.wish.item, job.wish.track)
        pictures = try PreviewPictures(
            job.input, track: job.wish.track, isStream: job.wish.isStream, cancel: cancel)
    }
}
