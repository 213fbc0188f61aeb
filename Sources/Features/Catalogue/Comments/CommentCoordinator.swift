package import PlayCore

/// Reads and writes the current item's comments, one order at a time. Main thread; other threads do the blocking work.
package final class CommentCoordinator {
    package struct Source: Sendable {
        package let info: PlayInfo
        /// The tokens for ``TokenSubject/comment``.
        package let tokens: TokenKeeper
        package let avatar: String?
        /// Blocks. Returns `nil` if the provider has no comments.
        package let open: @Sendable (CancelToken) throws(CatalogueError) -> (any CommentService)?

        package init(
            _ info: PlayInfo, tokens: TokenKeeper, avatar: String? = nil,
            open: @escaping @Sendable (CancelToken) throws(CatalogueError) -> (any CommentService)?
        ) {
            self.info = info
            self.tokens = tokens
            self.avatar = avatar
            self.open = open
        }
    }

    package enum Order: Sendable, Equatable {
        case read
        case answers(String)
        case post(String, answering: String?)
        case like(String, Bool)
        case delete(String)
        case readAgain

        var isWriting: Bool {
            switch self {
            case .post, .like, .delete: true
            case .read, .answers, .readAgain: false
            }
        }
    }

    package enum Phase: Sendable, Equatable {
        case unread
        case reading
        case read
        case failed(CatalogueError)
    }

    package struct Report: Sendable, Equatable {
        package let number: Int
        package let order: Order
        package let error: CatalogueError?
    }

    private enum Answer: Sendable {
        case page(CommentPage)
        case answers([Comment])
        case done
    }

    private struct Work {
        let order: Order
        let call: CatalogueCall<Answer>
    }

    package private(set) var book = CommentBook()
    package private(set) var phase = Phase.unread
    package private(set) var report: Report?
    /// In whole seconds since 1970.
    package private(set) var readAt: Int64 = 0
    private var source: Source?
    private var work: Work?
    private var orders: [Order] = []
    /// The changes for the previous item, which are not cancelled.
    private var departing: [Work] = []
    private let now: @Sendable () -> Int64
    private let wake: @Sendable () -> Void

    private static let orderLimit = 32

    /// - Parameters:
    ///   - now: returns whole seconds since 1970.
    ///   - wake: called on any thread when ``applyAnswers()`` has something to do.
    package init(now: @escaping @Sendable () -> Int64, wake: @escaping @Sendable () -> Void) {
        self.now = now
        self.wake = wake
    }

    /// Cancels reading for the previous item, but not its pending change.
    package func begin(_ new: Source?) {
        if let left = work {
            if left.order.isWriting { departing.append(left) } else { left.call.cancel() }
        }
        (work, orders, source) = (nil, [], new)
        (book, phase) = (CommentBook(), .unread)
    }

    package var isOn: Bool { source?.info.enableVideoComment ?? false }

    package func perform(_ order: Order) {
        guard source != nil, orders.count < Self.orderLimit, !orders.contains(order), work?.order != order else {
            return
        }
        if order == .read, !book.hasMore { return }
        orders.append(order)
        beginNext()
    }

    package func applyAnswers() -> Bool {
        var hasNews = false
        for left in departing {
            guard let outcome = left.call.outcome else { continue }
            if case .failure(let error) = outcome { tell(left.order, error) }
            hasNews = true
        }
        departing.removeAll { $0.call.outcome != nil }
        while let done = work, let outcome = done.call.outcome {
            work = nil
            finish(outcome, done.order)
            beginNext()
            hasNews = true
        }
        return hasNews
    }

    // MARK: Orders

    private func beginNext() {
        guard work == nil, let source, !orders.isEmpty else { return }
        let order = orders.removeFirst()
        if !order.isWriting { phase = .reading }
        let page = book.nextPage
        let subject = subject(of: order)
        let call = CatalogueCall(wake: wake) { cancel throws(CatalogueError) -> Answer in
            guard source.info.enableVideoComment, let service = try source.open(cancel) else {
                throw CatalogueError(.commentsOff, context: source.info.videoID)
            }
            let errand = Errand(
                order: order, subject: subject, page: page, avatar: source.avatar, info: source.info, service: service)
            return try errand.run(source.tokens, cancel)
        }
        work = Work(order: order, call: call)
    }

    private func subject(of order: Order) -> Comment? {
        switch order {
        case .answers(let id), .like(let id, _), .delete(let id): book.comment(id)
        case .post(_, let id): id.flatMap(book.comment)
        case .read, .readAgain: nil
        }
    }

    private func finish(_ outcome: Result<Answer, CatalogueError>, _ order: Order) {
        switch outcome {
        case .success(let answer):
            if !order.isWriting { (phase, readAt) = (.read, now()) }
            apply(answer, order)
        case .failure(let error) where order.isWriting: tell(order, error)
        case .failure(let error): phase = .failed(error)
        }
    }

    private func apply(_ answer: Answer, _ order: Order) {
        switch (order, answer) {
        case (.readAgain, .page(let page)): book.refresh(page)
        case (_, .page(let page)): book.append(page)
        case (.answers(let id), .answers(let answers)): book.add(answers: answers, to: id)
        case (.post(_, let id), .done):
            tell(order, nil)
            // Reads the new comment back, so that it appears where the service places it.
            orders.insert(id.map { Order.answers(thread(of: $0)) } ?? .readAgain, at: 0)
        case (.like(let id, let isLiked), .done): book.setLiked(isLiked, id)
        case (.delete(let id), .done):
            book.remove(id)
            tell(order, nil)
        default: break
        }
    }

    /// Returns the thread's first comment. Answers are read for whole threads.
    private func thread(of id: String) -> String {
        guard let place = book.entries.firstIndex(where: { $0.comment.id == id }) else { return id }
        return book.entries[...place].last { $0.depth == 0 }?.comment.id ?? id
    }

    private func tell(_ order: Order, _ error: CatalogueError?) {
        report = Report(number: (report?.number ?? 0) + 1, order: order, error: error)
    }

    private struct Errand: Sendable {
        let order: Order
        let subject: Comment?
        let page: Int
        let avatar: String?
        let info: PlayInfo
        let service: any CommentService

        func run(_ tokens: TokenKeeper, _ cancel: CancelToken) throws(CatalogueError) -> Answer {
            guard order.isWriting else { return try read(tokens, cancel) }
            // An expired token is renewed, and the change is then sent again.
            return try tokens.attempt(.comment, cancel: cancel) { token throws(CatalogueError) in
                try write(token, cancel)
                return Answer.done
            }.value
        }

        /// Requests a token only after a refusal, because most services need none for reading.
        private func read(_ tokens: TokenKeeper, _ cancel: CancelToken) throws(CatalogueError) -> Answer {
            do throws(CatalogueError) {
                return try read(tokens.known(for: .comment), cancel)
            } catch {
                guard error.wantsNewToken, tokens.canRenew else { throw error }
                return try read(
                    try tokens.renewed(tokens.known(for: .comment), for: .comment, cancel: cancel), cancel)
            }
        }

        private func read(_ token: Token?, _ cancel: CancelToken) throws(CatalogueError) -> Answer {
            if case .answers = order {
                return .answers(try service.replies(to: existing(), of: info, token: token, cancel: cancel))
            }
            let number = order == .readAgain ? 1 : page
            return .page(
                try service.comments(
                    of: info, page: number, pageSize: CommentBook.pageSize, token: token, cancel: cancel))
        }

        /// Throws if the comment has left the list.
        private func existing() throws(CatalogueError) -> Comment {
            guard let subject else { throw CatalogueError(.unsupported(tr("the comment no longer exists"))) }
            return subject
        }

        private func write(_ token: Token?, _ cancel: CancelToken) throws(CatalogueError) {
            switch order {
            case .post(let text, let answering):
                try service.post(
                    text, answering: answering == nil ? nil : existing(), avatar: avatar, of: info, token: token,
                    cancel: cancel)
            case .like(_, let isLiked):
                try service.like(isLiked, existing(), of: info, token: token, cancel: cancel)
            case .delete:
                try service.delete(existing(), of: info, token: token, cancel: cancel)
            case .read, .answers, .readAgain: break
            }
        }
    }
}
