package import PlayCore

package struct ChatPage: Sendable, Equatable {
    package struct Line: Sendable, Equatable {
        package let position: ChatPosition
        package let message: ChatMessage

        package init(position: ChatPosition, message: ChatMessage) {
            self.position = position
            self.message = message
        }
    }

    package var lines: [Line] = []
    /// Must be loaded to find more lines; `nil` if there are enough or no more.
    package var missing: Int?
}

extension ChatStore {
    /// Returns the last `count` messages before a position that are visible at `time` and match `query`.
    package func page(
        before position: ChatPosition, count: Int, at time: MediaTime, query: ChatQuery = ChatQuery()
    ) -> ChatPage {
        var page = ChatPage()
        var (slice, offset) = (position.slice, Optional(position.offset))
        while slice >= 0, page.lines.count < count {
            guard let messages = messages(of: slice) else {
                page.missing = slice
                break
            }
            for place in (0..<min(offset ?? messages.count, messages.count)).reversed() where page.lines.count < count {
                append(messages[place], ChatPosition(slice: slice, offset: place), &page, time, query)
            }
            (slice, offset) = (slice - 1, nil)
        }
        page.lines.reverse()
        return page
    }

    /// Returns the first `count` matching messages from a position on that were written up to `time`.
    package func page(
        from position: ChatPosition, count: Int, at time: MediaTime, query: ChatQuery = ChatQuery()
    ) -> ChatPage {
        var page = ChatPage()
        guard let last = index.slice(at: time) else { return page }
        var (slice, offset) = (position.slice, position.offset)
        while slice <= last, page.lines.count < count {
            guard let messages = messages(of: slice) else {
                page.missing = slice
                break
            }
            for place in min(offset, messages.count)..<messages.count where page.lines.count < count {
                append(messages[place], ChatPosition(slice: slice, offset: place), &page, time, query)
            }
            (slice, offset) = (slice + 1, 0)
        }
        return page
    }

    private func append(
        _ message: ChatMessage, _ position: ChatPosition, _ page: inout ChatPage, _ time: MediaTime,
        _ query: ChatQuery
    ) {
        guard message.time <= time, let message = changes.seen(message, at: time), query.matches(message) else {
            return
        }
        page.lines.append(ChatPage.Line(position: position, message: message))
    }
}
