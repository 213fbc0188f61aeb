import Manifests
import Media
import MediaSources
import PlayCore

/// A stream's own previews: still pictures of many places in one file, in columns and rows (DASH-IF IOP, 6.2.6). One
/// thread.
final class TilePictures {
    private unowned let stream: StreamSegments
    /// The file that was decoded last: neighbours are in the same one.
    private var newest: (start: MediaTime, frame: VideoFrame)?

    /// A page of thumbnails has no more pixels.
    private static let mostPixels = 1 << 25

    init(_ stream: StreamSegments) { self.stream = stream }

    /// The smallest tiles that are as high as what is shown, else the largest. Pure.
    ///
    /// - Returns: nil: the stream has none.
    static func choice(_ renditions: [Rendition], height: Int) -> Int? {
        let usable = renditions.indices.filter { index in
            let rendition = renditions[index]
            return rendition.kind == .thumbnails && rendition.tiles != nil && rendition.protection == nil
        }.sorted { (tileHeight(renditions[$0]), $0) < (tileHeight(renditions[$1]), $1) }
        return usable.first { tileHeight(renditions[$0]) >= height } ?? usable.last
    }

    private static func tileHeight(_ rendition: Rendition) -> Int {
        rendition.height / max(1, rendition.tiles?.rows ?? 1)
    }

    /// Which part of a file is the picture of a time. Pure.
    static func part(_ time: MediaTime, of segment: MediaRange, columns: Int, rows: Int) -> Crop {
        let count = columns * rows
        let share = (time - segment.start).inSeconds / max(segment.length.inSeconds, 1e-9)
        let index = min(max(0, Int(share * Double(count))), count - 1)
        let (column, row) = (Double(index % columns), Double(index / columns))
        return Crop(
            left: column / Double(columns), top: row / Double(rows),
            right: 1 - (column + 1) / Double(columns), bottom: 1 - (row + 1) / Double(rows))
    }

    /// Nil: there is none of that place, or it could not be had.
    func picture(at time: MediaTime, height: Int) -> PreviewPicture? {
        let renditions = stream.lists.presentation.renditions
        guard let index = Self.choice(renditions, height: height), let tiles = renditions[index].tiles else {
            return nil
        }
        do {
            let list = try stream.lists.list(index)
            guard list.isEnded, let place = list.index(at: time), !list.segments[place].isGap else { return nil }
            let segment = list.segments[place]
            guard let frame = try frame(of: segment) else { return nil }
            let range = MediaRange(start: segment.start, end: segment.end)
            return PreviewPicture(
                frame, crop: Self.part(time, of: range, columns: tiles.columns, rows: tiles.rows))
        } catch {
            Log.shared.write(.debug, "net", "no thumbnail: \(error)")
            return nil
        }
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
