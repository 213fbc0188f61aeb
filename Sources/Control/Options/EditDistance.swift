/// Counts letters to insert, remove, change or swap with the next.
enum EditDistance {
    /// Returns the distance in bytes, for names of options. The cost is the product of the lengths.
    static func between(_ first: String, _ second: String) -> Int {
        let a = Array(first.utf8)
        let b = Array(second.utf8)
        var beforeLast = [Int]()
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }

    /// Returns the most likely candidate for a mistyped word, or `nil` if none is close.
    static func nearest(to word: String, in candidates: [String]) -> String? {
        // Much longer than any name, so no typing error; the table would be large.
        guard word.utf8.count <= 64 else { return nil }
        let limit = max(1, word.utf8.count / 3)
        let ranked = candidates.map { (name: $0, distance: between(word, $0)) }.filter { $0.distance <= limit }
        if let best = ranked.min(by: { $0.distance < $1.distance }) { return best.name }
        let longer = candidates.filter { word.utf8.count >= 3 && $0.hasPrefix(word) }
        return longer.min { $0.utf8.count < $1.utf8.count }
    }
}
