import PlayCore

/// What a room needs to be shown, after it was loaded; slices of the chat follow when they are wanted. A value.
package struct LoadedRoom: Sendable {
    package let info: RoomInfo
    package let log: RoomLog
    package let chatIndex: ChatIndex
    package let virtualChat: [ChatMessage]
    /// ROOM-13.
    package let isLocal: Bool
    package let warnings: [RoomWarning]
    /// ROOM-46: as the recording has it, else the pages shown.
    package let outline: [OutlineEntry]

    package init(
        info: RoomInfo, log: RoomLog, chatIndex: ChatIndex = ChatIndex(), virtualChat: [ChatMessage] = [],
        isLocal: Bool, warnings: [RoomWarning] = []
    ) {
        self.info = info
        self.log = log
        self.chatIndex = chatIndex
        self.virtualChat = virtualChat
        self.isLocal = isLocal
        self.warnings = warnings
        outline = info.documentCatalogueList?.stablySorted { $0.time < $1.time } ?? Self.outline(of: log.events)
    }

    /// Pages in the order in which they were shown, with the first words on them.
    private static func outline(of events: [RoomEvent]) -> [OutlineEntry] {
        var area = DocumentsArea()
        var entries: [OutlineEntry] = []
        for event in events {
            switch event.kind {
            case .documentAdded(let document): area.add(document)
            case .slideText(let key, let text): area.setText(text, of: key)
            case .pageShown(let change) where change.key != entries.last?.key:
                let words = area.text(of: change.key)?.split(whereSeparator: \.isNewline).first.map(String.init)
                let title = words ?? area.document(change.key.document)?.title
                entries.append(OutlineEntry(time: event.time, title: title, key: change.key))
            default: break
            }
        }
        return entries
    }
}
