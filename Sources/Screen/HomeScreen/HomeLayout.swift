import Cells
import ScreenKit

struct HomeLayout: Equatable {
    let area: Rect
    let titleRow: Int
    let list: Rect
    /// The area for picture and details of the selected entry; `nil` if the page is too narrow.
    let preview: Rect?
    let bottomRow: Int

    private static let previewColumns = 80
    private static let lowRows = 9

    init(_ context: PlayerContext) {
        area = context.area
        titleRow = area.row
        bottomRow = area.row + area.height - 1
        let top = area.row + (area.height < Self.lowRows ? 1 : 2)
        let height = max(1, bottomRow - top - (area.height < Self.lowRows ? 0 : 1))
        let width = area.width >= Self.previewColumns ? min(64, max(24, area.width * 3 / 10)) : 0
        preview =
            width == 0 || height < 4
            ? nil : Rect(column: area.column + area.width - 1 - width, row: top, width: width, height: height)
        list = Rect(
            column: area.column, row: top, width: area.width - (preview.map { $0.width + 2 } ?? 0), height: height)
    }

    /// Returns the picture's area, low enough for the lines below it.
    func pictureArea(_ cellAspect: Double) -> Rect? {
        guard let preview else { return nil }
        let rows = min(max(1, preview.height - 4), max(1, Int((Double(preview.width) * cellAspect).rounded())))
        return Rect(column: preview.column, row: preview.row, width: preview.width, height: rows)
    }

    func line(column: Int, row: Int) -> Int? {
        list.contains(column: column, row: row) ? row - list.row : nil
    }
}
