import PlayCore
import RoomPlayback
import Rooms
import TUI

/// The page that is to be seen, and what has to be drawn for it (ROOM-16, ROOM-39 … ROOM-41).
extension RoomDesk {
    func slide(
        _ documents: DocumentsView?, _ info: RoomInfo, _ options: RoomOptions
    ) -> SlideFacts? {
        guard let area = documents?.area, let change = area.page, let document = area.document(change.key.document)
        else {
            slides.begin(nil)
            return nil
        }
        let isBoard = document.kind == .whiteboard
        let boards = isBoard ? info.interactiveClass1v1BlackboardPages ?? 0 : 0
        var facts = SlideFacts(
            title: document.title, page: change.key.page + 1,
            count: max(document.pages.count, change.key.page + 1, boards), text: area.text(of: change.key))
        facts.isBoard = isBoard
        facts.webAddress = info.whiteboardWebviewURL
        if document.kind == .web {
            facts.picture = .web(document.address ?? info.whiteboardWebviewURL)
            slides.begin(nil)
            return facts
        }
        guard let pane = wantedSlides else {
            slides.begin(nil)
            return facts
        }
        let page = document.pages.indices.contains(change.key.page) ? document.pages[change.key.page] : nil
        let reference = document.picture(
            of: change, animates: documents?.animates ?? false, ground: info.whiteboardURL)
        let size = area.viewport == .whole ? options.imageSize : options.zoomedImageSize
        // A step has one size.
        let small = reference == page?.picture ? page?.smallPicture(longSide: size) : nil
        let shapes = area.shapes(on: change.key)
        var job = SlideJob(
            pane: pane, picture: reference.flatMap { source?.resource($0) }, width: page?.width, height: page?.height,
            shapes: shapes, viewport: area.viewport, pointer: area.pointer)
        for shape in shapes where shape.kind == .picture {
            if let picture = shape.picture { job.pictures[picture] = source?.resource(picture) }
        }
        job.folder = source?.folder
        job.imageSize = size
        job.smallPicture = small.flatMap { source?.resource($0) }
        slides.begin(job)
        facts.picture = slides.picture
        return facts
    }
}
