/// A rectangle of cells. Width and height are at least 0.
package struct Rect: Sendable, Hashable {
    package var column: Int
    package var row: Int
    package var width: Int
    package var height: Int

    package init(column: Int, row: Int, width: Int, height: Int) {
        self.column = column
        self.row = row
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package var isEmpty: Bool { width == 0 || height == 0 }

    package func contains(column: Int, row: Int) -> Bool {
        column >= self.column && column < self.column + width && row >= self.row && row < self.row + height
    }
}
