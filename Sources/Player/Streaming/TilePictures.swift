import Manifests
import Media
import MediaSources
import PlayCore

/// A stream's previews: many still pictures in one file, in columns and rows (DASH-IF IOP, 6.2.6; HLS's image
/// playlists, version 0.4). One thread.
final class TilePictures {
    private unowned let stream: StreamSegments
    /// The file decoded last. It also contains the neighbours.
    private var newest: (start: MediaTime, frame: VideoFrame)?

    /// The most pixels of an image. No page of thumbnails has more.
    private static let mostPixels = 1 << 25

    init(_ stream: StreamSegments) { self.stream = stream }

    /// Returns the smallest tiles at least as high as the preview, else the largest, or `nil`.
    static func choice(_ renditions: [Rendition], height: Int) -> Int? {
        let usable = renditions.indices.filter { index in
            let rendition = renditions[index]
            return rendition.kind == .thumbnails && rendition.protection == nil
                && (rendition.tiles != nil || isListed(rendition))
        }.sorted { (tileHeight(renditions[$0]), $0) < (tileHeight(renditions[$1]), $1) }
        return usable.first { tileHeight(renditions[$0]) >= height } ?? usable.last
    }

    /// Returns whether the rendition is an HLS playlist, whose segments declare the numbers of pictures.
    private static func isListed(_ rendition: Rendition) -> Bool {
        rendition.sources.contains { if case .playlist = $0.content { true } else { false } }
    }

    private static func tileHeight(_ rendition: Rendition) -> Int {
        rendition.height / max(1, rendition.tiles?.rows ?? 1)
    }

    /// Returns the part of a file that shows a time. `image` is in pixels.
    static func part(
        _ time: MediaTime, of segment: MediaRange, _ grid: TileGrid, image: (width: Int, height: Int)
    ) -> Crop {
        let height = tileShare(grid, image)
        let rows = max(1, min(grid.rows, Int((1 / height).rounded())))
        let count = grid.columns * rows
        let each = grid.duration?.inSeconds ?? segment.length.inSeconds / Double(grid.columns * grid.rows)
        let place = (time - segment.start).inSeconds / max(each, 1e-9)
        let index = Int(min(max(0, place), Double(count - 1)))
        let (column, row) = (Double(index % grid.columns), Double(index / grid.columns))
        let width = 1 / Double(grid.columns)
        return Crop(
            left: column * width, top: row * height, right: 1 - (column + 1) * width, bottom: 1 - (row + 1) * height)
    }

    /// Returns one picture's share of the height. A film's last file may have fewer rows.
    private static func tileShare(_ grid: TileGrid, _ image: (width: Int, height: Int)) -> Double {
        guard let size = grid.size, image.width == size.width * grid.columns, image.height > 0,
            image.height < size.height * grid.rows, image.height.isMultiple(of: size.height)
        else { return 1 / Double(grid.rows) }
        return Double(size.height) / Double(image.height)
    }

    /// Returns `nil` if the place has no picture, or if it cannot be fetched.
    func picture(at time: MediaTime, height: Int) -> PreviewPicture? {
        let renditions = stream.lists.presentation.renditions
        guard let index = Self.choice(renditions, height: height) else { return nil }
        do {
            let list = try stream.lists.list(index)
            guard list.isEnded, let place = list.index(at: time), !list.segments[place].isGap else { return nil }
            let segment = list.segments[place]
            let grid = grid(of: segment, renditions[index], stream.lists.playlist(index))
            guard let grid, grid.isUsable, let frame = try frame(of: segment) else { return nil }
            let range = MediaRange(start: segment.start, end: segment.end)
            return PreviewPicture(
                frame, crop: Self.part(time, of: range, grid, image: (frame.width, frame.height)))
        } catch {
            Log.shared.write(.debug, "net", "no thumbnail: \(error)")
            return nil
        }
    }

    private func grid(of segment: Segment, _ rendition: Rendition, _ playlist: MediaPlaylist?) -> TileGrid? {
        if let tiles = rendition.tiles { return TileGrid(columns: tiles.columns, rows: tiles.rows) }
        return segment.tiles ?? (playlist?.isImagesOnly == true ? TileGrid(columns: 1, rows: 1) : nil)
    }

    private func frame(of segment: Segment) throws -> VideoFrame? {
        if let newest, newest.start == segment.start { return newest.frame }
        let body = try stream.store.body(of: segment)
        try body.finish()
        stream.noteFetched(body)
        var rest: ArraySlice = [body]
        let frame = try StillPicture.decode(
            ChainBytes { rest.popFirst() }, name: "thumbnails", cancel: stream.access.cancel,
            mostPixels: Self.mostPixels)
        newest = frame.map { (segment.start, $0) }
        return frame
    }
}
