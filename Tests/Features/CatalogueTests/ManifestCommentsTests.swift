import PlayCore
import TestSupport
import Testing
import Transport

@testable import Catalogue

@Suite struct ManifestCommentsTests {
    private let addresses = TvplayManifest.CommentAddresses(
        list: "https://h/c/{page}?n={size}", post: "https://h/post", like: "https://h/like/{comment}",
        delete: "https://h/c/{comment}")

    private var info: PlayInfo {
        var info = PlayInfo(videoID: "v")
        info.enableVideoComment = true
        return info
    }

    private static let page = #"""
        {"comments": [{"id": 7, "text": "Hi", "author": "Ada", "time": 5, "likes": 2, "liked": true, "own": true},
                      {"id": "8", "text": "No", "parent": 7}], "total": 12, "more": true}
        """#

    @Test("CAT-04: a page of comments is requested by its number and size, with its token")
    func list() throws {
        let transport = FakeTransport { _ throws(CatalogueError) in Self.page }
        let service = ManifestComments(addresses, transport: transport)
        let page = try service.comments(of: info, page: 3, pageSize: 20, token: token("k"), cancel: CancelToken())
        #expect(transport.requests[0].address == "https://h/c/3?n=20")
        expect(transport.requests[0][header: "authorization"], is: "Bearer k")
        expect(page.total, is: 12)
        #expect(page.hasMore)
        expect(page.page, is: 3)
        expect(page.comments.map(\.id), is: ["7", "8"])
        #expect(page.comments[0].isLiked && page.comments[0].isOwn && page.comments[0].likeCount == 2)
        try expect(
            service.replies(to: page.comments[0], of: info, token: nil, cancel: CancelToken()).map(\.id), is: ["8"])
    }

    @Test("CAT-04: a single file with all comments is split into pages")
    func oneFile() throws {
        let transport = FakeTransport { _ throws(CatalogueError) in Self.page }
        let alone = TvplayManifest.CommentAddresses(list: "https://h/c.json", post: nil, like: nil, delete: nil)
        let service = ManifestComments(alone, transport: transport)
        let second = try service.comments(of: info, page: 2, pageSize: 1, token: nil, cancel: CancelToken())
        expect(second.comments.map(\.id), is: ["8"])
        #expect(!second.hasMore)
        expect(second.total, is: 2)
        let beyond = try service.comments(of: info, page: 9, pageSize: 1, token: nil, cancel: CancelToken())
        #expect(beyond.comments.isEmpty)
        #expect(!beyond.hasMore)
        let refused = failure { () throws(CatalogueError) in
            try service.post("x", answering: nil, avatar: nil, of: info, token: token("k"), cancel: CancelToken())
        }
        expect(refused?.reason, is: "this catalogue takes no comments")
    }

    @Test("CAT-05, CAT-06, CAT-07: comments are written, liked, unliked and deleted by requests with their own methods")
    func writing() throws {
        let transport = FakeTransport { _ throws(CatalogueError) in "" }
        let service = ManifestComments(addresses, transport: transport)
        let comment = Comment(id: "7/a", text: "")
        let key = token("k")
        try service.post("Hi", answering: comment, avatar: "https://a", of: info, token: key, cancel: CancelToken())
        try service.like(true, comment, of: info, token: key, cancel: CancelToken())
        try service.like(false, comment, of: info, token: key, cancel: CancelToken())
        try service.delete(comment, of: info, token: key, cancel: CancelToken())
        let requests = transport.requests
        expect(requests.map(\.method.rawValue), is: ["POST", "PUT", "PUT", "DELETE"])
        #expect(requests[0].bodyText == #"{"avatar":"https://a","parent":"7/a","text":"Hi","video":"v"}"#)
        #expect(requests[1].address == "https://h/like/7%2Fa" && requests[3].address == "https://h/c/7%2Fa")
        expect(requests[1].bodyText?.contains(#""like":true"#), is: true)
        expect(requests[2].bodyText?.contains(#""like":false"#), is: true)
        #expect(requests.allSatisfy { $0[header: "authorization"] == "Bearer k" })
    }

    @Test("CAT-02, CAT-03: comments that are off are not requested, and nothing is deleted without a token")
    func refusals() {
        let transport = FakeTransport { _ throws(CatalogueError) in Self.page }
        let service = ManifestComments(addresses, transport: transport)
        let off = failure { () throws(CatalogueError) in
            try service.comments(of: PlayInfo(videoID: "v"), page: 1, pageSize: 1, token: nil, cancel: CancelToken())
        }
        expect(off?.cause, is: .commentsOff)
        let anonymous = failure { () throws(CatalogueError) in
            try service.delete(
                Comment(id: "7", text: ""), of: info, token: nil, cancel: CancelToken())
        }
        expect(anonymous?.code, is: .invalidToken)
        #expect(transport.requests.isEmpty)
    }
}
