import Encoding
import PlayCore
import Transport

struct PeerTubeComments: CommentService {
    let transport: any ServiceTransport
    /// At its server, the account replaces the `token` of calls.
    var account: PeerTubeAccount?

    func comments(
        of info: PlayInfo, page: Int, pageSize: Int, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) -> CommentPage {
        let size = min(max(pageSize, 1), 100)
        let start = max(0, page - 1) * size
        let query = "?start=\(start)&count=\(size)&sort=-createdAt"
        let threads = try threads(info)
        let (tree, viewer) = try asViewer(info, token, isNeeded: false, cancel) {
            token throws(CatalogueError) -> (JSONValue, Account?) in
            (try send(.get, threads + query, token: token, cancel), try self.viewer(info, token, cancel))
        }
        let comments = (tree["data"]?.items ?? []).prefix(size).compactMap { Self.comment($0, viewer) }
        let total = tree["total"]?.integer
        return CommentPage(
            comments: comments, page: page, total: total, hasMore: total.map { start + size < $0 } ?? false)
    }

    func replies(
        to comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) -> [Comment] {
        let thread = try threads(info) + "/" + FormText.escaped(comment.id)
        let (tree, viewer) = try asViewer(info, token, isNeeded: false, cancel) {
            token throws(CatalogueError) -> (JSONValue, Account?) in
            (try send(.get, thread, token: token, cancel), try self.viewer(info, token, cancel))
        }
        var found: [Comment] = []
        // Depth first: an answer, then the answers to it. JSON's depth limits the recursion.
        func collect(_ tree: JSONValue) {
            for child in tree["children"]?.items ?? [] {
                if let answer = child["comment"].flatMap({ Self.comment($0, viewer) }) { found.append(answer) }
                collect(child)
            }
        }
        collect(tree)
        return found
    }

    /// Ignores `avatar`, because PeerTube uses the account's.
    func post(
        _ text: String, answering comment: Comment?, avatar: String?, of info: PlayInfo, token: Token?,
        cancel: CancelToken
    ) throws(CatalogueError) {
        let place =
            comment == nil
            ? try threads(info) : try video(info) + "/comments/" + FormText.escaped(comment?.id ?? "")
        try asViewer(info, token, isNeeded: true, cancel) { token throws(CatalogueError) in
            _ = try send(
                .post, place, .object(["text": .string(text)]), token: try writing(info, token), cancel)
        }
    }

    func like(
        _ isLiked: Bool, _ comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) {
        try reading(info)
        throw CatalogueError(.unsupported(tr("PeerTube does not support likes on comments")), context: info.videoID)
    }

    func delete(
        _ comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) {
        let place = try video(info) + "/comments/" + FormText.escaped(comment.id)
        try asViewer(info, token, isNeeded: true, cancel) { token throws(CatalogueError) in
            _ = try send(.delete, place, token: try writing(info, token), cancel)
        }
    }

    private func asViewer<Value>(
        _ info: PlayInfo, _ token: Token?, isNeeded: Bool, _ cancel: CancelToken,
        _ body: (Token?) throws(CatalogueError) -> Value
    ) throws(CatalogueError) -> Value {
        try account.use(
            at: PeerTubePlace(info.videoID)?.origin ?? "", else: token, isNeeded: isNeeded, cancel, body)
    }

    private enum Method { case get, post, delete }

    private func send(
        _ method: Method, _ address: String, _ document: JSONValue? = nil, token: Token?, _ cancel: CancelToken
    ) throws(CatalogueError) -> JSONValue {
        var request = ServiceRequest(address, limit: 8 << 20)
        switch method {
        case .get: break
        case .post: request = .json(.post, address, document ?? .null)
        case .delete: request.method = .delete
        }
        request.authorize(token)
        let body = try transport.send(request, cancel: cancel).body
        return body.isEmpty ? .null : try JSONValue.parse(body)
    }

    private func video(_ info: PlayInfo) throws(CatalogueError) -> String {
        try reading(info)
        guard let place = PeerTubePlace(info.videoID) else { throw CatalogueError(.missing) }
        return place.api("/videos/" + place.id)
    }

    private func threads(_ info: PlayInfo) throws(CatalogueError) -> String { try video(info) + "/comment-threads" }

    /// Returns the signed-in viewer's account, or `nil` without a token or if the server does not report it.
    private func viewer(
        _ info: PlayInfo, _ token: Token?, _ cancel: CancelToken
    ) throws(CatalogueError) -> Account? {
        guard let token, let place = PeerTubePlace(info.videoID) else { return nil }
        do throws(CatalogueError) {
            let tree = try send(.get, place.api("/users/me"), token: token, cancel)
            // The specification says a list of one account, but servers return the account itself.
            return (tree["account"] ?? tree.items?.first?["account"]).flatMap(Account.init)
        } catch {
            guard error.cause != .cancelled, !error.wantsNewToken else { throw error }
            Log.shared.write(.info, "catalogue", "\(error.context): \(error.reason)")
            return nil
        }
    }

    private struct Account: Equatable {
        let name: String
        let host: String?

        init?(_ tree: JSONValue) {
            guard let name = tree["name"]?.text else { return nil }
            self.name = name
            host = tree["host"]?.text
        }
    }

    private static func comment(_ tree: JSONValue, _ viewer: Account?) -> Comment? {
        guard let id = tree["id"]?.identifier, tree["isDeleted"]?.flag != true else { return nil }
        var comment = Comment(id: id, text: CommentHTML.text(tree["text"]?.text ?? ""))
        comment.author = (tree["account"]?["displayName"] ?? tree["account"]?["name"])?.text
        comment.isOwn = viewer != nil && tree["account"].flatMap(Account.init) == viewer
        comment.time = tree["createdAt"]?.text.flatMap { UTCTime($0) }.map { $0.nanoseconds / 1_000_000_000 }
        comment.replyCount = max(0, tree["totalReplies"]?.integer ?? 0)
        comment.parentID = tree["inReplyToCommentId"]?.identifier
        return comment
    }
}
