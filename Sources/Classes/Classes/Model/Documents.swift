package import PlayCore

package struct ClassDocument: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case slides
        case whiteboard
        /// A web page or an animated document other than ppt and pptx. This program cannot draw it.
        case web
    }

    package struct Page: Sendable, Hashable, Codable {
        /// `nil` if the page has only shapes.
        package var picture: String?
        package var width: Int?
        package var height: Int?
        /// For searching and for terminals.
        package var text: String?
        /// From the initial state on; `nil` without animation.
        package var steps: [String]?
        package var sizes: [Size]?

        package struct Size: Sendable, Hashable, Codable {
            package var picture: String
            /// In pixels.
            package var longSide: Int

            package init(picture: String, longSide: Int) {
                self.picture = picture
                self.longSide = longSide
            }
        }

        package init(
            picture: String? = nil, width: Int? = nil, height: Int? = nil, text: String? = nil, steps: [String]? = nil
        ) {
            self.steps = steps
            self.picture = picture
            self.width = width
            self.height = height
            self.text = text
        }

        /// Returns the smallest picture with at least `longSide` pixels.
        package func smallPicture(longSide: Int) -> String? {
            sizes?.filter { $0.longSide >= longSide }.min { $0.longSide < $1.longSide }?.picture
        }

        package var sparePicture: String? { sizes?.max { $0.longSide < $1.longSide }?.picture }
    }

    package var id: String
    package var kind: Kind
    package var title: String?
    package var pages: [Page]
    package var address: String?

    package init(id: String, kind: Kind = .slides, title: String? = nil, pages: [Page] = [], address: String? = nil) {
        self.id = id
        self.kind = kind
        self.title = title
        self.pages = pages
        self.address = address
    }
}

extension ClassDocument {
    package static let whiteboardID = "whiteboard"

    /// Returns an animated page's picture for its step. A whiteboard without a picture has the class's background.
    /// Returns `nil` if the page has only shapes.
    package func picture(of change: PageChange, animates: Bool, ground: String?) -> String? {
        let page = pages.indices.contains(change.key.page) ? pages[change.key.page] : nil
        if animates, let step = change.step, let steps = page?.steps, !steps.isEmpty {
            return steps[min(max(0, step), steps.count - 1)]
        }
        return page?.picture ?? (kind == .whiteboard ? ground : nil)
    }
}

/// `FILE.pdf#page=3` (RFC 8118).
package struct PDFPage: Sendable, Hashable {
    package let path: String
    /// From 1.
    package let page: Int

    package init(path: String, page: Int) {
        self.path = path
        self.page = page
    }

    package init?(_ reference: String) {
        guard let mark = reference.ranges(of: ".pdf#page=").last, let page = Int(reference[mark.upperBound...]),
            page > 0
        else { return nil }
        self.init(path: reference[..<mark.lowerBound] + ".pdf", page: page)
    }

    package var reference: String { "\(path)#page=\(page)" }
}

package struct PageKey: Sendable, Hashable, Codable {
    package var document: String
    /// From 0.
    package var page: Int

    package init(document: String, page: Int) {
        self.document = document
        self.page = page
    }
}

package struct PageText: Sendable, Hashable, Codable {
    package var key: PageKey
    package var text: String

    package init(key: PageKey, text: String) {
        self.key = key
        self.text = text
    }
}

package struct PageChange: Sendable, Hashable, Codable {
    package var key: PageKey
    /// Of an animated page, from 0.
    package var step: Int?

    package init(_ key: PageKey, step: Int? = nil) {
        self.key = key
        self.step = step
    }
}

package struct OutlineEntry: Sendable, Hashable, Codable {
    package var time: MediaTime
    package var title: String?
    package var key: PageKey?

    package init(time: MediaTime, title: String? = nil, key: PageKey? = nil) {
        self.time = time
        self.title = title
        self.key = key
    }
}

/// The visible part of the page, in fractions of its width and height. The whole page is 0, 0, 1, 1.
package struct Viewport: Sendable, Hashable, Codable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package static let whole = Viewport(x: 0, y: 0, width: 1, height: 1)

    /// Whether some of the page is visible, and neither side exceeds a hundred pages.
    package var isUsable: Bool {
        let sizes = 0.001...100.0
        return sizes.contains(width) && sizes.contains(height) && x + width > 0 && x < 1 && y + height > 0 && y < 1
    }
}
