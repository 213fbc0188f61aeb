import TUI
import Testing

/// What holds for every row of controls, whatever is in it.
struct RowLaws {
    private let views: [LayoutView]
    private let spacing: Int
    private let standardWidth: (ControlTag) -> Int
    private let layout: ControlLayout

    /// - Parameter views: numbered in their order.
    init(_ views: [LayoutView], spacing: Int, standardWidth: @escaping (ControlTag) -> Int) {
        self.views = views
        self.spacing = spacing
        self.standardWidth = standardWidth
        layout = ControlLayout(views: views, standard: [], compact: [], horizontalItemSpacing: spacing)
    }

    /// Records an issue where a law is broken.
    func check(_ width: Int) {
        let placed = layout.arrange(row: views, width: width, standardWidth: standardWidth)
        let visible = views.filter { !$0.isRemoved }
        let byID = Dictionary(uniqueKeysWithValues: visible.map { ($0.id, $0) })
        let kept = placed.compactMap { byID[$0.id] }
        guard kept.count == placed.count, holdsPlaces(kept, placed), holdsWidth(kept, placed, width),
            holdsDropping(visible, kept, width)
        else {
            Issue.record("width \(width), spacing \(spacing), \(views), \(placed)")
            return
        }
    }

    private func minimum(_ view: LayoutView) -> Int { view.minimumWidth(standardWidth) }

    /// Order kept, no overlap, the spacing exactly; nothing below its width, and nothing rigid above it; spare room in
    /// proportion, to one column.
    private func holdsPlaces(_ kept: [LayoutView], _ placed: [PlacedControl]) -> Bool {
        let growth = zip(kept, placed).map { $1.width - minimum($0) }
        let sum = kept.map(\.elasticityInThousandths).reduce(0, +)
        let spare = growth.reduce(0, +)
        return placed.map(\.id.number) == placed.map(\.id.number).sorted() && (placed.first?.column ?? 0) == 0
            && zip(placed, placed.dropFirst()).allSatisfy { $0.column + $0.width + spacing == $1.column }
            && zip(kept, growth).allSatisfy { view, growth in
                let exact = sum == 0 ? 0 : Double(spare) * Double(view.elasticityInThousandths) / Double(sum)
                return growth >= 0 && abs(Double(growth) - exact) < 1
                    && (view.elasticityInThousandths > 0 || growth == 0)
            }
    }

    /// Filled exactly with an elastic view in it, never wider, unless only what is never dropped is left.
    private func holdsWidth(_ kept: [LayoutView], _ placed: [PlacedControl], _ width: Int) -> Bool {
        let end = placed.last.map { $0.column + $0.width } ?? 0
        if end > width { return kept.allSatisfy(\.tag.isEssential) }
        return end == width || !kept.contains { $0.elasticityInThousandths > 0 }
    }

    /// What was dropped: no essential one, all to the right of every other that stayed, and one less would not fit.
    private func holdsDropping(_ visible: [LayoutView], _ kept: [LayoutView], _ width: Int) -> Bool {
        let dropped = visible.filter { !kept.contains($0) }
        guard let first = dropped.first else { return true }
        let least = (kept + [first]).map(minimum).reduce(0, +) + spacing * kept.count
        return !dropped.contains(where: \.tag.isEssential) && least > width
            && kept.allSatisfy { $0.tag.isEssential || $0.id.number < first.id.number }
    }
}
