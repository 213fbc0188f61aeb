package import PlayCore

package struct LoadedClass: Sendable {
    package let info: ClassInfo
    package private(set) var log: ClassLog
    package let chatIndex: ChatIndex
    package let virtualChat: [ChatMessage]
    /// `nil` if slices were not read because the duration is known.
    package let chatEnd: MediaTime?
    package let isLocal: Bool
    package let warnings: [ClassWarning]
    /// The recording's outline, or else the pages in the order of showing.
    package let outline: [OutlineEntry]
    package private(set) var moments: ClassMoments

    package init(
        info: ClassInfo, log: ClassLog, chatIndex: ChatIndex = ChatIndex(), virtualChat: [ChatMessage] = [],
        chatEnd: MediaTime? = nil, isLocal: Bool, warnings: [ClassWarning] = []
    ) {
        self.info = info
        let log = info.enableHideStudentPhoneNumber ? ClassLog(log.events.map(\.hidingPhoneNumbers)) : log
        self.log = log
        self.chatIndex = chatIndex
        self.virtualChat = virtualChat
        self.chatEnd = chatEnd
        self.isLocal = isLocal
        self.warnings = warnings
        let outline = info.documentCatalogueList?.stablySorted { $0.time < $1.time } ?? Self.outline(of: log.events)
        self.outline = outline
        moments = ClassMoments(info, outline, log.events)
    }

    package var lastTime: MediaTime? {
        let chat = chatEnd ?? chatIndex.slices.last?.start
        return [log.events.last?.time, chat, virtualChat.map(\.time).max()].compactMap(\.self).max()
    }

    mutating func append(_ event: ClassEvent) -> ClassEvent {
        let event = info.enableHideStudentPhoneNumber ? event.hidingPhoneNumbers : event
        log.append(event)
        moments.add(event)
        return event
    }

    /// For a page without words: the document's title, with the page number if there are several.
    private static func title(of document: ClassDocument, page: Int) -> String? {
        document.title.map { document.pages.count > 1 ? "\($0) · \(page + 1)" : $0 }
    }

    private static func outline(of events: [ClassEvent]) -> [OutlineEntry] {
        var area = DocumentsArea()
        var entries: [OutlineEntry] = []
        for event in events {
            switch event.kind {
            case .documentAdded(let document): area.add(document)
            case .slideText(let key, let text): area.setText(text, of: key)
            case .pageShown(let change) where change.key != entries.last?.key:
                let words = area.text(of: change.key)?.split(whereSeparator: \.isNewline).first.map(String.init)
                let title =
                    words ?? area.document(change.key.document).flatMap { Self.title(of: $0, page: change.key.page) }
                entries.append(OutlineEntry(time: event.time, title: title, key: change.key))
            default: break
            }
        }
        return entries
    }
}
