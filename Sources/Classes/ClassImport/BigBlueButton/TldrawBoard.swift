import Classes
import Encoding
import PlayCore

/// tldraw's coordinates: the slide, scaled to fit into a box (bbb-playback:src/components/tldraw).
struct TldrawBoard: Equatable {
    var width: Double
    var height: Double

    static let current = TldrawBoard(width: 1440, height: 1080)
    static let first = TldrawBoard(width: 2048, height: 1536)

    init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// - Parameter version: the server's version ("2.6.0", "2.6.0-rc.3", "3.0.4").
    init(version: String?) {
        let parts = (version ?? "").split(whereSeparator: { !$0.isNumber }).prefix(3).compactMap { Int($0) }
        self = parts.isEmpty || !parts.lexicographicallyPrecedes([2, 6, 1]) ? .current : .first
    }

    func scaled(_ size: PublishedSlides.Size) -> PublishedSlides.Size {
        let scale = min(width / max(size.width, 1), height / max(size.height, 1))
        return PublishedSlides.Size(width: size.width * scale, height: size.height * scale)
    }
}

/// `tldraw.json`: `{"3": {"shapes": [{"id", "timestamp", "undo", "shape_data"}], "timestamp"}, "bbb_version"}`. Pages
/// have the numbers of the images in `shapes.svg`. They may be one level deeper, within their presentation.
struct TldrawDocument {
    let board: TldrawBoard
    private let document: JSONValue

    init(_ document: JSONValue) {
        self.document = document
        board = TldrawBoard(version: document["bbb_version"]?.text)
    }

    func add(_ slides: PublishedSlides, _ collector: inout ImportCollector) {
        for (name, page) in document.fields.sorted(by: { $0.key < $1.key }) {
            if page["shapes"] != nil {
                addPage(page, slides.slide(image: name), &collector)
            } else {
                for (number, page) in page.fields.sorted(by: { $0.key < $1.key }) where page["shapes"] != nil {
                    addPage(page, slides.slide(image: number), &collector)
                }
            }
        }
    }

    private func addPage(
        _ page: JSONValue, _ slide: (key: PageKey, size: PublishedSlides.Size)?, _ collector: inout ImportCollector
    ) {
        guard let slide else { return collector.note("drawings on a slide that is not there") }
        let size = board.scaled(slide.size)
        for item in page["shapes"]?.items ?? [] {
            guard let time = item["timestamp"]?.seconds, let data = item["shape_data"] ?? item["shape"],
                let shape = TldrawShape.shape(data, id: item["id"]?.identifier, on: slide.key, size: size)
            else {
                collector.note("a drawing that cannot be read")
                continue
            }
            collector.add(ClassEvent(time, .shapeDrawn(shape)))
            if let undo = item["undo"]?.seconds, undo >= time, undo > .zero {
                collector.add(ClassEvent(undo, .shapesUndone(slide.key, [shape.id])))
            }
        }
    }
}
