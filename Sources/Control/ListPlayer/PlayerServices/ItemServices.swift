package import Catalogue
package import PlayCore

/// The service's features for the current item besides playback: marks, comments, the album. ``CommentCoordinator``
/// sends the requests on its own threads. Main thread.
package final class ItemServices {
    /// The item of the comments. Renewed addresses and tokens do not change it.
    private struct Subject: Equatable {
        let reference: String
        let video: String
        let hasComments: Bool
    }

    private var news = ServiceState()
    private let current: () -> CurrentVideo?
    private let playing: () -> String?
    private let takesToken: () -> Bool
    private let give: (Token) -> Void
    private let commentCoordinator: CommentCoordinator
    private var subject: Subject?
    private var album: (id: String, state: AlbumState, places: [String: Int])?
    private var isStale = false

    /// `playing` returns the current item's location, even before its service answers. Signals `wakeUp` for news.
    package init(
        playing: @escaping () -> String?, current: @escaping () -> CurrentVideo?, takesToken: @escaping () -> Bool,
        give: @escaping (Token) -> Void, wakeUp: WakeUp
    ) {
        self.takesToken = takesToken
        self.give = give
        self.playing = playing
        self.current = current
        commentCoordinator = CommentCoordinator(now: { WallTime.now.milliseconds / 1000 }, wake: { wakeUp.signal() })
    }

    package var state: ServiceState {
        let current = current()
        follow(current)
        if commentCoordinator.applyAnswers() { isStale = true }
        var new = news
        new.marks = current?.info.marks.points.filter { $0.kind == .mark } ?? []
        if isStale { new.comments = commentCoordinator.isOn ? CommentList(commentCoordinator) : nil }
        new.album = albumState(current?.album)
        new.takesToken = takesToken()
        isStale = false
        if new != news {
            new.number += 1
            news = new
        }
        return news
    }

    package func itemChanged() { follow(current()) }

    package func perform(_ order: ServiceOrder) {
        guard let comments = CommentCoordinator.Order(order) else {
            if case .giveToken(let text) = order, let token = Token(text) { give(token) }
            return
        }
        commentCoordinator.perform(comments)
        isStale = true
    }

    package func close() { commentCoordinator.begin(nil) }

    // MARK: The current item

    private func follow(_ current: CurrentVideo?) {
        let new = current.map {
            Subject(
                reference: $0.request.reference, video: $0.info.videoID, hasComments: $0.info.enableVideoComment)
        }
        guard new != subject else { return }
        subject = new
        isStale = true
        guard let current, current.info.enableVideoComment else { return commentCoordinator.begin(nil) }
        let tokens = current.catalogue.tokens
        if let token = current.ownCommentToken, tokens.known(for: .comment) == nil {
            tokens.give(token, for: .comment)
        }
        commentCoordinator.begin(
            CommentCoordinator.Source(current.info, tokens: tokens, avatar: current.commentAvatar) {
                cancel throws(CatalogueError) in
                try current.commentService(cancel: cancel)
            })
    }

    /// Stays while the album's next item is requested.
    private func albumState(_ list: AlbumList?) -> AlbumState? {
        let location = playing()
        if let list {
            if album?.id != list.id || album?.state.items.count != list.items.count { keep(list) }
        } else if location.flatMap({ album?.places[$0] }) == nil {
            album = nil
        }
        guard var state = album?.state else { return nil }
        state.current = location.flatMap { album?.places[$0] }
        return state
    }

    private func keep(_ list: AlbumList) {
        let items = list.items.map {
            AlbumState.Item(reference: $0.reference, title: $0.title ?? $0.vid, duration: $0.duration)
        }
        let places = Dictionary(
            items.enumerated().map { ($1.reference, $0) }, uniquingKeysWith: { first, _ in first })
        album = (list.id, AlbumState(title: list.title, items: items), places)
    }
}
