package struct PlacedControl: Sendable, Hashable {
    package let id: LayoutView.ID
    package let tag: ControlTag
    /// Counted from the left edge of the row.
    package let column: Int
    package let width: Int
    /// The text of a view with the tag `text`.
    package let text: String?

    package init(id: LayoutView.ID, tag: ControlTag, column: Int, width: Int, text: String? = nil) {
        self.id = id
        self.tag = tag
        self.column = column
        self.width = width
        self.text = text
    }
}

extension ControlLayout {
    /// Arranges a row. It fills the width exactly if a view is elastic.
    ///
    /// If space is short, views are dropped from the right, but never playback or progress. If those two alone are too
    /// wide, the row exceeds its width.
    package func arrange(row: [LayoutView], width: Int, standardWidth: (ControlTag) -> Int) -> [PlacedControl] {
        var items = row.filter { !$0.isRemoved }.map { (view: $0, width: $0.minimumWidth(standardWidth)) }
        while spare(items.map(\.width), width) < 0, let victim = items.lastIndex(where: { !$0.view.tag.isEssential }) {
            items.remove(at: victim)
        }
        let growth = Self.shares(
            of: max(0, spare(items.map(\.width), width)), weights: items.map(\.view.elasticityInThousandths))
        var column = 0
        return zip(items, growth).map { item, growth in
            defer { column += item.width + growth + horizontalItemSpacing }
            return PlacedControl(
                id: item.view.id, tag: item.view.tag, column: column, width: item.width + growth, text: item.view.text)
        }
    }

    private func spare(_ widths: [Int], _ width: Int) -> Int {
        width - widths.reduce(0, +) - horizontalItemSpacing * max(0, widths.count - 1)
    }

    /// Splits `total` in proportion to `weights` (≥ 0) by largest remainder, ties to the left; 0 if all weights are 0.
    static func shares(of total: Int, weights: [Int]) -> [Int] {
        let sum = weights.reduce(0, +)
        guard sum > 0, total > 0 else { return weights.map { _ in 0 } }
        var shares = weights.map { total * $0 / sum }
        let left = total - shares.reduce(0, +)
        let byRemainder = weights.indices.sorted { a, b in
            let (first, second) = (total * weights[a] % sum, total * weights[b] % sum)
            return first != second ? first > second : a < b
        }
        for index in byRemainder.prefix(left) { shares[index] += 1 }
        return shares
    }
}
