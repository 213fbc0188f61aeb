import Cells
import PlayCore

/// Wraps one control and decides its space in a row.
///
/// A row names views by id, so the standard and the compact set can hold the same one: its flag (`isRemoved`) and its
/// focus apply in both.
package struct LayoutView: Sendable, Hashable, Identifiable {
    package struct ID: Sendable, Hashable {
        package let number: Int
        package init(_ number: Int) { self.number = number }
    }

    package enum Width: Sendable, Hashable {
        /// The length of the control's own text.
        case standard
        /// Columns, at least 0.
        case columns(Int)
    }

    package let id: ID
    package let tag: ControlTag
    package let width: Width
    /// 0 is a fixed size, above it the share of the spare space relative to the other elastic views. Kept in
    /// thousandths so that shares are exact; 0 … 1 000 000 after clamping, NaN is 0.
    package let elasticityInThousandths: Int
    /// The text of a view with the tag `text`; fit for the screen.
    package let text: String?
    /// Whether it is removed: it takes neither width nor spacing and cannot be focused.
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

    /// Returns a blank view of one column that grows.
    package static func spacer(_ number: Int) -> LayoutView {
        LayoutView(number, .empty, width: .columns(1), elasticity: 1)
    }

    /// Returns the columns below which it is never shown, at least 0.
    package func minimumWidth(_ standardWidth: (ControlTag) -> Int) -> Int {
        switch width {
        case .standard: text.map { TextWidth.columns(of: $0) } ?? max(0, standardWidth(tag))
        case .columns(let columns): max(0, columns)
        }
    }
}
