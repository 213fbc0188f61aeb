package import PlayCore

/// Slides, a whiteboard, or a web page that is shown in the slide pane. A value.
package struct RoomDocument: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        /// Pictures of pages.
        case slides
        case whiteboard
        /// An animated document other than ppt and pptx, which cannot be drawn here.
        case web
    }

    package struct Page: Sendable, Hashable, Codable {
        /// An address, or a file of the package; nil: nothing but what is drawn on it.
        package var picture: String?
        /// Pixels of the picture; nil: unknown.
        package var width: Int?
        package var height: Int?
        /// What is written on the slide: for searching and for terminals.
        package var text: String?
        /// Pictures of the steps of an animated page, the first as it begins; nil: it is not animated.
        package var steps: [String]?
        /// The same picture in smaller sizes; nil: there are none.
        package var sizes: [Size]?

        /// A value.
        package struct Size: Sendable, Hashable, Codable {
            /// An address, or a file of the package.
            package var picture: String
            /// Its pixels.
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

        /// The smallest that has as many pixels as are shown; nil: only the picture itself does.
        package func smallPicture(longSide: Int) -> String? {
            sizes?.filter { $0.longSide >= longSide }.min { $0.longSide < $1.longSide }?.picture
        }

        /// The best of the smaller ones, for where the picture itself cannot be had.
        package var sparePicture: String? { sizes?.max { $0.longSide < $1.longSide }?.picture }
    }

    /// Unique within the room.
    package var id: String
    package var kind: Kind
    package var title: String?
    package var pages: [Page]
    /// Where a web document is.
    package var address: String?

    package init(id: String, kind: Kind = .slides, title: String? = nil, pages: [Page] = [], address: String? = nil) {
        self.id = id
        self.kind = kind
        self.title = title
        self.pages = pages
        self.address = address
    }
}

extension RoomDocument {
    /// Of the whiteboard that a live class begins with.
    package static let whiteboardID = "whiteboard"

    /// What is seen of a page: of an animated one the picture of its step, of a whiteboard without a
    /// picture of its own the room's ground. Nil: nothing but what is drawn on it.
    package func picture(of change: PageChange, animates: Bool, ground: String?) -> String? {
        let page = pages.indices.contains(change.key.page) ? pages[change.key.page] : nil
        if animates, let step = change.step, let steps = page?.steps, !steps.isEmpty {
            return steps[min(max(0, step), steps.count - 1)]
        }
        return page?.picture ?? (kind == .whiteboard ? ground : nil)
    }
}

/// A page of a PDF that stands for a picture: `FILE.pdf#page=3` (RFC 8118). A value.
package struct PDFPage: Sendable, Hashable {
    package let path: String
    /// From 1.
    package let page: Int

    package init(path: String, page: Int) {
        self.path = path
        self.page = page
    }

    /// Returns the page that a reference or a location names, or `nil` if it names none.
    package init?(_ reference: String) {
        guard let mark = reference.ranges(of: ".pdf#page=").last, let page = Int(reference[mark.upperBound...]),
            page > 0
        else { return nil }
        self.init(path: reference[..<mark.lowerBound] + ".pdf", page: page)
    }

    package var reference: String { "\(path)#page=\(page)" }
}

/// A page of a document. A value.
package struct PageKey: Sendable, Hashable, Codable {
    package var document: String
    /// From 0.
    package var page: Int

    package init(document: String, page: Int) {
        self.document = document
        self.page = page
    }
}

/// `BJPPageChangeModel`: which page is shown. A value.
package struct PageChange: Sendable, Hashable, Codable {
    package var key: PageKey
    /// Of an animated page, from 0.
    package var step: Int?

    package init(_ key: PageKey, step: Int? = nil) {
        self.key = key
        self.step = step
    }
}

/// `BJPDocumentCatalogueModel`: an entry of the outline. A value.
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

/// Which part of the page is to be seen: fractions of its width and height; the whole page is 0, 0, 1, 1. A value.
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

    /// Whether there is something of the page in it, and no more than a hundred times as much around it.
    package var isUsable: Bool {
        let sizes = 0.001...100.0
        return sizes.contains(width) && sizes.contains(height) && x + width > 0 && x < 1 && y + height > 0 && y < 1
    }
}
