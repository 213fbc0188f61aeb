import TestSupport
import Testing

@testable import Catalogue

@Suite("Order of comments")
struct CommentBookTests {
    private func comment(_ id: String, answering parent: String? = nil, replies: Int = 0) -> VideoComment {
        var comment = VideoComment(id: id, text: "Text \(id)")
        (comment.parentID, comment.replyCount, comment.likeCount) = (parent, replies, 1)
        return comment
    }

    private func page(_ ids: [String], _ number: Int = 1, hasMore: Bool = true) -> CommentPage {
        CommentPage(comments: ids.map { comment($0) }, page: number, total: 9, hasMore: hasMore)
    }

    private func ids(_ book: CommentBook) -> [String] {
        book.entries.map { String(repeating: "-", count: $0.depth) + $0.comment.id }
    }

    @Test("CAT-04: pages are read in order from 1, and comments that move to a later page are not listed twice")
    func pages() {
        var book = CommentBook()
        expect(book.nextPage, is: 1)
        #expect(book.hasMore)
        book.append(page(["a", "b"]))
        expect(book.nextPage, is: 2)
        expect(book.total, is: 9)
        book.append(page(["b", "c"], 2, hasMore: false))
        expect(ids(book), is: ["a", "b", "c"])
        #expect(!book.hasMore)
        // The book stops at an empty page, even if the service claims that there are more.
        book = CommentBook()
        book.append(page([]))
        #expect(!book.hasMore)
    }

    @Test("CAT-04: replies are listed below the comments that they answer, in any order of arrival")
    func threads() {
        var book = CommentBook()
        let list = [
            comment("2", answering: "1"), comment("1"), comment("3", answering: "2"), comment("4", answering: "gone"),
            comment("5", answering: "6"), comment("6", answering: "5"), comment("7", answering: "7"),
        ]
        book.append(CommentPage(comments: list, page: 1, hasMore: false))
        expect(ids(book), is: ["1", "-2", "--3", "4", "7", "5", "-6"])
        book = CommentBook()
        book.append(CommentPage(comments: [comment("1", replies: 2), comment("9")], page: 1, hasMore: false))
        expect(book.entries.map(\.unreadAnswers), is: [2, 0])
        book.add(answers: [comment("2", answering: "1"), comment("3", answering: "2")], to: "1")
        expect(ids(book), is: ["1", "-2", "--3", "9"])
        #expect(book.entries.allSatisfy { $0.unreadAnswers == 0 })
        // The comment claimed to have replies and had none.
        book = CommentBook()
        book.append(CommentPage(comments: [comment("1", replies: 2)], page: 1, hasMore: false))
        book.add(answers: [], to: "1")
        expect(book.entries.map(\.unreadAnswers), is: [0])
    }

    @Test("CAT-05: a new comment appears after the first page is read again, and later pages stay")
    func posted() {
        var book = CommentBook()
        book.append(page(["a", "b"]))
        book.append(page(["c", "d"], 2))
        book.refresh(page(["new", "a"]))
        expect(ids(book), is: ["new", "a", "b", "c", "d"])
        expect(book.nextPage, is: 3)
        // Too many comments are new: the gap between the pages is unknown, so reading restarts.
        book.refresh(page(["x", "y"]))
        expect(ids(book), is: ["x", "y"])
        expect(book.nextPage, is: 2)
        book = CommentBook()
        book.refresh(page(["a"], hasMore: false))
        expect(ids(book), is: ["a"])
        expect(book.nextPage, is: 2)
        #expect(!book.hasMore)
    }

    @Test("CAT-06: a like changes the mark and the count of a comment once")
    func likes() {
        var book = CommentBook()
        book.append(page(["a"]))
        book.setLiked(true, "a")
        book.setLiked(true, "a")
        #expect(book.entries[0].comment.isLiked && book.entries[0].comment.likeCount == 2)
        book.setLiked(false, "a")
        #expect(!book.entries[0].comment.isLiked && book.entries[0].comment.likeCount == 1)
    }

    @Test("CAT-07: a removed comment takes its replies with it, and the shifted page is read again")
    func removed() {
        var book = CommentBook()
        book.append(page(["a", "b"]))
        book.add(answers: [comment("2", answering: "a"), comment("3", answering: "2")], to: "a")
        book.remove("a")
        expect(ids(book), is: ["b"])
        expect(book.total, is: 8)
        expect(book.nextPage, is: 1)
        // The first comment of page 2 is now the last of page 1.
        book.append(page(["b", "c"]))
        expect(ids(book), is: ["b", "c"])
        expect(book.nextPage, is: 2)
        book.remove("unknown")
        expect(ids(book), is: ["b", "c"])
    }
}
