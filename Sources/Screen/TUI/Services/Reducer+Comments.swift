import Catalogue
import Cells
import Commands
import PlayCore
import Playlists
import ScreenKit

extension AppState {
    /// A row for each comment, for searching; ``CommentPane`` draws them. The last rows load further parts.
    var commentRows: [PanelRow] {
        guard let list = services.comments else { return [] }
        var rows = list.comments.map { comment in
            PanelRow(
                .comment(comment.id), CommentPane.author(comment), remark: SafeText.clean(comment.text, limit: 2000))
        }
        switch list.phase {
        case .unread, .reading:
            rows.append(PanelRow(.nothing, tr("Reading…"), refusal: tr("Waiting for the server")))
        case .failed(let reason):
            let text = SafeText.clean(reason, limit: 200)
            rows.append(PanelRow(.moreComments, tr("Cannot load the comments: press Enter to retry"), note: text))
        case .read:
            if list.hasMore {
                rows.append(PanelRow(.moreComments, tr("More comments: Enter")))
            } else if rows.isEmpty {
                rows.append(
                    PanelRow(.nothing, tr("No comments yet: press c to write one"), refusal: tr("No comments yet")))
            }
        }
        return rows
    }

    private func pane(at now: HostTime) -> CommentPane { CommentPane(self, ScreenGeometry(self, at: now)) }

    private func comment(_ id: String) -> CommentList.Comment? {
        services.comments?.comments.first { $0.id == id }
    }

    private var selectedComment: CommentList.Comment? {
        guard case .comment(let id)? = panel?.list.selection else { return nil }
        return comment(id)
    }

    // MARK: Keys

    /// Returns `nil` for the keys of every list.
    mutating func pressOnComment(_ key: KeyPress, _ panel: Panel, at now: HostTime) -> [Effect]? {
        if case .deleteComment(let id)? = panel.question {
            self.panel?.question = nil
            return key == KeyPress(.character("y")) ? [.service(.delete(id))] : []
        }
        guard panel.list.filter == nil, services.comments != nil,
            case .list(let action)? = Keymap.comments.action(for: key)
        else { return nil }
        switch action {
        case .move(.rows(let step)): return moveInComments(step, at: now)
        case .write: return write(answering: nil)
        case .answer: return selectedComment.map { write(answering: $0) } ?? []
        case .like: return selectedComment.map { like($0, at: now) } ?? []
        case .forget: return selectedComment.map { askToDelete($0, at: now) } ?? []
        default: return nil
        }
    }

    private mutating func write(answering comment: CommentList.Comment?) -> [Effect] {
        let target = CommentTarget(item: list.current?.videoID, answering: comment?.id)
        let line = LineEditor(commentPane.draft(for: target))
        commentEditor = CommentEditor(target: target, name: comment.map(CommentPane.author), line: line)
        return []
    }

    private mutating func like(_ comment: CommentList.Comment, at now: HostTime) -> [Effect] {
        guard comment.likeCount != nil else {
            message = Message(tr("Comments cannot be liked here"), at: now)
            return []
        }
        return [.service(.like(comment.id, !comment.isLiked))]
    }

    private mutating func askToDelete(_ comment: CommentList.Comment, at now: HostTime) -> [Effect] {
        guard comment.isOwn else {
            message = Message(tr("Only your own comments can be deleted"), at: now)
            return []
        }
        panel?.question = .deleteComment(comment.id)
        return []
    }

    /// Scrolls to the end of a comment that is higher than the view before the next one is selected.
    mutating func moveInComments(_ step: Int, at now: HostTime) -> [Effect] {
        guard let panel, let selected = panel.list.selectedPlace else { return [] }
        let pane = pane(at: now)
        let rows = panel.list.shown
        let view = pane.view(rows, selected: selected)
        let hidden = pane.lines(of: rows[selected]).count - view.skip - pane.list.height
        let page = max(1, pane.list.height - 1)
        if step > 0, view.top == selected, hidden > 0 {
            commentPane.skip = view.skip + min(hidden, page)
        } else if step < 0, view.skip > 0 {
            commentPane.skip = max(0, view.skip - page)
        } else {
            commentPane.top = view.top
            commentPane.skip = 0
            self.panel?.list.move(.rows(step), height: pane.list.height)
        }
        return []
    }

    // MARK: After each key and each arrival

    /// Returns the rows by which the page keys move.
    func commentPageHeight(at now: HostTime) -> Int {
        guard let panel else { return 1 }
        let pane = pane(at: now)
        return Set(pane.visible(panel.list.shown, selected: panel.list.selectedPlace ?? 0).map(\.place)).count
    }

    /// Keeps the view in place, and requests the next page near the end.
    mutating func followComments(at now: HostTime) -> [Effect] {
        guard let panel, panel.kind == .comments, let list = services.comments else { return [] }
        let rows = panel.list.shown
        let pane = pane(at: now)
        let view = pane.view(rows, selected: panel.list.selectedPlace ?? 0)
        commentPane.top = view.top
        commentPane.skip = view.skip
        guard list.hasMore, list.phase == .read, panel.list.filter == nil else { return [] }
        let last = pane.visible(rows, selected: panel.list.selectedPlace ?? 0).last?.place ?? 0
        return last >= rows.count - 1 ? [.service(.readComments)] : []
    }

    func comment(column: Int, row: Int, at now: HostTime) -> Int? {
        guard let panel else { return nil }
        let pane = pane(at: now)
        guard pane.list.contains(column: column, row: row) else { return nil }
        let visible = pane.visible(panel.list.shown, selected: panel.list.selectedPlace ?? 0)
        let offset = row - pane.list.row
        return visible.indices.contains(offset) ? visible[offset].place : nil
    }

    mutating func chooseComment(_ id: String) -> [Effect] {
        guard let comment = comment(id), comment.unreadAnswers > 0 else { return [] }
        return [.service(.readAnswers(id))]
    }

    // MARK: What came

    mutating func tell(_ report: CommentList.Report, at now: HostTime) {
        switch report.outcome {
        case .posted(let answering):
            commentPane.forgetDraft(of: CommentTarget(item: list.current?.videoID, answering: answering))
            message = Message(tr("Sent"), at: now)
        case .deleted: message = Message(tr("Deleted"), at: now)
        case .failed(let reason): message = Message(SafeText.clean(reason, limit: 200), .warning, at: now)
        }
    }
}
