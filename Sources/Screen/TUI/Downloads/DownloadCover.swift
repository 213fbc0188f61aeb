package import Cells
import DownloadModel

package struct DownloadCoverWish: CoverWish {
    package let path: String
    /// Absolute; nothing outside of it is read.
    package let folder: String
    package let space: CellSpace
    /// Whether the download is complete, because a file that was missing before may exist now.
    package let isComplete: Bool

    package init(path: String, folder: String, space: CellSpace, isComplete: Bool = true) {
        self.path = path
        self.folder = folder
        self.space = space
        self.isComplete = isComplete
    }
}

package typealias DownloadCover = WishedPicture<DownloadCoverWish>

extension AppState {
    /// The cover: in the details if they are open, else beside the list. `nil` if there is no cover or no space.
    package var downloadCoverWish: DownloadCoverWish? {
        guard showsDownloads, help == nil, !background.isUnseen, !terminal.isTooSmall,
            let entry = downloads.selected, let path = entry.path(of: .cover)
        else { return nil }
        let layout = DownloadsLayout(self)
        guard let area = downloads.detailScroll == nil ? layout.preview : DownloadDetails.coverArea(layout) else {
            return nil
        }
        return DownloadCoverWish(
            path: path, folder: entry.folder,
            space: CellSpace(columns: area.width, rows: area.height, cellAspect: terminal.cellAspect),
            isComplete: entry.label == .done)
    }

    /// `nil` also while the cover is being made.
    var downloadCover: DownloadCover? {
        guard let cover = downloads.cover, cover.wish == downloadCoverWish else { return nil }
        return cover
    }
}

extension CellBuffer {
    /// Centres the cover in the preview's columns.
    mutating func writeCover(_ state: AppState, _ layout: DownloadsLayout) {
        guard state.downloads.detailScroll == nil, let area = layout.preview, let cells = state.downloadCover?.cells
        else { return }
        write(cells, column: area.column + max(0, area.width - cells.columns) / 2, row: area.row, rows: 0..<area.height)
    }

    /// Cuts off what is outside the buffer.
    ///
    /// - Parameter rows: the picture's rows to write.
    mutating func write(_ picture: CellBuffer, column: Int, row: Int, rows wanted: Range<Int>) {
        for (offset, source) in wanted.clamped(to: 0..<picture.rows).enumerated() where row + offset < rows {
            for across in 0..<min(picture.columns, columns - column) {
                self[column + across, row + offset] = picture[across, source]
            }
        }
    }
}
