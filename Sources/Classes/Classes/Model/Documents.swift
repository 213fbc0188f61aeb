package import PlayCore

/// Slides, a whiteboard, or a web page in the slide pane.
package struct ClassDocument: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case slides
        case whiteboard
        /// An animated document other than ppt and pptx, which this program cannot draw.
        case web
    }

    package struct Page: Sendable, Hashable, Codable {
        /// An address, or a file of the package, or `nil` if the page has only shapes.
        package var picture: String?
        /// The width of the picture in pixels, or `nil` if unknown.
        package var width: Int?
        package var height: Int?
        /// The text of the slide, for searching and for terminals.
        package var text: String?
        /// The pictures of the steps of an animated page, from its initial state, or `nil` if it is not animated.
        package var steps: [String]?
        package var sizes: [Size]?

        package struct Size: Sendable, Hashable, Codable {
            /// An address, or a file of the package.
            package var picture: String
            /// The pixels of the longer side.
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

        /// Returns the smallest picture of at least `longSide` pixels, or `nil` if no smaller size suffices.
        package func smallPicture(longSide: Int) -> String? {
            sizes?.filter { $0.longSide >= longSide }.min { $0.longSide < $1.longSide }?.picture
        }

        /// The largest of the smaller pictures, to use if the picture itself cannot be read.
        package var sparePicture: String? { sizes?.max { $0.longSide < $1.longSide }?.picture }
    }

    /// Unique within the class.
    package var id: String
    package var kind: Kind
    package var title: String?
    package var pages: [Page]
    /// The address of a web document.
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
    /// The id of the whiteboard with which a live class begins.
    package static let whiteboardID = "whiteboard"

    /// Returns the picture of a page: of an animated page that of its step, of a whiteboard without one the class's
    /// background. Returns `nil` if the page has only shapes.
    package func picture(of change: PageChange, animates: Bool, ground: String?) -> String? {
        let page = pages.indices.contains(change.key.page) ? pages[change.key.page] : nil
        if animates, let step = change.step, let steps = page?.steps, !steps.isEmpty {
            return steps[min(max(0, step), steps.count - 1)]
        }
        return page?.picture ?? (kind == .whiteboard ? ground : nil)
    }
}

/// A page of a PDF that is used as a picture: `FILE.pdf#page=3` (RFC 8118).
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

/// The words on a page; unverified.
package struct PageText: Sendable, Hashable, Codable {
    package var key: PageKey
    package var text: String

    package init(key: PageKey, text: String) {
        self.key = key
        self.text = text
    }
}

/// `BJPPageChangeModel`: a change to another page or step.
package struct PageChange: Sendable, Hashable, Codable {
    package var key: PageKey
    /// The step of an animated page, from 0.
    package var step: Int?

    package init(_ key: PageKey, step: Int? = nil) {
        self.key = key
        self.step = step
    }
}

/// `BJPDocumentCatalogueModel`: an entry of the outline.
package struct OutlineEntry: Sendable, Hashable, Codable {
    package var time: MediaTime
    /// Unverified text.
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

    /// Whether it shows some of the page, and neither its width nor its height exceeds a hundred pages.
    package var isUsable: Bool {
        let sizes = 0.001...100.0
        return sizes.contains(width) && sizes.contains(height) && x + width > 0 && x < 1 && y + height > 0 && y < 1
    }
}
