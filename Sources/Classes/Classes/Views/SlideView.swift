package struct SlideView: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case page(SlidePage)
        case web(String?)
    }

    package var title: String?
    package var page: Int
    package var count: Int
    package var text: String?
    package var content: Content
    /// Whether this is a picture of the chat, not a page of a document.
    package var isPictureAlone = false
    package var isBoard = false
    /// Unverified; shows the page in a browser.
    package var webAddress: String?

    package init(title: String?, page: Int, count: Int, text: String?, content: Content = .page(SlidePage())) {
        self.title = title
        self.page = page
        self.count = count
        self.text = text
        self.content = content
    }

    package var isWordsOnly: Bool {
        guard case .page(let page) = content, !isBoard, page.picture == nil, page.shapes.isEmpty else { return false }
        return text?.isEmpty == false
    }
}

package struct SlidePage: Sendable, Equatable {
    /// A path or address; `nil` if the page has only shapes.
    package var picture: String?
    /// A smaller version that suffices and is requested first.
    package var smallPicture: String?
    /// A smaller version as a fallback for an unreadable picture.
    package var sparePicture: String?
    /// In pixels, if the recording specifies it.
    package var width: Int?
    package var height: Int?
    package var shapes: [Shape] = []
    package var viewport = Viewport.whole
    package var pointer: BoardPoint?
    /// Places, by the pictures' names in the shapes.
    package var pictures: [String: String] = [:]
    /// No local file outside of this folder of a local class is read; `nil` for a class on a server.
    package var folder: String?
    /// The longer side, in pixels, to which pictures are reduced.
    package var imageSize = ClassOptions.defaultImageSize

    package init(picture: String? = nil) { self.picture = picture }
}

extension SlideView {
    package init(ofPicture location: String, _ options: ClassOptions) {
        var page = SlidePage(picture: location)
        page.imageSize = options.imageSize
        self.init(title: nil, page: 1, count: 1, text: nil, content: .page(page))
        isPictureAlone = true
    }

    /// Returns `nil` if no page is shown. `localPage` is the page that only the viewer looks at, or `nil` for the
    /// class's. `locate` returns the place of a picture that the class names, or `nil` if it may not be read.
    package init?(
        _ documents: DocumentsView?, _ info: ClassInfo, _ options: ClassOptions, folder: String?,
        localPage: PageChange? = nil, locate: (String) -> String?
    ) {
        guard let area = documents?.area, let change = localPage ?? area.page,
            let document = area.document(change.key.document)
        else { return nil }
        title = document.title
        page = change.key.page + 1
        isBoard = document.kind == .whiteboard
        let boards = isBoard ? info.interactiveClass1v1BlackboardPages ?? 0 : 0
        count = max(document.pages.count, change.key.page + 1, boards)
        text = area.text(of: change.key)
        webAddress = info.whiteboardWebviewURL
        if document.kind == .web {
            content = .web(document.address ?? info.whiteboardWebviewURL)
            return
        }
        let page = document.pages.indices.contains(change.key.page) ? document.pages[change.key.page] : nil
        let reference = document.picture(
            of: change, animates: documents?.animates ?? false, ground: info.whiteboardURL)
        // The class's viewport and pointer apply only to its own page.
        let isRooms = change.key == area.page?.key
        let viewport = isRooms ? area.viewport : .whole
        let size = viewport == .whole ? options.imageSize : options.zoomedImageSize
        // A step of an animation has one size.
        let small = reference == page?.picture ? page?.smallPicture(longSide: size) : nil
        var drawn = SlidePage(picture: reference.flatMap(locate))
        drawn.smallPicture = small.flatMap(locate)
        if reference == page?.picture { drawn.sparePicture = page?.sparePicture.flatMap(locate) }
        (drawn.width, drawn.height) = (page?.width, page?.height)
        drawn.shapes = area.shapes(on: change.key)
        (drawn.viewport, drawn.pointer) = (viewport, isRooms ? area.pointer : nil)
        for shape in drawn.shapes where shape.kind == .picture {
            if let picture = shape.picture { drawn.pictures[picture] = locate(picture) }
        }
        (drawn.folder, drawn.imageSize) = (folder, size)
        content = .page(drawn)
    }
}
