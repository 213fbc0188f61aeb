/// Keeps both halves of wide glyphs together in a row whose cells change only in part.
enum WidePairs {
    /// Takes the other half of a pair from `target` if one half was taken. Pictures have no wide glyphs, but the text
    /// above them does. Each of the two rows is consistent in itself.
    static func mend(
        _ chosen: UnsafeMutablePointer<Cell>, target: UnsafePointer<Cell>, shown: UnsafePointer<Cell>, count: Int
    ) {
        guard hasHalves(target, count) || hasHalves(shown, count) else { return }
        var isStable = false
        // Each round takes at least one more cell from the target.
        while !isStable {
            isStable = true
            for x in 1..<count {
                if target[x].glyph == 0, (chosen[x] == target[x]) != (chosen[x - 1] == target[x - 1]) {
                    chosen[x] = target[x]
                    chosen[x - 1] = target[x - 1]
                    isStable = false
                }
                guard shown[x].glyph == 0, (chosen[x] == shown[x]) != (chosen[x - 1] == shown[x - 1]) else { continue }
                let kept = chosen[x] == shown[x] ? x : x - 1
                guard chosen[kept] != target[kept] else { continue }
                chosen[kept] = target[kept]
                isStable = false
            }
        }
    }

    private static func hasHalves(_ cells: UnsafePointer<Cell>, _ count: Int) -> Bool {
        var x = 0
        while x < count {
            if cells[x].glyph == 0 { return true }
            x &+= 1
        }
        return false
    }
}
