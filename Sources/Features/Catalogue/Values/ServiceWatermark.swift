/// The viewer's own watermark takes precedence. Unverified texts.
package struct ServiceWatermark: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case text(String)
        /// Path or address.
        case picture(String)
    }

    package enum Corner: String, Sendable, CaseIterable {
        case leftTop = "left-top"
        case rightTop = "right-top"
        case rightBottom = "right-bottom"
        case leftBottom = "left-bottom"
    }

    package let content: Content
    package let corner: Corner
    /// 0 … 1.
    package let opacity: Double

    package init(_ content: Content, corner: Corner = .rightTop, opacity: Double = 1) {
        self.content = content
        self.corner = corner
        self.opacity = min(max(opacity, 0), 1)
    }
}
