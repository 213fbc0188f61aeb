import TUI
import Testing

/// The laws that hold for every row of controls.
struct RowLaws {
    private let views: [LayoutView]
    private let spacing: Int
    private let standardWidth: (ControlTag) -> Int
    private let layout: ControlLayout

    /// - Parameter views: The views, numbered in their order.
    init(_ views: [LayoutView], spacing: Int, standardWidth: @escaping (ControlTag) -> Int) {
        self.views = views
        self.spacing = spacing
        self.standardWidth = standardWidth
        layout = ControlLayout(views: views, standard: [], compact: [], horizontalItemSpacing: spacing)
    }

    /// Records an issue if a law is broken.
    func check(_ width: Int) {
        let placed = layout.arrange(row: views, width: width, standardWidth: standardWidth)
        let kept = placed.map { views[$0.id.number] }
        guard !kept.contains(where: \.isRemoved), holdsPlaces(kept, placed), holdsWidth(kept, placed, width),
            holdsDropping(kept, width)
        else {
            Issue.record("width \(width), spacing \(spacing), \(views), \(placed)")
            return
        }
    }

    private func minimum(_ view: LayoutView) -> Int { view.minimumWidth(standardWidth) }

    /// Returns whether the order is kept, the spacing is exact, and no view is narrower than its minimum. Rigid views
    /// must keep their minimum, and spare room must be shared in proportion, to one column.
    private func holdsPlaces(_ kept: [LayoutView], _ placed: [PlacedControl]) -> Bool {
        var (spare, sum, column, number) = (0, 0, 0, -1)
        for (view, place) in zip(kept, placed) {
            spare += place.width - minimum(view)
            sum += view.elasticityInThousandths
        }
        for (view, place) in zip(kept, placed) {
            let growth = place.width - minimum(view)
            let exact = sum == 0 ? 0 : Double(spare) * Double(view.elasticityInThousandths) / Double(sum)
            guard place.column == column, place.id.number > number, growth >= 0, abs(Double(growth) - exact) < 1,
                view.elasticityInThousandths > 0 || growth == 0
            else { return false }
            column += place.width + spacing
            number = place.id.number
        }
        return true
    }

    /// Returns whether a row with an elastic view is filled exactly. A row may be wider only if all its views are
    /// essential.
    private func holdsWidth(_ kept: [LayoutView], _ placed: [PlacedControl], _ width: Int) -> Bool {
        let end = placed.last.map { $0.column + $0.width } ?? 0
        if end > width { return kept.allSatisfy(\.tag.isEssential) }
        return end == width || !kept.contains { $0.elasticityInThousandths > 0 }
    }

    /// Returns whether the right views were dropped. None may be essential or left of a kept view that is not, and the
    /// first one must not fit.
    private func holdsDropping(_ kept: [LayoutView], _ width: Int) -> Bool {
        let numbers = Set(kept.map(\.id.number))
        let dropped = views.filter { !$0.isRemoved && !numbers.contains($0.id.number) }
        guard let first = dropped.first else { return true }
        let least = (kept + [first]).map(minimum).reduce(0, +) + spacing * kept.count
        return !dropped.contains(where: \.tag.isEssential) && least > width
            && kept.allSatisfy { $0.tag.isEssential || $0.id.number < first.id.number }
    }
}
