import ScreenKit

/// One line of the control bar, left to right.
package typealias ControlRow = [LayoutView.ID]

/// The controls and their places. Only `isRemoved` changes, but another layout may be installed during playback.
package struct ControlLayout: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case standard, compact }

    /// From the top, for a wide pane.
    package let standard: [ControlRow]
    /// From the top, for a narrow pane.
    package let compact: [ControlRow]
    /// The terminal rows per row of controls, at least 1. The controls are in the first of them.
    package let controlBarHeight: Int
    /// The columns between neighbours, at least 0.
    package let horizontalItemSpacing: Int
    /// The pane width below which a pane is compact.
    package let compactLayoutMaximumWidth: Int

    private var views: [LayoutView.ID: LayoutView]

    /// Creates a layout. Ids in rows that name no view are left out.
    package init(
        views: [LayoutView], standard: [ControlRow], compact: [ControlRow], controlBarHeight: Int = 1,
        horizontalItemSpacing: Int = 1, compactLayoutMaximumWidth: Int = 80
    ) {
        self.views = Dictionary(views.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.standard = standard
        self.compact = compact
        self.controlBarHeight = max(1, controlBarHeight)
        self.horizontalItemSpacing = max(0, horizontalItemSpacing)
        self.compactLayoutMaximumWidth = compactLayoutMaximumWidth
    }

    package func kind(paneWidth: Int) -> Kind { paneWidth < compactLayoutMaximumWidth ? .compact : .standard }

    package func rows(_ kind: Kind) -> [[LayoutView]] {
        (kind == .compact ? compact : standard).map { $0.compactMap { views[$0] } }
    }

    /// Counts rows of the terminal.
    package func height(_ kind: Kind) -> Int {
        (kind == .compact ? compact : standard).count * controlBarHeight
    }

    /// Applies to both sets.
    package mutating func setRemoved(_ isRemoved: Bool, _ tag: ControlTag) {
        for (id, view) in views where view.tag == tag && view.isRemoved != isRemoved {
            views[id]?.isRemoved = isRemoved
        }
    }

    package func isRemoved(_ tag: ControlTag) -> Bool {
        !views.values.contains { $0.tag == tag && !$0.isRemoved }
    }
}
