package import PlayCore
import Text

/// Which messages are looked for; all that is set has to hold. A value.
package struct ChatQuery: Sendable, Equatable {
    /// Somewhere in the text or, also by its pinyin, in the author's name.
    package var text: String? { didSet { term = text.map { SearchTerm($0) } } }
    /// Written by this user, by id.
    package var author: String?
    /// Addressed to one of these names or ids, in whatever case and width.
    package var mentions: [String]
    private var term: SearchTerm?

    package init(text: String? = nil, author: String? = nil, mentions: [String] = []) {
        self.text = text
        self.author = author
        self.mentions = mentions
        term = text.map { SearchTerm($0) }
    }

    package func matches(_ message: ChatMessage) -> Bool {
        if let author, message.author?.id != author { return false }
        if let term, !term.isWritten(in: message.text), message.author.map({ !term.occurs(in: $0.name) }) ?? true {
            return false
        }
        return mentions.isEmpty || mentions.contains { Self.addresses(message, $0) }
    }

    /// By the recording's own list, or by "@name" in the text that no letter or digit follows.
    private static func addresses(_ message: ChatMessage, _ name: String) -> Bool {
        let name = name.searchForm
        guard !name.isEmpty else { return false }
        if message.mentions.contains(where: { $0.searchForm == name }) { return true }
        var rest = message.text.searchForm[...]
        while let found = rest.firstRange(of: "@" + name) {
            guard let next = rest[found.upperBound...].first, next.isLetter || next.isNumber else { return true }
            rest = rest[found.upperBound...]
        }
        return false
    }
}

/// A search through the whole chat, slice by slice, the nearest to the position first; what it reads need not stay in
/// memory. A value.
package struct ChatSearch: Sendable {
    /// What a list of results can be for.
    package static let limit = 1000

    package let query: ChatQuery
    /// In the order of the chat.
    package private(set) var results: [ChatPage.Line] = []
    /// Slices that could not be had.
    package private(set) var failures = 0
    /// Slices in all.
    package let sliceCount: Int
    /// Slices still to be read, the next one last.
    private var rest: [Int]

    /// - Parameter time: where to begin.
    package init(_ query: ChatQuery, in index: ChatIndex, from time: MediaTime) {
        self.query = query
        let middle = index.slice(at: time) ?? 0
        sliceCount = index.slices.count
        rest = index.slices.indices.sorted { abs($0 - middle) > abs($1 - middle) }
    }

    /// The slice to be read next; nil: all were, or there are results enough.
    package var wanted: Int? { isFull ? nil : rest.last }

    /// There may be more than are listed.
    package var isFull: Bool { results.count >= Self.limit }

    /// Slices that were read, or could not be.
    package var readCount: Int { sliceCount - rest.count }

    /// - Parameters:
    ///   - messages: of the wanted slice, by ``ChatStore/prepare(_:of:)``; nil when it cannot be had.
    ///   - changes: a message is found by what it said before and after any edit.
    package mutating func read(_ messages: [ChatMessage]?, _ changes: ChatChanges = ChatChanges()) {
        guard let slice = rest.popLast() else { return }
        guard let messages else {
            failures += 1
            return
        }
        var found: [ChatPage.Line] = []
        for (offset, message) in messages.enumerated() where results.count + found.count < Self.limit {
            guard changes.versions(of: message).contains(where: query.matches) else { continue }
            found.append(ChatPage.Line(position: ChatPosition(slice: slice, offset: offset), message: message))
        }
        let place = results.partitioningIndex { $0.position.slice > slice }
        results.insert(contentsOf: found, at: place)
    }

    /// What was written since, where it is looked for.
    package mutating func add(_ lines: [ChatPage.Line]) {
        for line in lines where !isFull && query.matches(line.message) {
            let place = results.partitioningIndex { $0.message.time > line.message.time }
            results.insert(line, at: place)
        }
    }
}
