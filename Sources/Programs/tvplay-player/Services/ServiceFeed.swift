import Catalogue
import PlayCore
import TUI

/// What the service of the item that plays offers beside playing, for the screen: marks, comments, the album. What it is
/// asked is asked by ``CommentDesk``, on threads of their own. Main thread.
final class ServiceFeed: VideoServices {
    /// Which item the comments are of: what is renewed of it (addresses, tokens) makes it no other one.
    private struct Subject: Equatable {
        let reference: String
        let video: String
        let hasComments: Bool
    }

    private var news = ServiceFacts()
    private let current: () -> CurrentVideo?
    private let playing: () -> String?
    private let takesToken: () -> Bool
    private let give: (Token) -> Void
    private let desk: CommentDesk
    private var subject: Subject?
    private var album: (id: String, facts: AlbumFacts, places: [String: Int])?
    private var isStale = false

    /// - Parameters:
    ///   - playing: path or address of what plays, also while its service has not answered yet.
    ///   - current: what its service says.
    ///   - takesToken: CFG-07: whether a token for what plays would be of use.
    ///   - give: takes one for it.
    ///   - wakeUp: signalled when there is something new.
    init(
        playing: @escaping () -> String?, current: @escaping () -> CurrentVideo?, takesToken: @escaping () -> Bool,
        give: @escaping (Token) -> Void, wakeUp: WakeUp
    ) {
        self.takesToken = takesToken
        self.give = give
        self.playing = playing
        self.current = current
        desk = CommentDesk(now: { WallTime.now.milliseconds / 1000 }, wake: { wakeUp.signal() })
    }

    var facts: ServiceFacts {
        let current = current()
        follow(current)
        if desk.takeAnswers() { isStale = true }
        var new = news
        new.marks = current?.info.marks.points.filter { $0.kind == .mark } ?? []
        if isStale { new.comments = desk.isOn ? CommentList(desk) : nil }
        new.album = albumFacts(current?.album)
        new.takesToken = takesToken()
        isStale = false
        if new != news {
            new.number += 1
            news = new
        }
        return news
    }

    func itemChanged() { follow(current()) }

    func perform(_ order: ServiceOrder) {
        guard let comments = CommentDesk.Order(order) else {
            if case .giveToken(let text) = order, let token = Token(text) { give(token) }
            return
        }
        desk.perform(comments)
        isStale = true
    }

    /// What is being sent is left to itself: nobody waits for it.
    func close() { desk.begin(nil) }

    // MARK: What plays

    private func follow(_ current: CurrentVideo?) {
        let new = current.map {
            Subject(
                reference: $0.request.reference, video: $0.info.videoID, hasComments: $0.info.enableVideoComment)
        }
        guard new != subject else { return }
        subject = new
        isStale = true
        guard let current, current.info.enableVideoComment else { return desk.begin(nil) }
        let tokens = current.catalogue.tokens
        if let token = current.ownCommentToken, tokens.known(for: .comment) == nil {
            tokens.give(token, for: .comment)
        }
        desk.begin(
            CommentDesk.Source(current.info, tokens: tokens) { cancel throws(CatalogueError) in
                try current.commentService(cancel: cancel)
            })
    }

    /// The album stays while the next item of it is asked for.
    private func albumFacts(_ list: AlbumList?) -> AlbumFacts? {
        let location = playing()
        if let list {
            if album?.id != list.id || album?.facts.items.count != list.items.count { keep(list) }
        } else if location.flatMap({ album?.places[$0] }) == nil {
            album = nil
        }
        guard var facts = album?.facts else { return nil }
        facts.current = location.flatMap { album?.places[$0] }
        return facts
    }

    private func keep(_ list: AlbumList) {
        let items = list.items.map {
            AlbumFacts.Item(reference: $0.reference, title: $0.title ?? $0.vid, duration: $0.duration)
        }
        let places = Dictionary(
            items.enumerated().map { ($1.reference, $0) }, uniquingKeysWith: { first, _ in first })
        album = (list.id, AlbumFacts(title: list.title, items: items), places)
    }
}

extension CurrentVideo {
    /// CAT-03: the one for comments; PeerTube has one for all.
    fileprivate var ownCommentToken: Token? { commentToken ?? (provider is PeerTubeProvider ? token : nil) }
}

extension CommentDesk.Order {
    /// Nil: it is not about comments.
    fileprivate init?(_ order: ServiceOrder) {
        switch order {
        case .giveToken: return nil
        case .readComments: self = .read
        case .readAnswers(let id): self = .answers(id)
        case .post(let text, let answering): self = .post(text, answering: answering)
        case .like(let id, let isLiked): self = .like(id, isLiked)
        case .delete(let id): self = .delete(id)
        }
    }
}

extension CommentList {
    fileprivate init(_ desk: CommentDesk) {
        let phase: Phase =
            switch desk.phase {
            case .unread: .unread
            case .reading: .reading
            case .read: .read
            case .failed(let error): .failed(error.reason)
            }
        self.init(
            desk.book.entries.map(Comment.init), total: desk.book.total, hasMore: desk.book.hasMore, phase: phase,
            readAt: desk.readAt)
        report = desk.report.flatMap(Report.init)
    }
}

extension CommentList.Report {
    /// Nil for what needs no words.
    fileprivate init?(_ report: CommentDesk.Report) {
        if let error = report.error {
            self.init(number: report.number, .failed(error.reason))
            return
        }
        switch report.order {
        case .post(_, let answering): self.init(number: report.number, .posted(answering: answering))
        case .delete: self.init(number: report.number, .deleted)
        case .read, .readAgain, .answers, .like: return nil
        }
    }
}

extension CommentList.Comment {
    fileprivate init(_ entry: CommentBook.Entry) {
        let comment = entry.comment
        self.init(id: comment.id, author: comment.author, text: comment.text, time: comment.time)
        likeCount = comment.likeCount
        isLiked = comment.isLiked
        isOwn = comment.isOwn
        depth = entry.depth
        unreadAnswers = entry.unreadAnswers
    }
}
