import Encoding
package import PlayCore
import Transport

/// Comments at a manifest's addresses. A static server offers only `list`.
package struct ManifestComments: CommentService {
    private let addresses: TvplayManifest.CommentAddresses
    private let transport: any ServiceTransport
    private let viewer: Viewer

    package init(
        _ addresses: TvplayManifest.CommentAddresses, transport: any ServiceTransport, viewer: Viewer = Viewer()
    ) {
        self.addresses = addresses
        self.viewer = viewer
        self.transport = transport
    }

    package func comments(
        of info: PlayInfo, page: Int, pageSize: Int, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) -> CommentPage {
        try reading(info)
        let template = try offered(addresses.list, "lists no comments")
        var request = ServiceRequest(Self.fill(template, ["page": "\(page)", "size": "\(pageSize)"]), limit: 4 << 20)
        request.authorize(token)
        let answer = try transport.send(request, cancel: cancel)
        let root = try StrictJSON(tree: try JSONValue.parse(answer.body), path: "$").object()
        let all = try TvplayManifest.each(
            try root.required("comments").items(limit: TvplayManifest.partLimit), Self.comment)
        guard !template.contains("{page}") else {
            let more = try root.flag("more", default: false)
            return CommentPage(
                comments: all, page: page, total: try root.integer("total", 0...Int(Int32.max)), hasMore: more)
        }
        // A single file holds all comments.
        let start = min((page - 1) * pageSize, all.count)
        let end = min(start + pageSize, all.count)
        return CommentPage(
            comments: Array(all[start..<end]), page: page, total: all.count, hasMore: end < all.count)
    }

    package func replies(
        to comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) -> [Comment] {
        try comments(of: info, page: 1, pageSize: 100, token: token, cancel: cancel).comments
            .filter { $0.parentID == comment.id }
    }

    package func post(
        _ text: String, answering comment: Comment?, avatar: String?, of info: PlayInfo, token: Token?,
        cancel: CancelToken
    ) throws(CatalogueError) {
        let token = try writing(info, token)
        let document = JSONValue.object([
            "avatar": avatar.map { .string($0) }, "parent": comment.map { .string($0.id) }, "text": .string(text),
            "user": viewer.json, "video": .string(info.videoID),
        ])
        let address = try offered(addresses.post, tr("this catalogue takes no comments"))
        try send(.json(.post, address, document), token, cancel)
    }

    package func like(
        _ isLiked: Bool, _ comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) {
        let token = try writing(info, token)
        let address = Self.fill(
            try offered(addresses.like, tr("this catalogue has no likes of comments")), ["comment": comment.id])
        let document = JSONValue.object([
            "video": .string(info.videoID), "comment": .string(comment.id), "like": .flag(isLiked),
        ])
        try send(.json(.put, address, document), token, cancel)
    }

    package func delete(
        _ comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) {
        let token = try writing(info, token)
        var request = ServiceRequest(
            Self.fill(
                try offered(addresses.delete, tr("this catalogue cannot delete comments")), ["comment": comment.id]))
        request.method = .delete
        try send(request, token, cancel)
    }

    private func send(_ request: ServiceRequest, _ token: Token, _ cancel: CancelToken) throws(CatalogueError) {
        var request = request
        request.authorize(token)
        _ = try transport.send(request, cancel: cancel)
    }

    private func offered(_ address: String?, _ words: String) throws(CatalogueError) -> String {
        guard let address else { throw CatalogueError(.unsupported(words)) }
        return address
    }

    private static func fill(_ template: String, _ values: [String: String]) -> String {
        values.reduce(template) { $0.replacing("{\($1.key)}", with: FormText.escaped($1.value)) }
    }

    private static func comment(_ json: StrictJSON) throws(CatalogueError) -> Comment {
        guard let id = try json.required("id").tree.identifier else { throw json.fail("\"id\" is no identifier") }
        var comment = Comment(id: id, text: try json.required("text").text(limit: 64 << 10))
        comment.author = try json.text("author")
        comment.time = try json.integer("time", 0...Int(Int32.max) * 1000).map { Int64($0) }
        comment.likeCount = try json.integer("likes", 0...Int(Int32.max))
        comment.isLiked = try json.flag("liked", default: false)
        comment.isOwn = try json.flag("own", default: false)
        comment.replyCount = try json.integer("replies", 0...Int(Int32.max)) ?? 0
        comment.parentID = json["parent"]?.tree.identifier
        comment.avatar = try json.text("avatar")
        return comment
    }
}
