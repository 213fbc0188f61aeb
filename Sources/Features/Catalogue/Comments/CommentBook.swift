/// The comments of one item read so far, in the order of the screen. Pages count from the newest comment, so other
/// viewers' new comments shift all pages. Repeated comments are therefore skipped, and after a deletion the last page
/// is requested again.
package struct CommentBook: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        package var comment: Comment
        /// 0, or one more than the depth of the comment it answers.
        package var depth: Int
        package var unreadAnswers: Int
    }

    /// Comments per request. PeerTube's maximum is 100.
    package static let pageSize = 30
    package static let limit = 5000

    /// In the order of the screen: answers follow the comments they answer.
    package private(set) var entries: [Entry] = []
    package private(set) var total: Int?
    package private(set) var hasMore = true
    private var pagesRead = 0
    /// In the order of the service's lists.
    private var comments: [Comment] = []
    private var answered: Set<String> = []

    package init() {}

    /// From 1.
    package var nextPage: Int { pagesRead + 1 }

    package func comment(_ id: String) -> Comment? { comments.first { $0.id == id } }

    // MARK: Reading

    package mutating func append(_ page: CommentPage) {
        let known = merge(page.comments)
        comments += page.comments.filter { !known.contains($0.id) }.prefix(max(0, Self.limit - comments.count))
        pagesRead = max(pagesRead, page.page)
        total = page.total
        hasMore = page.hasMore && !page.comments.isEmpty && comments.count < Self.limit
        order()
    }

    /// Merges the first page again after a change. If it has no known comment, all pages are read again.
    package mutating func refresh(_ first: CommentPage) {
        let known = merge(first.comments)
        guard comments.isEmpty || !known.isEmpty else {
            self = CommentBook()
            return append(first)
        }
        let isNew = comments.isEmpty
        comments.insert(contentsOf: first.comments.filter { !known.contains($0.id) }, at: 0)
        total = first.total
        if isNew {
            pagesRead = first.page
            hasMore = first.hasMore
        }
        order()
    }

    package mutating func add(answers: [Comment], to id: String) {
        let known = merge(answers)
        comments += answers.filter { !known.contains($0.id) }.prefix(max(0, Self.limit - comments.count))
        answered.insert(id)
        order()
    }

    private mutating func merge(_ new: [Comment]) -> Set<String> {
        let places = Dictionary(
            comments.indices.map { (comments[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        var known: Set<String> = []
        for comment in new {
            guard let place = places[comment.id] else { continue }
            comments[place] = comment
            known.insert(comment.id)
        }
        return known
    }

    // MARK: Changes

    /// Call only after the service has accepted the change.
    package mutating func setLiked(_ isLiked: Bool, _ id: String) {
        guard let place = comments.firstIndex(where: { $0.id == id }), comments[place].isLiked != isLiked else {
            return
        }
        comments[place].isLiked = isLiked
        comments[place].likeCount = comments[place].likeCount.map { max(0, $0 + (isLiked ? 1 : -1)) }
        order()
    }

    /// Removes a comment and its answers. Call only after the service has removed it.
    package mutating func remove(_ id: String) {
        guard let place = entries.firstIndex(where: { $0.comment.id == id }) else { return }
        let below = entries[(place + 1)...].prefix { $0.depth > entries[place].depth }
        let gone = Set([id] + below.map(\.comment.id))
        comments.removeAll { gone.contains($0.id) }
        // All later comments have moved up by one, so the last page now ends with an unread one.
        pagesRead = max(0, pagesRead - 1)
        total = total.map { max(0, $0 - 1) }
        order()
    }

    // MARK: Order

    private mutating func order() {
        let ids = Set(comments.map(\.id))
        var answers: [String: [Int]] = [:]
        var roots: [Int] = []
        for (index, comment) in comments.enumerated() {
            if let parent = comment.parentID, parent != comment.id, ids.contains(parent) {
                answers[parent, default: []].append(index)
            } else {
                roots.append(index)
            }
        }
        var result: [Entry] = []
        var seen: Set<String> = []
        func add(from root: Int) {
            var waiting = [(index: root, depth: 0)]
            while let (index, depth) = waiting.popLast() {
                let comment = comments[index]
                guard seen.insert(comment.id).inserted else { continue }
                let below = answers[comment.id] ?? []
                let unread = below.isEmpty && depth == 0 && !answered.contains(comment.id) ? comment.replyCount : 0
                result.append(Entry(comment: comment, depth: depth, unreadAnswers: unread))
                waiting += below.reversed().map { ($0, depth + 1) }
            }
        }
        for root in roots { add(from: root) }
        for index in comments.indices { add(from: index) }
        entries = result
    }
}
