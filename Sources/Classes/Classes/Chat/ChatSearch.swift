package import PlayCore

/// The conditions of a search. A message must meet all that are set.
package struct ChatQuery: Sendable, Equatable {
    /// In the message or in the author's name. Pinyin matches, too.
    package var text: String? { didSet { term = text.map { SearchTerm($0) } } }
    package var author: String?
    /// Names or IDs, one of which the message must address. Case and width are ignored.
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

    /// Returns whether a message mentions a name. "@name" counts unless a letter or digit follows.
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

/// A search through the chat by slices, nearest to the position first. Slices need not stay in memory after their turn.
package struct ChatSearch: Sendable {
    /// A longer list would not help the viewer.
    package static let limit = 1000

    package let query: ChatQuery
    package private(set) var results: [ChatPage.Line] = []
    package private(set) var failures = 0
    package let sliceCount: Int
    /// The next one is last.
    private var rest: [Int]

    package init(_ query: ChatQuery, in index: ChatIndex, from time: MediaTime) {
        self.query = query
        let middle = index.slice(at: time) ?? 0
        sliceCount = index.slices.count
        rest = index.slices.indices.sorted { abs($0 - middle) > abs($1 - middle) }
    }

    /// `nil` if all slices have been read or there are enough results.
    package var wanted: Int? { isFull ? nil : rest.last }

    package var isFull: Bool { results.count >= Self.limit }

    package var readCount: Int { sliceCount - rest.count }

    /// - Parameters:
    ///   - messages: the wanted slice, prepared by ``ChatStore/prepare(_:of:)``, or `nil` if it cannot be read.
    ///   - changes: the edits. A message is found by its text before and after each edit.
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

    package mutating func add(_ lines: [ChatPage.Line]) {
        for line in lines where !isFull && query.matches(line.message) {
            let place = results.partitioningIndex { $0.message.time > line.message.time }
            results.insert(line, at: place)
        }
    }
}
