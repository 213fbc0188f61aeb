import PlayCore

package struct DocumentsArea: Sendable, Equatable {
    package var revision = 0
    /// In the order of their addition.
    package private(set) var list = KeyedList<ClassDocument>()
    /// `lastPageChangeSignal`.
    package private(set) var page: PageChange?
    package private(set) var viewport = Viewport.whole
    package private(set) var pointer: BoardPoint?
    private var boards: [PageKey: KeyedList<Shape>] = [:]
    private var texts: [PageKey: String] = [:]

    /// Lowest first.
    package func shapes(on key: PageKey) -> [Shape] {
        boards[key]?.elements ?? []
    }

    package func shape(_ id: String, on key: PageKey) -> Shape? { boards[key]?[id] }

    package func shapeCount(on key: PageKey) -> Int { boards[key]?.count ?? 0 }

    package func text(of key: PageKey) -> String? {
        texts[key]
            ?? document(key.document).flatMap { document in
                document.pages.indices.contains(key.page) ? document.pages[key.page].text : nil
            }
    }

    /// In UTF-8 bytes.
    package var textBytes: Int { texts.values.reduce(0) { $0 + $1.utf8.count } }

    var signalledTexts: [(PageKey, String)] {
        texts.sorted { $0.key.isBefore($1.key) }.map { ($0.key, $0.value) }
    }

    /// By page, lowest first.
    var allShapes: [Shape] { boards.sorted { $0.key.isBefore($1.key) }.flatMap(\.value.elements) }

    package func document(_ id: String) -> ClassDocument? { list[id] }

    package var existWebDocument: Bool { list.contains { $0.kind == .web } }

    var weight: Int { list.count + texts.count + boards.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ document: ClassDocument) { list[document.id] = document }

    mutating func remove(_ id: String) {
        list[id] = nil
        boards = boards.filter { $0.key.document != id }
        texts = texts.filter { $0.key.document != id }
        if page?.key.document == id { page = nil }
    }

    /// A different page is shown whole and without a pointer.
    mutating func show(_ change: PageChange) {
        if change.key != page?.key {
            viewport = .whole
            pointer = nil
        }
        page = change
    }

    mutating func setText(_ text: String, of key: PageKey) { texts[key] = text }
    /// An unusable viewport sets the whole page.
    mutating func setViewport(_ new: Viewport) { viewport = new.isUsable ? new : .whole }
    mutating func setPointer(_ new: BoardPoint?) { pointer = new }

    mutating func draw(_ shape: Shape) { boards[shape.key, default: KeyedList()][shape.id] = shape }

    mutating func undo(_ ids: [String], on key: PageKey) {
        for id in ids { boards[key]?[id] = nil }
        if boards[key]?.isEmpty == true { boards[key] = nil }
    }

    mutating func clear(_ key: PageKey?) {
        if let key { boards[key] = nil } else { boards = [:] }
    }
}

extension PageKey {
    fileprivate func isBefore(_ other: PageKey) -> Bool {
        document == other.document ? page < other.page : document < other.document
    }
}
