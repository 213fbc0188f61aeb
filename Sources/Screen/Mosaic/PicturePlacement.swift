/// The part of a picture that lies in a pane, in pixels of the grid in which the picture is rendered.
struct PicturePlacement: Equatable {
    /// The first visible pixel of the picture, and the number of visible pixels.
    let sourceX: Int
    let sourceY: Int
    let width: Int
    let height: Int
    /// The place of that pixel in the grid, at least 0.
    let x: Int
    let y: Int

    /// Returns `nil` if no part of the picture is visible. `x` and `y` may have any value.
    init?(x: Int, y: Int, width: Int, height: Int, gridWidth: Int, gridHeight: Int) {
        guard let across = Self.clip(x, width, gridWidth), let down = Self.clip(y, height, gridHeight) else {
            return nil
        }
        (sourceX, self.width, self.x) = across
        (sourceY, self.height, self.y) = down
    }

    private static func clip(_ start: Int, _ length: Int, _ limit: Int) -> (skipped: Int, length: Int, start: Int)? {
        guard start < limit, start > -length else { return nil }
        let first = max(0, start)
        let skipped = first - start
        return (skipped, min(length - skipped, limit - first), first)
    }
}
