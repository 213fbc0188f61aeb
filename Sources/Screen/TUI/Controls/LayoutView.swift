import Cells
import PlayCore

/// Wraps one control and decides its space in a row.
///
/// Rows name views by ID. Standard and compact set can contain the same view, with one `isRemoved` and one focus.
package struct LayoutView: Sendable, Hashable, Identifiable {
    package struct ID: Sendable, Hashable {
        package let number: Int
        package init(_ number: Int) { self.number = number }
    }

    package enum Width: Sendable, Hashable {
        /// The width of the control's own text.
        case standard
        /// At least 0.
        case columns(Int)
    }

    package let id: ID
    package let tag: ControlTag
    package let width: Width
    /// 0 for a fixed width; else the share of spare space relative to other elastic views. Integer thousandths make
    /// shares exact. Clamped to 0 … 1 000 000; NaN becomes 0.
    package let elasticityInThousandths: Int
    /// The text of a view with the tag `text`; fit for the screen.
    package let text: String?
    /// A removed view takes neither width nor spacing and cannot be focused.
    package var isRemoved: Bool

    package init(
        _ number: Int, _ tag: ControlTag, width: Width = .standard, elasticity: Double = 0, isRemoved: Bool = false,
        text: String? = nil
    ) {
        id = ID(number)
        self.tag = tag
        self.width = width
        elasticityInThousandths = elasticity.isNaN ? 0 : Int((min(max(elasticity, 0), 1000) * 1000).rounded())
        self.isRemoved = isRemoved
        self.text = text
    }

    /// Returns a blank column that grows.
    package static func spacer(_ number: Int) -> LayoutView {
        LayoutView(number, .empty, width: .columns(1), elasticity: 1)
    }

    /// Returns at least 0.
    package func minimumWidth(_ standardWidth: (ControlTag) -> Int) -> Int {
        switch width {
        case .standard: text.map { TextWidth.columns(of: $0) } ?? max(0, standardWidth(tag))
        case .columns(let columns): max(0, columns)
        }
    }
}
