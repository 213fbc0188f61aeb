import Classes
import Encoding

extension ClassMachine {
    func judgeDocuments(_ wish: ClassWish) throws(ClassError) {
        switch wish {
        case .addDocument(let document): try judgeDocument(document)
        case .removeDocument(let id): try demand(state.documents.document(id) != nil, .unknownDocument)
        case .describePages(let texts): try judgeTexts(texts)
        case .showPage(let change):
            try judgePage(change)
            try demand(state.documents.page != change, .unchanged)
        case .clearBoard(let key):
            if let key { try demand(state.documents.document(key.document) != nil, .unknownDocument) }
        default: preconditionFailure("nothing of documents: \(wish.name)")
        }
    }

    mutating func fulfilDocuments(_ wish: ClassWish) {
        switch wish {
        case .addDocument(let document): publish(.documentAdded(document))
        case .removeDocument(let id): publish(.documentRemoved(id))
        case .describePages(let texts):
            for text in texts { publish(.slideText(text.key, text.text), isStored: false) }
        case .showPage(let change): publish(.pageShown(change))
        case .clearBoard(let key): publish(.boardCleared(key))
        default: preconditionFailure("nothing of documents: \(wish.name)")
        }
    }

    /// Adds the whiteboard of a new class, so that users can draw at once.
    mutating func openWhiteboard() {
        let board = ClassDocument(id: ClassDocument.whiteboardID, kind: .whiteboard)
        publish(.documentAdded(board))
        publish(.pageShown(PageChange(PageKey(document: board.id, page: 0))))
    }

    /// Pages are pictures, because clients convert other formats before.
    private func judgeDocument(_ document: ClassDocument) throws(ClassError) {
        try demand(document.id.isIdentifier, .badIdentifier)
        try demand(document.kind != .web && document.address == nil, .badDocument)
        try demand((document.title ?? "").length <= ClassLimits.titleLength, .tooLong)
        try demand(document.pages.count <= ClassLimits.pages, .tooLong)
        try demand(document.isJSON(within: ClassLimits.eventBytes), .tooLong)
        for link in document.pages.flatMap(\.pictures) { try demandLink(link) }
        let list = state.documents.list
        try demand(list[document.id] != nil || list.count < ClassLimits.documents, .tooManyDocuments)
    }

    private func judgeTexts(_ texts: [PageText]) throws(ClassError) {
        try demand(!texts.isEmpty, .badDocument)
        for text in texts {
            try judgePage(PageChange(text.key))
            try demand(text.isJSON(within: ClassLimits.pageTextBytes), .tooLong)
        }
        let bytes = texts.reduce(state.documents.textBytes) { $0 + $1.text.utf8.count }
        try demand(bytes <= ClassLimits.allPageTextBytes, .tooMuchText)
    }

    private func judgePage(_ change: PageChange) throws(ClassError) {
        guard let document = state.documents.document(change.key.document) else { throw ClassError(.unknownDocument) }
        let count = document.kind == .whiteboard ? ClassLimits.pages : max(1, document.pages.count)
        try demand((0..<count).contains(change.key.page), .unknownPage)
        guard let step = change.step else { return }
        let page = document.pages.indices.contains(change.key.page) ? document.pages[change.key.page] : nil
        try demand((0..<max(1, page?.steps?.count ?? 0)).contains(step), .unknownPage)
    }
}

extension ClassDocument.Page {
    fileprivate var pictures: [String] {
        [picture].compactMap(\.self) + (steps ?? []) + (sizes ?? []).map(\.picture)
    }
}

extension Encodable {
    func isJSON(within limit: Int) -> Bool {
        guard let value = try? JSONValue(encoding: self) else { return false }
        return value.bytes.count <= limit
    }
}
