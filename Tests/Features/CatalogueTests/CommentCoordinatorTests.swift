import PlayCore
import TestSupport
import Testing

@testable import Catalogue

@Suite("Reading and writing comments")
struct CommentCoordinatorTests {
    /// A service with comments in memory. The token "old" is expired.
    private final class FakeService: CommentService {
        struct State {
            var comments: [VideoComment]
            var calls: [String] = []
        }
        let state: Monitor<State>
        /// While this is closed, every call waits until it is cancelled.
        let gate = Monitor(true)

        init(_ count: Int) {
            state = Monitor(State(comments: (0..<count).map { VideoComment(id: "\($0)", text: "Text \($0)") }))
        }

        private func note(_ call: String, _ token: Token?, _ cancel: CancelToken) throws(CatalogueError) {
            state.withLock { $0.calls.append(call + " " + (token?.secret ?? "-")) }
            let gate = gate
            let registration = cancel.onCancel { gate.update { _ in } }
            defer { withExtendedLifetime(registration) {} }
            let isOpen = gate.wait { isOpen -> Bool? in isOpen ? true : cancel.isCancelled ? false : nil } ?? false
            guard isOpen else { throw CatalogueError(.cancelled) }
            if token?.secret == "old" { throw CatalogueError(.tokenRefused) }
        }

        func comments(
            of info: PlayInfo, page: Int, pageSize: Int, token: Token?, cancel: CancelToken
        ) throws(CatalogueError) -> CommentPage {
            try note("page \(page)", token, cancel)
            return state.withLock { state in
                let start = min((page - 1) * pageSize, state.comments.count)
                let end = min(start + pageSize, state.comments.count)
                return CommentPage(
                    comments: Array(state.comments[start..<end]), page: page, total: state.comments.count,
                    hasMore: end < state.comments.count)
            }
        }

        func replies(
            to comment: VideoComment, of info: PlayInfo, token: Token?, cancel: CancelToken
        ) throws(CatalogueError) -> [VideoComment] {
            try note("replies \(comment.id)", token, cancel)
            var reply = VideoComment(id: comment.id + "r", text: "Reply")
            reply.parentID = comment.id
            return [reply]
        }

        func post(
            _ text: String, answering comment: VideoComment?, avatar: String?, of info: PlayInfo, token: Token?,
            cancel: CancelToken
        ) throws(CatalogueError) {
            try note("post", try writing(info, token), cancel)
            state.withLock { $0.comments.insert(VideoComment(id: text, text: text), at: 0) }
        }

        func like(
            _ isLiked: Bool, _ comment: VideoComment, of info: PlayInfo, token: Token?, cancel: CancelToken
        ) throws(CatalogueError) { try note("like \(isLiked)", try writing(info, token), cancel) }

        func delete(_ comment: VideoComment, of info: PlayInfo, token: Token?, cancel: CancelToken)
            throws(CatalogueError)
        {
            try note("delete \(comment.id)", try writing(info, token), cancel)
            state.withLock { $0.comments.removeAll { $0.id == comment.id } }
        }

        var calls: [String] { state.withLock { $0.calls } }
    }

    private struct FixedTokens: TokenSource {
        let secret: String
        func token(for subject: TokenSubject, cancel: CancelToken) throws(CatalogueError) -> Token {
            guard subject == .comment, let token = Token(secret) else { throw CatalogueError(.tokenRefused) }
            return token
        }
    }

    private let wakes = Monitor(0)
    private let accounts: CommentCoordinator

    init() {
        let wakes = wakes
        accounts = CommentCoordinator(now: { 1000 }, wake: { wakes.update { $0 += 1 } })
    }

    private func begin(_ service: FakeService, tokens: TokenKeeper = TokenKeeper(source: nil), isOn: Bool = true) {
        var info = PlayInfo(videoID: "v")
        info.enableVideoComment = isOn
        accounts.begin(CommentCoordinator.Source(info, tokens: tokens) { _ in service })
    }

    /// Takes results until `holds` is true.
    private func wait(until holds: () -> Bool) {
        while !holds() {
            _ = wakes.wait { count -> Bool? in
                guard count > 0 else { return nil }
                count -= 1
                return true
            }
            _ = accounts.applyAnswers()
        }
    }

    @Test("CAT-04: pages are read one after the other, each with one request")
    func reading() {
        let service = FakeService(70)
        begin(service)
        expect(accounts.phase, is: .unread)
        accounts.perform(.read)
        accounts.perform(.read)
        expect(accounts.phase, is: .reading)
        wait { accounts.phase == .read }
        expect(accounts.book.entries.count, is: 30)
        expect(accounts.readAt, is: 1000)
        accounts.perform(.answers("3"))
        wait { accounts.book.entries.count == 31 }
        expect(accounts.book.entries[4].depth, is: 1)
        for _ in 0..<2 {
            accounts.perform(.read)
            wait { accounts.phase == .read }
        }
        accounts.perform(.read)
        expect(accounts.phase, is: .read)
        expect(accounts.book.entries.count, is: 71)
        expect(service.calls, is: ["page 1 -", "replies 3 -", "page 2 -", "page 3 -"])
    }

    @Test("CAT-02: an item without comments reports that they are off")
    func off() {
        begin(FakeService(3), isOn: false)
        #expect(!accounts.isOn)
        accounts.perform(.read)
        wait { accounts.phase != .reading }
        expect(accounts.phase, is: .failed(CatalogueError(.commentsOff, context: "v")))
    }

    @Test("CAT-03: an expired token is renewed and the comment sent again; without a token the reason is reported")
    func renewing() throws {
        let service = FakeService(1)
        let tokens = TokenKeeper(source: FixedTokens(secret: "new"))
        tokens.give(try #require(Token("old")), for: .comment)
        begin(service, tokens: tokens)
        accounts.perform(.post("Hi", answering: nil))
        wait { accounts.report != nil }
        expect(
            accounts.report, is: CommentCoordinator.Report(number: 1, order: .post("Hi", answering: nil), error: nil))
        wait { accounts.phase == .read }
        expect(service.calls, is: ["post old", "post new", "page 1 new"])
        expect(accounts.book.entries.map(\.comment.id), is: ["Hi", "0"])
        begin(service)
        accounts.perform(.post("Ho", answering: nil))
        wait { accounts.report?.number == 2 }
        expect(accounts.report?.error?.cause, is: .noCommentToken)
    }

    @Test("an order about a comment that no longer exists fails without a request to the service")
    func gone() {
        let service = FakeService(1)
        begin(service, tokens: TokenKeeper(source: FixedTokens(secret: "new")))
        let orders: [CommentCoordinator.Order] = [
            .delete("9"), .like("9", true), .post("Hi", answering: "9"),
        ]
        for (number, order) in orders.enumerated() {
            accounts.perform(order)
            wait { accounts.report?.number == number + 1 }
            expect(accounts.report?.error?.cause, is: .unsupported("the comment no longer exists"))
        }
        #expect(service.calls.isEmpty)
    }

    @Test("CAT-05: a thread is read again after an answer to it was sent")
    func answering() throws {
        let service = FakeService(2)
        begin(service, tokens: TokenKeeper(source: FixedTokens(secret: "t")))
        accounts.perform(.read)
        wait { accounts.phase == .read }
        accounts.perform(.post("No", answering: "1"))
        wait { accounts.book.entries.count == 3 }
        expect(service.calls.suffix(2), is: ["post t", "replies 1 t"])
        expect(accounts.book.entries.map(\.comment.id), is: ["0", "1", "1r"])
    }

    @Test("CAT-06, CAT-07: like mark and row change only after the service has confirmed the change")
    func liking() throws {
        let service = FakeService(2)
        begin(service, tokens: TokenKeeper(source: FixedTokens(secret: "t")))
        accounts.perform(.read)
        wait { accounts.phase == .read }
        service.gate.update { $0 = false }
        accounts.perform(.like("0", true))
        #expect(!accounts.book.entries[0].comment.isLiked)
        accounts.perform(.delete("1"))
        service.gate.update { $0 = true }
        wait { accounts.report != nil }
        #expect(accounts.book.entries.map(\.comment.id) == ["0"] && accounts.book.entries[0].comment.isLiked)
    }

    @Test("CAT-04, CAT-05: another item cancels reading at once but not sending, whose failure is reported")
    func leaving() throws {
        let (service, other) = (FakeService(2), FakeService(5))
        service.gate.update { $0 = false }
        begin(service)
        accounts.perform(.read)
        begin(other)
        accounts.perform(.read)
        wait { accounts.phase == .read }
        expect(accounts.book.entries.count, is: 5)
        let tokens = TokenKeeper(source: nil)
        tokens.give(try #require(Token("old")), for: .comment)
        begin(service, tokens: tokens)
        accounts.perform(.post("Hi", answering: nil))
        begin(other)
        expect(accounts.report, is: nil)
        service.gate.update { $0 = true }
        wait { accounts.report != nil }
        expect(accounts.report?.error?.code, is: .invalidToken)
        #expect(accounts.book.entries.isEmpty)
    }
}
