package import Access
import Media
package import Mosaic
package import PlayCore
import Playlists
import TUI

/// The cover of the selected download as cells, made on the thread `dl-cover`. Main thread.
package final class DownloadCovers {
    /// Pixels; four bytes each at most while it is decoded. Services send no more than 3840 × 2160.
    private static let mostPixels = 1 << 24

    private let pictures: CellPictures<DownloadCoverWish>

    /// - Parameters:
    ///   - wakeUp: signalled when there is another one.
    ///   - look: as the terminal is now.
    package init(access: SourceAccess, wakeUp: WakeUp, look: @escaping () -> MosaicLook) {
        pictures = CellPictures(name: "dl-cover", wakeUp: wakeUp, look: look) { cancel in
            var painter = CellPainter<DownloadCoverWish>()
            return { wish, look in
                let space = CellSpace(columns: wish.columns, rows: wish.rows, cellAspect: wish.cellAspect)
                do {
                    return try painter.cells(wish, look, within: space) { try Self.frame(wish, access, cancel) }
                } catch {
                    // A cover is an ornament.
                    Log.shared.write(.debug, "download", "cover \(AddressText.shown(wish.path)): \(error)")
                    return nil
                }
            }
        }
    }

    /// Nil: there is no such file, or it is no picture.
    private static func frame(
        _ wish: DownloadCoverWish, _ access: SourceAccess, _ cancel: CancelToken
    ) throws -> VideoFrame? {
        guard FileSystemAccess.isInside(wish.path, of: wish.folder) else { return nil }
        let source = try access.open(wish.path, cancel: cancel)
        return try StillPicture.decode(
            source, name: AddressText.shown(wish.path), cancel: cancel, mostPixels: mostPixels)
    }

    var newest: DownloadCover? { pictures.newest.map { DownloadCover($0.wish, $0.cells) } }

    /// Nil: none is to be seen; what was begun is not shown.
    func show(_ wish: DownloadCoverWish?) { pictures.show(wish) }

    /// Call once, last.
    func close() { pictures.close() }
}
