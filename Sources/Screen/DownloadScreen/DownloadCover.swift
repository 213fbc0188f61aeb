package import Cells
import DownloadModel
package import ScreenKit

package struct DownloadCoverWish: CoverWish {
    package let path: String
    /// Absolute; nothing outside of it is read.
    package let folder: String
    package let space: CellSpace
    /// Whether the download is complete, so that a file that was missing before may exist now.
    package let isComplete: Bool

    package init(path: String, folder: String, space: CellSpace, isComplete: Bool = true) {
        self.path = path
        self.folder = folder
        self.space = space
        self.isComplete = isComplete
    }
}

package typealias DownloadCover = WishedPicture<DownloadCoverWish>

extension DownloadsPage {
    /// Returns the cover: in the details if they are open, else beside the list; `nil` if there is no cover or no
    /// space.
    package func coverWish(_ context: PlayerContext) -> DownloadCoverWish? {
        guard context.isVisible, let entry = selected, let path = entry.path(of: .cover) else { return nil }
        let layout = DownloadsLayout(self, context)
        guard let area = detailScroll == nil ? layout.preview : DownloadDetails.coverArea(layout) else { return nil }
        return DownloadCoverWish(
            path: path, folder: entry.folder,
            space: CellSpace(columns: area.width, rows: area.height, cellAspect: context.terminal.cellAspect),
            isComplete: entry.label == .done)
    }

    func shownCover(_ context: PlayerContext) -> DownloadCover? {
        guard let cover, cover.wish == coverWish(context) else { return nil }
        return cover
    }
}

extension CellBuffer {
    mutating func writeCover(_ page: DownloadsPage, _ context: PlayerContext, _ layout: DownloadsLayout) {
        guard page.detailScroll == nil, let area = layout.preview, let cells = page.shownCover(context)?.cells
        else { return }
        write(cells, column: area.column + max(0, area.width - cells.columns) / 2, row: area.row, rows: 0..<area.height)
    }
}
