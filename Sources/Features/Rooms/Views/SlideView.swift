/// The page that is shown. A value; its texts are unverified.
package struct SlideView: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case page(SlidePage)
        /// With its address.
        case web(String?)
    }

    package var title: String?
    /// From 1.
    package var page: Int
    package var count: Int
    package var text: String?
    package var content: Content
    /// No page of a document: a picture of the chat.
    package var isPictureAlone = false
    /// A board that is written on.
    package var isBoard = false
    /// Where a browser shows it; unverified.
    package var webAddress: String?

    package init(title: String?, page: Int, count: Int, text: String?, content: Content = .page(SlidePage())) {
        self.title = title
        self.page = page
        self.count = count
        self.text = text
        self.content = content
    }

    /// There is nothing to be seen on the page but what is written there.
    package var isWordsOnly: Bool {
        guard case .page(let page) = content, !isBoard, page.picture == nil, page.shapes.isEmpty else { return false }
        return text?.isEmpty == false
    }
}

/// What a page consists of, for whoever draws it. A value.
package struct SlidePage: Sendable, Equatable {
    /// Path or address; nil: nothing but what is drawn on it.
    package var picture: String?
    /// The same in a smaller size that is enough, asked for first; nil: there is none.
    package var smallPicture: String?
    /// A smaller one, for where the picture cannot be had; nil: there is none.
    package var sparePicture: String?
    /// Pixels of the page, where the recording says.
    package var width: Int?
    package var height: Int?
    package var shapes: [Shape] = []
    package var viewport = Viewport.whole
    package var pointer: BoardPoint?
    /// Where pictures on the page are, by what their shapes call them.
    package var pictures: [String: String] = [:]
    /// Of a local room: nothing else of this machine is read. Nil: the room is on a server.
    package var folder: String?
    /// Pixels of the longer side that pictures are kept with.
    package var imageSize = RoomOptions.defaultImageSize

    package init(picture: String? = nil) { self.picture = picture }
}

extension SlideView {
    /// A picture alone.
    package init(ofPicture location: String, _ options: RoomOptions) {
        var page = SlidePage(picture: location)
        page.imageSize = options.imageSize
        self.init(title: nil, page: 1, count: 1, text: nil, content: .page(page))
        isPictureAlone = true
    }

    /// The page that is to be seen, and what has to be drawn for it; nil: none is.
    ///
    /// - Parameters:
    ///   - folder: of a local room.
    ///   - localPage: what is looked at here in place of the room's page; nil: that.
    ///   - locate: where a picture is that the room names; nil: nowhere that may be read.
    package init?(
        _ documents: DocumentsView?, _ info: RoomInfo, _ options: RoomOptions, folder: String?,
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
        // What the room zooms into and points at is on its own page.
        let isRooms = change.key == area.page?.key
        let viewport = isRooms ? area.viewport : .whole
        let size = viewport == .whole ? options.imageSize : options.zoomedImageSize
        // A step has one size.
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
